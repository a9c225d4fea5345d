"""One line on the terminal that says how far a long step is."""

import sys


def say(text):
    """Start a step: a line of its own."""
    print(text, flush=True)


def show(text):
    """Replace the present line on a terminal; say nothing where output goes to a file."""
    if sys.stdout.isatty():
        print(f"\r\033[K  {text}", end="", flush=True)


def clear():
    """Remove the line that `show` wrote."""
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
