"""The transformer block in plain NumPy, in the order in which the chapters introduce it.

Letters: B examples, T positions, C model width, F inner width, H heads, d = C / H head width.
Rows are positions, columns are coordinates; `...` stands for any leading batch axes.
Nothing here changes its arguments, draws hidden random numbers or imports anything but NumPy.
"""

from typing import NamedTuple

import numpy as np

from transformer_block import checks

# --- Chapter 0: gathering ------------------------------------------------------------------------------------


def softmax(scores):
    """Turn each row of scores into weights that are positive and sum to 1: (..., n) -> (..., n).

    A score of -inf gets weight 0; a row of nothing but -inf is refused. Chapter 0.
    """
    scores = checks.numbers("scores", scores, axes=1, allow_minus_infinity=True)
    checks.something_visible("scores", scores)
    # Subtracting the largest score leaves the result as it is and keeps exp from overflowing. Where the distance
    # itself is too long for a float it becomes -inf, and the weight 0, as it should.
    with np.errstate(over="ignore"):
        exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention_weights(x, Wq, Wk, *, causal=True):
    """How much each position reads from each other: (..., T, C), (C, d), (C, d) -> (..., T, T).

    Row t holds the weights with which position t reads. With `causal`, it reads nothing after itself. Chapter 0.
    """
    x, Wq, Wk = checks.numbers("x", x, axes=2), checks.matrix("Wq", Wq), checks.matrix("Wk", Wk)
    checks.row_count("Wq", Wq, x.shape[-1], "the width of x")
    checks.exactly("Wk", Wk, Wq.shape, "the shape of Wq")
    scores = (x @ Wq) @ (x @ Wk).swapaxes(-1, -2) / Wq.shape[-1] ** 0.5
    if causal:
        T = x.shape[-2]
        scores = np.where(np.tril(np.ones((T, T), dtype=bool)), scores, -np.inf)
    return softmax(scores)


def causal_head(x, Wq, Wk, Wv, *, causal=True):
    """One attention head: each position gathers a blend of the rows it may see.

    (..., T, C), three times (C, d) -> (..., T, d). `Wv` may be of another width, which the result then has.
    `causal=False` lifts the mask. Chapter 0.
    """
    x, Wv = checks.numbers("x", x, axes=2), checks.matrix("Wv", Wv)
    weights = attention_weights(x, Wq, Wk, causal=causal)
    checks.row_count("Wv", Wv, x.shape[-1], "the width of x")
    return weights @ (x @ Wv)


def multi_head(x, heads, Wo=None, *, causal=True):
    """All heads side by side, then the output projection where one is given.

    (..., T, C), H times (Wq, Wk, Wv) of (C, d), (C, C) -> (..., T, C). Raises ValueError when H does not
    divide C or a head is not C / H wide. Chapter 0.
    """
    x = checks.numbers("x", x, axes=2)
    C = x.shape[-1]
    checks.several("heads", heads, "(Wq, Wk, Wv) triples", "Pass one triple for each head.")
    for number, head in enumerate(heads):
        checks.triple(f"heads[{number}]", head)
    checks.divisible(C, len(heads))
    for number, head in enumerate(heads):
        for letter, W in zip(("Wq", "Wk", "Wv"), head, strict=True):
            name = f"heads[{number}] {letter}"
            checks.exactly(name, checks.numbers(name, W), (C, C // len(heads)), "(C, C / H)")
    gathered = np.concatenate([causal_head(x, *head, causal=causal) for head in heads], axis=-1)
    if Wo is None:
        return gathered
    Wo = checks.numbers("Wo", Wo)
    checks.exactly("Wo", Wo, (C, C), "(C, C)")
    return gathered @ Wo


# --- Chapter 1: one if at a time -----------------------------------------------------------------------------


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


# --- Chapter 2: a bank of ifs --------------------------------------------------------------------------------


def relu(x):
    """The bend: below zero becomes zero, the rest stays: (...) -> (...). Chapter 2."""
    return np.maximum(checks.numbers("x", x), 0)


def feed_forward(x, W1, W2, b1=None, b2=None):
    """A bank of if-units, relu(x W1 + b1) W2 + b2, on each row alone.

    (..., C), (C, F), (F, C), (F,), (C,) -> (..., C). Patterns are the columns of W1, contributions the rows
    of W2; a missing bias is zero. Chapter 2.
    """
    x = checks.numbers("x", x, axes=1)
    W1, W2 = _bank(x, W1, W2)
    return _affine(relu(_affine(x, W1, b1, "b1")), W2, b2, "b2")


def _bank(x, W1, W2):
    W1, W2 = checks.matrix("W1", W1), checks.matrix("W2", W2)
    checks.row_count("W1", W1, x.shape[-1], "the width of x")
    checks.exactly("W2", W2, W1.shape[::-1], "W1's shape the other way round")
    return W1, W2


def _affine(x, W, b, name):
    if b is None:
        return x @ W
    b = checks.numbers(name, b, axes=1)
    checks.exactly(name, b, W.shape[-1:], "one number for each column")
    return x @ W + b


# --- Chapters 4 and 5: adding and tidying --------------------------------------------------------------------


def residual(x, update):
    """Add what was computed to what was received: (...), (...) -> (...), shapes equal or ValueError. Chapter 4."""
    x, update = checks.numbers("x", x), checks.numbers("update", update)
    checks.same_shape("x", x, "update", update)
    return x + update


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


def spread(x):
    """The size of each row, its standard deviation: (..., C) -> (...). Chapter 4."""
    return checks.numbers("x", x, axes=1).std(axis=-1)


RULES = ("replace", "add", "add-then-tidy", "tidy-then-add")


def stack(z, matrices, rule="add"):
    """Send z up a stack of linear storeys and keep every floor: (..., C), S times (C, C) -> (S + 1, ..., C).

    Entry 0 is z itself. `rule` is what a storey does with z @ W: "replace" z by it, "add" it to z,
    "add-then-tidy" (layer norm on the sum), or "tidy-then-add" (read layer_norm(z), add to z). Chapters 4 and 5.
    """
    z = checks.numbers("z", z, axes=1)
    checks.one_of("rule", rule, RULES)
    checks.several("matrices", matrices, "(C, C) matrices", "Pass one matrix for each storey.")
    floors = [z]
    for number, W in enumerate(matrices):
        W = checks.numbers(f"matrices[{number}]", W)
        checks.exactly(f"matrices[{number}]", W, (z.shape[-1], z.shape[-1]), "(C, C)")
        if rule == "replace":
            z = z @ W
        elif rule == "add":
            z = z + z @ W
        elif rule == "add-then-tidy":
            z = layer_norm(z + z @ W)
        else:
            z = z + layer_norm(z) @ W
        floors.append(z)
    return np.stack(floors)


# --- Chapter 6: the full block -------------------------------------------------------------------------------


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


def block_stages(z, weights, *, without=(), eps=1e-5):
    """One pre-norm block, every stage kept: (..., T, C) -> a dict of eight arrays by name.

    X comes in, N1 = norm 1, U = what was gathered, R = X + U, N2 = norm 2, hidden (..., T, F) after the bend,
    FFN = what was thought, Y = R + FFN. `without` names PARTS to leave out. Chapter 6.
    """
    checks.parts("without", without, PARTS)
    checks.fields("weights", weights, BlockWeights._fields, "BlockWeights")
    X, w = checks.numbers("z", z, axes=2), weights
    for name in ("gamma1", "beta1", "gamma2", "beta2"):
        if (value := getattr(w, name)) is not None:
            value = checks.numbers(name, value, axes=1)
            checks.exactly(name, value, X.shape[-1:], "one number for each coordinate")
    N1 = X if "norm 1" in without else layer_norm(X, w.gamma1, w.beta1, eps)
    U = multi_head(N1, w.heads, w.Wo, causal="mask" not in without)
    R = U if "add 1" in without else residual(X, U)
    N2 = R if "norm 2" in without else layer_norm(R, w.gamma2, w.beta2, eps)
    W1, W2 = _bank(N2, w.W1, w.W2)
    scores = _affine(N2, W1, w.b1, "b1")
    hidden = scores if "bend" in without else relu(scores)
    FFN = _affine(hidden, W2, w.b2, "b2")
    Y = FFN if "add 2" in without else residual(R, FFN)
    return {"X": X, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": Y}


def block(z, weights, *, without=(), eps=1e-5):
    """Tidy, gather, add; tidy, think, add: (..., T, C) -> (..., T, C). Chapter 6."""
    return block_stages(z, weights, without=without, eps=eps)["Y"]
