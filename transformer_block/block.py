"""The whole block: tidy, gather, add; tidy, think, add. Chapter 6."""

from typing import NamedTuple

import numpy as np

from transformer_block import checks
from transformer_block.attention import multi_head
from transformer_block.feed_forward import feed_forward_stages
from transformer_block.norms import layer_norm
from transformer_block.residual import residual


class BlockWeights(NamedTuple):
    """The learned numbers of one block; what is None is left out. Chapter 6."""

    heads: list  # H times (Wq, Wk, Wv), each (C, d)
    W1: np.ndarray  # (C, F)
    W2: np.ndarray  # (F, C)
    Wo: np.ndarray | None = None  # (C, C)
    b1: np.ndarray | None = None  # (F,)
    b2: np.ndarray | None = None  # (C,)
    gamma1: np.ndarray | None = None  # (C,), as are the next three
    beta1: np.ndarray | None = None
    gamma2: np.ndarray | None = None
    beta2: np.ndarray | None = None


PARTS = ("norm 1", "mask", "add 1", "norm 2", "bend", "add 2")


def block_stages(z, weights, *, without=(), eps=1e-5, mask=None):
    """One pre-norm block, every stage kept: (..., T, C) -> a dict of eight arrays by name.

    X comes in, N1 = norm 1, U = what was gathered, R = X + U, N2 = norm 2, hidden (..., T, F) after the bend,
    FFN = what was thought, Y = R + FFN. `without` names PARTS to leave out. `mask`, booleans (..., T, T), says who may
    read whom; otherwise nothing after itself. Chapters 6 and 9.
    """
    checks.parts("without", without, PARTS)
    checks.fields("weights", weights, BlockWeights._fields, "BlockWeights")
    X, w = checks.numbers("z", z, axes=2), weights
    for name in ("gamma1", "beta1", "gamma2", "beta2"):
        if (value := getattr(w, name)) is not None:
            value = checks.numbers(name, value, axes=1)
            checks.exactly(name, value, X.shape[-1:], "one number for each coordinate")
    N1 = X if "norm 1" in without else layer_norm(X, w.gamma1, w.beta1, eps)
    rule = {"causal": False} if "mask" in without else {"mask": mask}
    U = multi_head(N1, w.heads, w.Wo, **rule)
    R = U if "add 1" in without else residual(X, U)
    N2 = R if "norm 2" in without else layer_norm(R, w.gamma2, w.beta2, eps)
    bank = feed_forward_stages(N2, w.W1, w.W2, w.b1, w.b2, bend="bend" not in without)
    hidden, FFN = bank["hidden"], bank["FFN"]
    Y = FFN if "add 2" in without else residual(R, FFN)
    return {"X": X, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": Y}


def block(z, weights, *, without=(), eps=1e-5, mask=None):
    """Tidy, gather, add; tidy, think, add: (..., T, C) -> (..., T, C). Chapters 6 and 9."""
    return block_stages(z, weights, without=without, eps=eps, mask=mask)["Y"]
