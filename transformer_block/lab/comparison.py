"""Compares what came back with what is right, and says in words how they differ."""

from types import BuiltinFunctionType, CoroutineType, FunctionType, GeneratorType, MethodType

import numpy as np

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, np.ufunc)
_ARRAYS = {"b": "an array of True and False", "c": "an array of complex numbers", "O": "an array of Python objects",
           "U": "an array of texts", "S": "an array of bytes"}
_KINDS = {
    list: "a list", tuple: "a tuple", dict: "a dict", set: "a set", bytes: "bytes",
    int: "a number", float: "a number", complex: "a complex number",
    GeneratorType: "a generator", CoroutineType: "a coroutine", **dict.fromkeys(_FUNCTIONS, "a function"),
}


def difference(got, right, tolerance, called="the result"):
    """How `got` differs from `right`, in a sentence or two; None when it does not.

    `right` is a number, an array of numbers or truth values, True or False, a text, None, or a tuple, list or dict of such.
    """
    if right is None:
        return None if got is None else f"{_start(called)} is {_kind(got, quote=True)}, and should be None."
    if type(right) is np.ndarray and right.dtype == np.bool_:
        return _table_difference(got, right, called)
    if isinstance(right, bool | np.bool_):
        return _truth_difference(got, right, called)
    if isinstance(right, str):
        same = type(got) in (str, np.str_) and str(got) == right
        return None if same else f"{_start(called)} is {_kind(got, quote=True)}, and should be the text {right!r}."
    if isinstance(right, dict):
        return _dict_difference(got, right, tolerance, called)
    if isinstance(right, tuple | list):
        return _parts_difference(got, right, tolerance, called)
    return _number_difference(got, np.asarray(right), tolerance, called)


def same(one, other, tolerance):
    """Whether two answers are the same kind of thing with the same numbers, NaN counting as equal to NaN."""
    try:
        return difference(one, other, tolerance) is None
    except TypeError:  # `other` is of a kind that no step asks for, so nobody answers with it by a known mistake
        return False


def first_difference(got, right, tolerance):
    """Where two arrays of one shape differ first, as an index."""
    return tuple(int(place) for place in np.argwhere(~_close(got, right, tolerance))[0])


def as_numbers(value):
    """The value as a float64 array, or None when it is no number and no array of numbers."""
    if type(value) not in (np.ndarray, int, float) and not issubclass(type(value), np.number):
        return None
    array = np.asarray(value)
    return array.astype(np.float64) if array.dtype.kind in "fiu" else None


def a_float(value):
    """The first float in a value, or in the parts of a tuple, list or dict, as Python's own; None when there is none."""
    if type(value) in (tuple, list, dict):
        parts = value.values() if type(value) is dict else value
        return next((found for part in parts if (found := a_float(part)) is not None), None)
    numbers = as_numbers(value)
    if numbers is None or np.asarray(value).dtype.kind != "f" or not numbers.size:
        return None
    return float(numbers.flat[0])


def _truth_difference(got, right, called):
    if type(got) is np.ndarray and got.shape == () and got.dtype.kind == "b":
        got = got.item()
    if type(got) not in (bool, np.bool_):
        return f"{_start(called)} is {_kind(got)}, and should be True or False."
    return None if bool(got) == bool(right) else f"{_start(called)} is {bool(got)}, and should be {bool(right)}."


def _table_difference(got, right, called):
    if type(got) is not np.ndarray or got.dtype != np.bool_:
        remedy = "Compare, so that it says whether: `table == 1`." if as_numbers(got) is not None else _remedy(got)
        return (f"{_start(called)} is {_kind(got)}, and should be an array of True and False of shape {right.shape}. "
                f"{remedy}").strip()
    if got.shape != right.shape:
        return _shape_difference(got, right, called)
    if np.array_equal(got, right):
        return None
    if np.array_equal(got, ~right):
        return f"{_start(called)} has the right shape, but True and False have changed places."
    turned = right.ndim == 2 and np.array_equal(got.T, right)
    return (f"{_start(called)} has the right shape, but not True and False in the right places."
            f"{' Rows and columns are swapped: its transpose would be right.' if turned else ''}")


def _dict_difference(got, right, tolerance, called):
    if type(got) is not dict:
        return f"{_start(called)} is {_kind(got)}, and should be a dict with the keys {', '.join(map(repr, right))}."
    wrong = [key for key in right if key not in got] or [key for key in got if key not in right]
    if wrong:
        return f"{_start(called)} should have the keys {', '.join(map(repr, right))}; look at {wrong[0]!r}."
    for key, part in right.items():
        if said := difference(got[key], part, tolerance, f"the entry {key!r}"):
            return said
    return None


def _parts_difference(got, right, tolerance, called):
    if type(got) not in (tuple, list):
        return (f"{_start(called)} is {_kind(got)}, and should be {len(right)} things. "
                f"Hand them back side by side: `return a, b`.")
    if len(got) != len(right):
        return f"{_start(called)} has {len(got)} parts, and should have {len(right)}."
    for number, (part, right_part) in enumerate(zip(got, right, strict=True)):
        which = f"the {_PLACES[number]} thing" if number < len(_PLACES) else f"thing number {number + 1}"
        if said := difference(part, right_part, tolerance, f"{which} returned"):
            return said
    return None


def _number_difference(got, right, tolerance, called):
    if right.dtype.kind not in "fiu":
        raise TypeError(f"a solution returned {_kind(right)}, expected numbers")
    numbers = as_numbers(got)
    if numbers is None:
        return f"{_start(called)} is {_kind(got)}, and should be {_array_kind(right)}. {_remedy(got)}".strip()
    if numbers.shape != right.shape:
        return _shape_difference(numbers, right, called)
    right = right.astype(np.float64)
    wrong = ~_close(numbers, right, tolerance)
    if not wrong.any():
        return None
    return _values_difference(got, numbers, right, wrong, called)


def _close(got, right, tolerance):
    with np.errstate(all="ignore"):
        near = np.abs(got - right) <= tolerance * np.maximum(1, np.abs(right))
    return near | (got == right) | (np.isnan(got) & np.isnan(right))


def _shape_difference(got, right, called):
    said = f"{_start(called)} has shape {got.shape}, and should have {right.shape}."
    if got.ndim == 2 and got.shape == right.shape[::-1]:
        return said + " The two axes are swapped: a transpose (`.T`) is missing, or there is one too many."
    if got.ndim < right.ndim:
        return said + " An axis went lost: look for a sum or mean over too many axes, or for a missing `keepdims=True`."
    if got.ndim > right.ndim:
        return said + " There is an axis too many: print the shapes step by step to see where it comes in."
    return said + " Print the shapes step by step (`print(a.shape)`) to see where they part."


def _values_difference(got, numbers, right, wrong, called):
    if np.isnan(numbers[wrong]).any():
        return (f"{_start(called)} holds nan, \"not a number\". It comes from 0 / 0, inf / inf or inf - inf: "
                f"look for a division by zero or an `exp` that overflows.")
    if np.isinf(numbers[wrong]).any():
        return f"{_start(called)} holds an infinity. Look for a division by zero or an `exp` that overflows."
    if getattr(got, "dtype", right.dtype).itemsize < 8 and _close(numbers, right, 1e-3).all():
        return (f"{_start(called)} is right to a few digits only, for its numbers are of type {got.dtype}. "
                f"Leave out the conversion: NumPy computes in float64 by itself.")
    if right.shape == ():
        return f"{_start(called)} is a number, as it should be, but not the right one."
    return f"{_start(called)} has the right shape, but not the right numbers.{_pattern(numbers, right)}"


def _pattern(got, right):
    """What the wrong numbers have to do with the right ones, where that is plain to see."""
    if got.size < 2 or not np.isfinite(right).all():
        return ""
    large = np.abs(right) > 1e-9
    if large.sum() > 1 and _close(got[~large], right[~large], 1e-9).all():
        ratios = got[large] / right[large]
        if np.ptp(ratios) <= 1e-9 * abs(ratios[0]) and ratios[0] != 0:
            return (" In this example every sign is turned round." if np.isclose(ratios[0], -1) else
                    f" In this example every number is {ratios[0]:.4g} times the right one: a factor is missing or "
                    f"too many.")
    shift = got - right
    if np.ptp(shift) <= 1e-9 * np.abs(shift).max():
        return f" In this example every number is off by {shift.flat[0]:+.4g}."
    if got.ndim == 2 and got.shape[0] == got.shape[1] and _close(got.T, right, 1e-9).all():
        return " In this example rows and columns are swapped: its transpose would be right."
    return ""


def _kind(value, quote=False):
    """What a value is, in words that call nothing of its own."""
    kind = type(value)
    if value is None:
        return "None, nothing at all"
    if kind is np.ndarray:
        return _ARRAYS.get(value.dtype.kind) or (
            f"one array of shape {value.shape}" if value.dtype.kind in "fiu" else f"an array of type {value.dtype}")
    if kind in (str, np.str_):
        return f"the text {str(value)!r}" if quote else "a text"
    if kind in _KINDS:
        return _KINDS[kind]
    if kind in (bool, np.bool_):
        return f"the truth value {bool(value)}"
    if issubclass(kind, np.number):
        return "a complex number" if issubclass(kind, np.complexfloating) else "a number"
    if issubclass(kind, type):
        return "a class"
    return f"a thing of type {kind.__name__}"


def _remedy(got):
    kind = type(got)
    if got is None:
        return "Is the last line of the function a `return`?"
    if kind in (list, tuple):
        return "Make one array of it: `np.array(...)` for numbers, `np.stack(...)` for rows of one length."
    if kind is GeneratorType:
        return "There is a `yield` where a `return` belongs."
    if kind is CoroutineType:
        return "Leave out the `async` before `def`."
    if kind in _FUNCTIONS or issubclass(kind, type):
        return "It has not been called yet: are its brackets, `(...)`, missing?"
    if (kind is np.ndarray and got.dtype.kind == "b") or kind in (bool, np.bool_):
        return "A comparison such as `x > 0` says whether, not how much."
    if (kind is np.ndarray and got.dtype.kind == "c") or kind is complex or issubclass(kind, np.complexfloating):
        return "Look for a root or a power of a negative number, or a stray `j`."
    if kind is np.ndarray and got.dtype.kind == "O":
        return "It was probably made of rows of different lengths, or of None: print it and look."
    if kind is not np.ndarray and issubclass(kind, np.ndarray):
        return "Turn it into a plain array: `np.asarray(...)`."
    return ""


def _array_kind(right):
    return "a number" if right.shape == () else f"an array of shape {right.shape}"


def _start(called):
    return called[0].upper() + called[1:]
