"""Gathering: softmax, one attention head, several side by side. Chapter 0."""

import numpy as np

from transformer_block import checks


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
