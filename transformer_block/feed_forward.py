"""Ifs: one unit, and a bank of them side by side. Chapters 1 and 2."""

import numpy as np

from transformer_block import checks


def fires(evidence, pattern):
    """How strongly a unit fires, max(pattern . evidence, 0): (..., C), (C,) -> (...). Chapter 1."""
    evidence, pattern = checks.numbers("evidence", evidence, axes=1), checks.numbers("pattern", pattern, axes=1)
    checks.exactly("pattern", pattern, evidence.shape[-1:], "one number for each of evidence's coordinates")
    return np.maximum(evidence @ pattern, 0)


def if_unit(evidence, pattern, contribution):
    """One if and its then, fires x contribution: (..., C), (C,), (C,) -> (..., C). Chapter 1."""
    evidence, contribution = checks.numbers("evidence", evidence, axes=1), checks.numbers("contribution", contribution)
    checks.exactly("contribution", contribution, evidence.shape[-1:], "one number for each of evidence's coordinates")
    return fires(evidence, pattern)[..., None] * contribution


def relu(x):
    """The bend: below zero becomes zero, the rest stays: (...) -> (...). Chapter 2."""
    return np.maximum(checks.numbers("x", x), 0)


def feed_forward(x, W1, W2, b1=None, b2=None):
    """A bank of if-units, relu(x W1 + b1) W2 + b2, on each row alone.

    (..., C), (C, F), (F, C), (F,), (C,) -> (..., C). Patterns are the columns of W1, contributions the rows
    of W2; a missing bias is zero. Chapter 2.
    """
    return feed_forward_stages(x, W1, W2, b1, b2)["FFN"]


def feed_forward_stages(x, W1, W2, b1=None, b2=None, *, bend=True):
    """A bank with every stage kept: (..., C) -> a dict of three arrays by name.

    match (..., F) is what each unit sees, hidden (..., F) what it fires, FFN (..., C) what all add. The other
    shapes are those of feed_forward. `bend=False` leaves the bend out. Chapters 2 and 6.
    """
    x = checks.numbers("x", x, axes=1)
    W1, W2 = checks.matrix("W1", W1), checks.matrix("W2", W2)
    checks.row_count("W1", W1, x.shape[-1], "the width of x")
    checks.exactly("W2", W2, W1.shape[::-1], "W1's shape the other way round")
    match = _affine(x, W1, b1, "b1")
    hidden = relu(match) if bend else match.copy()
    return {"match": match, "hidden": hidden, "FFN": _affine(hidden, W2, b2, "b2")}


def _affine(x, W, b, name):
    if b is None:
        return x @ W
    b = checks.numbers(name, b, axes=1)
    checks.exactly(name, b, W.shape[-1:], "one number for each column")
    return x @ W + b
