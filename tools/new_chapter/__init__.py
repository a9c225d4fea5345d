"""Lays down a chapter, its lab and the lab's steps: complete, small, and green. Then an author replaces what is in them."""
