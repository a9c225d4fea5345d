"""What the maths asks of its arguments, and the words it uses when they do not fit.

Every message says three things: what was expected, what came, and what to try. A recording array
(`transformer_block.live`) stands for values that will move under a reader's hand: its shape is checked,
its values cannot be.
"""

import numpy as np


def numbers(name, value, *, axes=0, allow_minus_infinity=False):
    """Return `value` as a floating-point array with at least `axes` axes: (...) -> (...).

    Integers become float64; float32 stays float32. Raises TypeError for anything that is not a real
    number, ValueError for an empty array, too few axes, NaN or infinity (naming the position).
    """
    if _is_recording(value):
        _check_axes(name, value, axes)
        return value
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: expected rows of equal length, got rows that differ. "
                         f"Make every row as long as the first.") from None
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name}: expected real numbers, got {_describe(array)}. "
                        f"Pass integers or floats, such as [0.8, -0.6].")
    if array.dtype.kind != "f":
        array = array.astype(np.float64)
    if array.size == 0:
        raise ValueError(f"{name}: expected at least one number, got an empty array of shape {array.shape}. "
                         f"Every axis must be 1 or longer.")
    _check_axes(name, array, axes)
    wrong = np.isnan(array) | np.isposinf(array) if allow_minus_infinity else ~np.isfinite(array)
    if wrong.any():
        position = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise ValueError(f"{name}: expected finite numbers, got {array[position]} at position {position}"
                         f"{_and_more(int(wrong.sum()) - 1)}. Look for a division by zero or an overflow before this step.")
    return array


def width(name, array, axis, expected, because):
    """Raise ValueError unless `array.shape[axis] == expected`; `because` names what sets the width."""
    if array.shape[axis] != expected:
        which = {-1: "last axis", -2: "second-to-last axis"}[axis]
        raise ValueError(f"{name}: expected {expected} on the {which}, {because}, got shape {array.shape}. "
                         f"{_transposition_hint(array, axis, expected)}")


def exactly(name, array, shape, because):
    """Raise ValueError unless `array` has exactly `shape`."""
    if array.shape != shape:
        hint = (f"Its transpose fits: try {name}.T." if len(shape) == 2 and array.shape == shape[::-1]
                else "Check which axis is which.")
        raise ValueError(f"{name}: expected shape {shape}, {because}, got {array.shape}. {hint}")


def same_shape(name_a, a, name_b, b):
    """Raise ValueError unless `a` and `b` have equal shapes, also where NumPy would stretch one of them."""
    if a.shape == b.shape:
        return
    try:
        np.broadcast_shapes(a.shape, b.shape)
        warning = " NumPy would stretch one over the other and hand the same update to several rows."
    except ValueError:
        warning = ""
    raise ValueError(f"residual: expected {name_a} and {name_b} of one shape, got {a.shape} and {b.shape}.{warning} "
                     f"Compute one update for every row, of shape {a.shape}.")


def positive(name, value):
    """Raise ValueError unless the number `value` is above zero; a recording array passes."""
    if _is_recording(value):
        return
    if not isinstance(value, int | float | np.number):
        numbers(name, value)
    if not 0 < value < np.inf:
        raise ValueError(f"{name}: expected a number above 0, got {value}. "
                         f"It keeps the divisor from being zero; 1e-5 is customary.")


def one_of(name, value, choices):
    """Raise ValueError unless `value` is among `choices`."""
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(map(repr, choices))}, got {value!r}. Pick one of those.")


def parts(name, value, choices):
    """Raise unless `value` is a list or tuple of `choices`; a text is a likely slip, with letters for parts."""
    if isinstance(value, str):
        raise TypeError(f"{name}: expected a list or tuple of parts, got the text {value!r}. Try {name}=[{value!r}].")
    for part in value:
        one_of(name, part, choices)


def triple(name, head):
    """Raise ValueError unless `head` has its three matrices."""
    if len(head) != 3:
        raise ValueError(f"{name}: expected three matrices (Wq, Wk, Wv), got {len(head)}. Pass one triple for each head.")


def divisible(model_width, n_heads):
    """Raise ValueError unless the heads share the model width evenly."""
    if n_heads == 0:
        raise ValueError("heads: expected at least one (Wq, Wk, Wv), got none. Pass a list of triples.")
    if model_width % n_heads:
        fits = [n for n in range(1, model_width + 1) if model_width % n == 0]
        nearest = min(fits, key=lambda n: abs(n - n_heads))
        raise ValueError(f"heads: expected a number of heads that divides the width C = {model_width}, got {n_heads} heads "
                         f"({model_width} / {n_heads} is not whole). The nearest that fits: {nearest}.")


def something_visible(name, scores):
    """Raise ValueError when a row of `scores` is masked everywhere: it would have nothing to read."""
    if _is_recording(scores):
        return
    blind = np.isneginf(scores).all(axis=-1)
    if blind.any():
        position = tuple(int(i) for i in np.argwhere(blind)[0])
        where = f"row {position}" if position else "the row"
        raise ValueError(f"{name}: expected every row to leave at least one score unmasked, but {where} is -inf throughout. "
                         f"Let each position see at least itself.")


def _is_recording(value):
    return not isinstance(value, np.ndarray) and hasattr(value, "__array_function__")


def _check_axes(name, array, axes):
    if array.ndim < axes:
        wanted = {1: "a row of numbers", 2: "rows of numbers, (..., rows, columns)"}[axes]
        raise ValueError(f"{name}: expected {wanted}, got shape {array.shape}. "
                         f"Wrap it once more in brackets: [[1, 2, 3]] is one row of three.")


def _describe(array):
    kinds = {"b": "booleans", "c": "complex numbers", "O": "Python objects", "U": "text", "S": "bytes"}
    return kinds.get(array.dtype.kind, f"dtype {array.dtype}")


def _and_more(count):
    return f" (and {count} more)" if count else ""


def _transposition_hint(array, axis, expected):
    if array.ndim == 2 and array.shape[-3 - axis] == expected:
        return "The two axes look swapped: try its transpose, .T."
    return "Check which axis is which: rows are positions, columns are coordinates."
