"""How an example is written down: arguments, what is right and what came, in as few digits as tell them apart."""

import re
from types import FunctionType

import numpy as np

from transformer_block.lab.comparison import a_float, as_numbers, difference, first_difference

_LARGEST = 40  # numbers shown in full
_ENTRIES = 8  # of a dict shown in full
_WIDTH = 72


def written(value, digits=4):
    """A value as text: small arrays in full, large ones by their shape."""
    kind = type(value)
    if kind is np.ndarray and value.dtype.kind not in "biufc":
        return f"an array of shape {value.shape} and type {value.dtype}"
    if kind is np.ndarray and value.shape == ():
        return written(value.item(), digits)
    if kind is np.ndarray:
        if value.size > _LARGEST:
            return f"an array of shape {value.shape}"
        return np.array2string(value, precision=digits, suppress_small=digits == 4, separator=", ",
                               max_line_width=_WIDTH)
    if kind in (tuple, list):
        return _several(value, digits)
    if kind is dict and value and all(type(key) is str for key in value):
        return _named(value, digits)
    if kind is float or issubclass(kind, np.floating):
        return f"{value:.{digits}g}"
    if kind is complex or issubclass(kind, np.complexfloating):
        return f"{complex(value):.{digits}g}"
    if kind in (int, str) and len(repr(value)) > _WIDTH:
        return "a long text" if kind is str else "a number of many digits"
    if kind in (int, str, bool, type(None)) or issubclass(kind, np.integer | np.bool_ | np.str_):
        return repr(value.item() if issubclass(kind, np.generic) else value)
    return value.__name__ if kind is FunctionType else f"a thing of type {kind.__name__}"


def _several(things, digits):
    """A list or tuple: on one line where that is short, else one thing below the other, else counted."""
    if len(things) > _LARGEST:
        return f"{len(things)} things"
    inside = [_on_one_line(written(thing, digits)) for thing in things]
    line = ("({})" if type(things) is tuple else "[{}]").format(", ".join(inside))
    if len(line) <= _WIDTH:
        return line
    if len(set(inside)) == 1:
        return f"{len(inside)} times {inside[0]}"
    return "\n".join(inside) if max(map(len, inside)) <= _WIDTH else f"{len(inside)} things"


def _named(things, digits):
    """A dict whose keys are texts: one entry below the other where they are few and short, else counted."""
    lines = [f"{_on_one_line(written(key))}: {_on_one_line(written(thing, digits))}" for key, thing in things.items()]
    if len(lines) <= _ENTRIES and max(map(len, lines)) <= _WIDTH:
        return "\n".join(lines)
    return f"a dict of {len(things)}"


def _on_one_line(text):
    return re.sub(r"\[ +", "[", re.sub(r"\n *", " ", text))


def call_as_text(name, arguments):
    """A call: the function's name, and its arguments one below the other."""
    return "\n".join([f"{name} with", *_entries({argument: written(value) for argument, value in arguments.items()})])


def example(name, arguments, right, got, tolerance):
    """A call with its right outcome and with what came instead."""
    given = {argument: written(value) for argument, value in arguments.items()}
    if right.returned:
        note, expected, yours = _both(right.value, got.value, tolerance)
    else:
        note, expected, yours = "", f"{type(right.stopped_by).__name__}: {right.stopped_by}", written(got.value)
    answers = {"expected": expected} if yours is None else {"expected": expected, "yours": yours}
    lines = _entries(given | answers)
    return "\n".join([f"{name} with", *lines[:len(given)], "", *([f"  {note}"] if note else []), *lines[len(given):]])


def _where_they_part(right, got, tolerance):
    """Of several things returned, the first that differs, and what to call it."""
    if isinstance(right, tuple | list) and type(got) in (tuple, list) and len(got) == len(right):
        number = next(n for n, part in enumerate(right) if difference(got[n], part, tolerance) is not None)
        return f"thing number {number + 1}:", right[number], got[number]
    if isinstance(right, dict) and type(got) is dict and got.keys() == right.keys():
        key = next(key for key, part in right.items() if difference(got[key], part, tolerance) is not None)
        return f"the entry {key!r}:", right[key], got[key]
    return "", right, got


def _both(right, got, tolerance):
    """What to say above the two, the right one and the other as texts; None for one that is not worth showing."""
    note, right, got = _where_they_part(right, got, tolerance)
    right_numbers, got_numbers = as_numbers(right), as_numbers(got)
    if type(right) is int and got_numbers is not None and got_numbers.shape == ():
        return note, _count(right), _count(got_numbers.item() if a_float(got) is not None else int(got))
    if right_numbers is None or got_numbers is None or right_numbers.shape != got_numbers.shape:
        return note, written(right), None if got is None else written(got)
    place = first_difference(got_numbers, right_numbers, tolerance)
    digits = next((n for n in (4, 8, 12) if written(right_numbers[place], n) != written(got_numbers[place], n)), 16)
    if right_numbers.size > _LARGEST:
        where, right, got = _close_up(right_numbers, got_numbers, place)
        note = f"{note} {where}" if note else where
    return note, written(right, digits), written(got, digits)


def _count(number):
    """A count with all its digits, in groups of three."""
    return f"{number:,}"


def _close_up(right, got, place):
    """Six numbers of the row in which two large arrays differ first, and where that is."""
    row, column = place[:-1], place[-1]
    start = max(0, min(column, right.shape[-1] - 6))
    end = min(start + 6, right.shape[-1])
    note = f"the first difference is at {list(place)}; of that row, columns {start} to {end - 1}:"
    return note, right[row][start:end], got[row][start:end]


def _entries(texts):
    """Names and texts side by side, the texts in one column."""
    width = max(map(len, texts)) + 2
    return [f"  {name:<{width}}" + text.replace("\n", "\n" + " " * (width + 2)) for name, text in texts.items()]
