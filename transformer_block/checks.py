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
        raise TypeError(f"{name}: expected real numbers, got {_kind(array)}. "
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
        where = f" at position {position}" if position else ""
        raise ValueError(f"{name}: expected finite numbers, got {array[position]}{where}"
                         f"{_and_more(int(wrong.sum()) - 1)}. Look for a division by zero or an overflow before this step.")
    return array


def matrix(name, value):
    """Return `value` as numbers with exactly two axes: a stack of matrices would be spread over the examples."""
    array = numbers(name, value, axes=2)
    if array.ndim != 2:
        raise ValueError(f"{name}: expected one matrix, (rows, columns), got shape {array.shape}. "
                         f"All examples share it: leave out its leading axes.")
    return array


def row_count(name, array, expected, because):
    """Raise ValueError unless the matrix `array` has `expected` rows; `because` names what sets their number."""
    if array.shape[0] != expected:
        hint = ("The two axes look swapped: try its transpose, .T." if array.shape[1] == expected
                else "Check which axis is which.")
        raise ValueError(f"{name}: expected {expected} on the second-to-last axis, {because}, got shape {array.shape}. "
                         f"{hint}")


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
    """Return the number `value` as a plain float, which leaves float32 arrays float32; a recording array stays itself.

    Raises TypeError for anything but one real number, ValueError unless it is finite and above zero.
    """
    if _is_recording(value):
        return value
    number = value.item() if isinstance(value, np.ndarray | np.generic) and value.size == 1 else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise TypeError(f"{name}: expected one number above 0, got {_what(value)}. 1e-5 is customary.")
    if not 0 < number < np.inf:
        raise ValueError(f"{name}: expected a number above 0, got {number}. "
                         f"It keeps the divisor from being zero; 1e-5 is customary.")
    return float(number)


def one_of(name, value, choices):
    """Raise ValueError unless `value` is among `choices`."""
    if isinstance(value, np.ndarray) or value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(map(repr, choices))}, got {value!r}. Pick one of those.")


def parts(name, value, choices):
    """Raise unless `value` is a list, tuple or set of `choices`; a text is a likely slip, with letters for parts."""
    if isinstance(value, str):
        raise TypeError(f"{name}: expected a list or tuple of parts, got the text {value!r}. Try {name}=[{value!r}].")
    if not isinstance(value, list | tuple | set | frozenset):
        raise TypeError(f"{name}: expected a list or tuple of parts, got {_what(value)}. "
                        f"Leave it out, or try {name}=[{choices[0]!r}].")
    for part in value:
        one_of(name, part, choices)


def several(name, value, of, remedy):
    """Raise TypeError unless `value` is a list of something, or what can be counted and numbered like one."""
    if isinstance(value, str | bytes | dict) or not hasattr(value, "__getitem__") or not hasattr(value, "__len__"):
        raise TypeError(f"{name}: expected a list of {of}, got {_what(value)}. {remedy}")


def triple(name, head):
    """Raise unless `head` has its three matrices."""
    several(name, head, "three matrices (Wq, Wk, Wv)", "Pass one triple for each head.")
    if len(head) != 3:
        raise ValueError(f"{name}: expected three matrices (Wq, Wk, Wv), got {len(head)}. Pass one triple for each head.")


def fields(name, value, wanted, kind, example="heads, W1, W2"):
    """Raise TypeError unless `value` has all the fields `wanted`, as a `kind` has."""
    if not all(hasattr(value, field) for field in wanted):
        raise TypeError(f"{name}: expected {kind}, got {_what(value)}. Try {kind}({example}).")


def whole(name, value):
    """Return the whole number `value`, 1 or more, as an int; 12.0 is one."""
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise TypeError(f"{name}: expected a whole number, got {_what(value)}. Try 12.")
    if not -np.inf < number < np.inf or number != int(number):
        nearest = f"The nearest: {max(1, round(number))}" if np.isfinite(number) else "Try 12"
        raise ValueError(f"{name}: expected a whole number, got {number}. {nearest}.")
    if number < 1:
        raise ValueError(f"{name}: expected 1 or more, got {int(number)}. The nearest that fits: 1.")
    return int(number)


def heads_of_width(d_model, n_heads):
    """Raise ValueError unless the heads share the width evenly; name the nearest number of heads and the nearest width."""
    if d_model % n_heads:
        heads = min((n for n in range(1, d_model + 1) if d_model % n == 0), key=lambda n: abs(n - n_heads))
        width = max(1, round(d_model / n_heads)) * n_heads
        raise ValueError(f"n_heads: expected a number of heads that divides d_model = {d_model}, got {n_heads} "
                         f"({d_model} / {n_heads} is not whole). The nearest that fit: {heads} heads, or a d_model of {width}.")


def inside_table(name, value, rows):
    """Return the whole number `value`, from 1 to `rows`, as an int."""
    number = whole(name, value)
    if number > rows:
        raise ValueError(f"{name}: expected at most max_seq_len = {rows} positions, got {number}. A table of {rows} rows has "
                         f"no row {number - 1}, since they count from 0. Shorten the text to {rows}, or train a longer table.")
    return number


def divisible(model_width, n_heads):
    """Raise ValueError unless there are heads and they share the model width evenly."""
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


def count(name, value):
    """Return the whole number `value`, 1 or more, as an int."""
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name}: expected a whole number of positions, got {_what(value)}. Try len(x).")
    if number < 1:
        raise ValueError(f"{name}: expected at least one position, got {number}. Try len(x).")
    return number


def lengths(name, value, most):
    """Return `value` as whole numbers from 1 to `most`: (...) -> (...)."""
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected whole numbers, got {_kind(array)}. Count the real positions of each example.")
    wrong = (array < 1) | (array > most)
    if wrong.any():
        raise ValueError(f"{name}: expected whole numbers from 1 to {most}, got {array[wrong][0]}. "
                         f"Count the real positions of each example, without its padding.")
    return array


def one_rule(causal, mask, source):
    """Raise ValueError when `causal=True` stands beside another rule, or where there is no before and after."""
    if causal and mask is not None:
        raise ValueError("causal: expected a mask or causal=True, got both. The mask is the whole rule: "
                         "put the triangle into it, mask & causal_mask(T).")
    if causal and source is not None:
        raise ValueError("causal: expected no triangle over a source, got causal=True. Positions of two sequences have no "
                         "before and after: leave it out, or give a mask.")


def mask(name, value, scores_shape):
    """Return `value` as booleans that fit scores of (..., T, S), with something to read for every position."""
    if not _is_recording(value):
        value = np.asarray(value)
    if value.dtype != np.bool_:
        raise TypeError(f"{name}: expected booleans, True where a position may read, got {_kind(value)}. "
                        f"Write it as a condition, such as table == 1.")
    T, S = scores_shape[-2:]
    try:
        fits = value.ndim >= 2 and np.broadcast_shapes(value.shape, scores_shape) == scores_shape
    except ValueError:
        fits = False
    if not fits:
        hint = (f"Its transpose fits: rows are readers, columns are read, try {name}.T." if value.shape == (S, T) != (T, S)
                else "One row for every reader is (1, S); examples with masks of their own are (B, 1, S).")
        raise ValueError(f"{name}: expected shape {scores_shape}, readers by what they read, got {value.shape}. {hint}")
    if not _is_recording(value) and not value.any(axis=-1).all():
        position = tuple(int(i) for i in np.argwhere(~value.any(axis=-1))[0])
        raise ValueError(f"{name}: expected every reader to have something to read, but row {position} is False throughout. "
                         f"Let each position read at least one; let padding read too, and ignore what it gathers.")
    return value


def another_sequence(name, array, shape):
    """Raise ValueError unless `array` has the examples and the width of x, whose shape is given."""
    if (*array.shape[:-2], array.shape[-1]) != (*shape[:-2], shape[-1]):
        wanted = ", ".join([*map(str, shape[:-2]), "S", str(shape[-1])])
        raise ValueError(f"{name}: expected shape ({wanted}), the examples and the width of x, got {array.shape}. "
                         f"Only the number of positions may differ.")


def _is_recording(value):
    return not isinstance(value, np.ndarray) and hasattr(value, "__array_function__")


def _check_axes(name, array, axes):
    if array.ndim < axes:
        wanted, remedy = {
            1: ("a row of numbers", "Wrap it in brackets: [1, 2, 3] is a row of three."),
            2: ("rows of numbers, (..., rows, columns)", "Wrap it once more in brackets: [[1, 2, 3]] is one row of three."),
        }[axes]
        raise ValueError(f"{name}: expected {wanted}, got shape {array.shape}. {remedy}")


def _kind(array):
    if array.ndim == 0 and array.dtype.kind == "O":
        return _what(array.item())
    kinds = {"b": "booleans", "c": "complex numbers", "O": "Python objects", "U": "text", "S": "bytes"}
    return kinds.get(array.dtype.kind, f"dtype {array.dtype}")


def _what(value):
    if value is None:
        return "None"
    return f"an array of shape {value.shape}" if isinstance(value, np.ndarray) else f"a value of type {type(value).__name__}"


def _and_more(count):
    return f" (and {count} more)" if count else ""
