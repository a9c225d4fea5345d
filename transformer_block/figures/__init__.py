"""The pictures of the chapters: pure functions from arrays to a `Picture`, one module for each chapter."""
