"""The whole block: tidy, gather, add; tidy, think, add. Chapter 6, and chapter 8 for the order of these."""

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
ORDERS = ("pre", "post")


def block_stages(z, weights, *, order="pre", mask=None, without=(), eps=1e-5):
    """One block, every stage kept: (..., T, C) -> a dict of eight arrays by name.

    In both orders X comes in, U was gathered, R is the stream between the halves, hidden (..., T, F) is after the
    bend, FFN was thought, Y goes out. "pre" tidies what is read: N1 = norm 1 of X, R = X + U, N2 = norm 2 of R,
    Y = R + FFN. "post" tidies the sums: S1 = X + U, R = norm 1 of S1, S2 = R + FFN, Y = norm 2 of S2.
    `mask`, booleans (..., T, T), says who may read whom; otherwise nothing after itself. `without` names PARTS to
    leave out. Chapters 6, 8 and 9.
    """
    checks.one_of("order", order, ORDERS)
    checks.parts("without", without, PARTS)
    checks.fields("weights", weights, BlockWeights._fields, "BlockWeights")
    X, w = checks.numbers("z", z, axes=2), weights
    for name in ("gamma1", "beta1", "gamma2", "beta2"):
        if (value := getattr(w, name)) is not None:
            value = checks.numbers(name, value, axes=1)
            checks.exactly(name, value, X.shape[-1:], "one number for each coordinate")

    def norm_1(x):
        return x if "norm 1" in without else layer_norm(x, w.gamma1, w.beta1, eps)

    def norm_2(x):
        return x if "norm 2" in without else layer_norm(x, w.gamma2, w.beta2, eps)

    rule = {"causal": False} if "mask" in without else {"mask": mask}
    N1 = norm_1(X) if order == "pre" else X
    U = multi_head(N1, w.heads, w.Wo, **rule)
    S1 = U if "add 1" in without else residual(X, U)
    R = S1 if order == "pre" else norm_1(S1)
    N2 = norm_2(R) if order == "pre" else R
    bank = feed_forward_stages(N2, w.W1, w.W2, w.b1, w.b2, bend="bend" not in without)
    hidden, FFN = bank["hidden"], bank["FFN"]
    S2 = FFN if "add 2" in without else residual(R, FFN)
    if order == "pre":
        return {"X": X, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": S2}
    return {"X": X, "U": U, "S1": S1, "R": R, "hidden": hidden, "FFN": FFN, "S2": S2, "Y": norm_2(S2)}


def block(z, weights, *, order="pre", mask=None, without=(), eps=1e-5):
    """Tidy, gather, add; tidy, think, add, or with "post" gather, add, tidy; think, add, tidy: (..., T, C) -> (..., T, C).

    Chapters 6, 8 and 9.
    """
    return block_stages(z, weights, order=order, mask=mask, without=without, eps=eps)["Y"]
