"""Tidying: layer norm and root-mean-square norm. Chapter 5."""

import numpy as np

from transformer_block import checks


def layer_norm(x, gamma=None, beta=None, eps=1e-5):
    """Rewrite each row to mean 0 and spread 1, then scale by gamma and shift by beta.

    (..., C), (C,), (C,) -> (..., C). The variance is the population's (divided by C); eps, above zero, goes
    inside the root. Chapter 5.
    """
    x = checks.numbers("x", x, axes=1)
    eps = checks.positive("eps", eps)
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return _scale_and_shift(centred / np.sqrt(variance + eps), gamma, beta)


def rms_norm(x, gamma=None, eps=1e-5):
    """Divide each row by its root mean square; the mean stays: (..., C), (C,) -> (..., C). Chapter 5."""
    x = checks.numbers("x", x, axes=1)
    eps = checks.positive("eps", eps)
    return _scale_and_shift(x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps), gamma, None)


def _scale_and_shift(x, gamma, beta):
    for name, value in (("gamma", gamma), ("beta", beta)):
        if value is not None:
            value = checks.numbers(name, value, axes=1)
            checks.exactly(name, value, x.shape[-1:], "one number for each coordinate")
            x = x * value if name == "gamma" else x + value
    return x
