"""Gathering: softmax, one attention head, several side by side. Chapter 0."""

import numpy as np

from transformer_block import checks
from transformer_block.masks import causal_mask


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


def attention_weights(x, Wq, Wk, *, causal=None, mask=None, source=None):
    """How much each position reads from each other: (..., T, C), (C, d), (C, d) -> (..., T, T).

    Row t holds the weights with which position t reads. It reads nothing after itself; with `causal=False` it reads
    all. Any other rule is a `mask`, booleans (..., T, S): True where t may read s. With a `source`, (..., S, C), the
    rows that are read are those of another sequence: -> (..., T, S). Chapters 0 and 9.
    """
    x, Wq, Wk = checks.numbers("x", x, axes=2), checks.matrix("Wq", Wq), checks.matrix("Wk", Wk)
    checks.row_count("Wq", Wq, x.shape[-1], "the width of x")
    checks.exactly("Wk", Wk, Wq.shape, "the shape of Wq")
    read = _rows_to_read(x, source)
    scores = (x @ Wq) @ (read @ Wk).swapaxes(-1, -2) / Wq.shape[-1] ** 0.5
    return softmax(_masked(scores, causal, mask, source))


def causal_head(x, Wq, Wk, Wv, *, causal=None, mask=None, source=None):
    """One attention head: each position gathers a blend of the rows it may see.

    (..., T, C), three times (C, d) -> (..., T, d). `Wv` may be of another width, which the result then has.
    `causal=False` lifts the mask, `mask` is another one, and `source` holds other rows to read, as
    attention_weights has them. Chapters 0 and 9.
    """
    x, Wv = checks.numbers("x", x, axes=2), checks.matrix("Wv", Wv)
    weights = attention_weights(x, Wq, Wk, causal=causal, mask=mask, source=source)
    checks.row_count("Wv", Wv, x.shape[-1], "the width of x")
    return weights @ (_rows_to_read(x, source) @ Wv)


def multi_head(x, heads, Wo=None, *, causal=None, mask=None, source=None):
    """All heads side by side, then the output projection where one is given.

    (..., T, C), H times (Wq, Wk, Wv) of (C, d), (C, C) -> (..., T, C). `causal`, `mask` and `source` are those of
    attention_weights, the same for every head. Raises ValueError when H does not divide C or a head is not C / H
    wide. Chapters 0 and 9.
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
    gathered = np.concatenate([causal_head(x, *head, causal=causal, mask=mask, source=source) for head in heads], axis=-1)
    if Wo is None:
        return gathered
    Wo = checks.numbers("Wo", Wo)
    checks.exactly("Wo", Wo, (C, C), "(C, C)")
    return gathered @ Wo


def _rows_to_read(x, source):
    if source is None:
        return x
    source = checks.numbers("source", source, axes=2)
    checks.another_sequence("source", source, x.shape)
    return source


def _masked(scores, causal, mask, source):
    """The scores of the pairs that exist, and -inf for all others. A `mask` is the whole rule."""
    checks.one_rule(causal, mask, source)
    if mask is not None:
        may_read = checks.mask("mask", mask, scores.shape)
    elif causal or causal is None and source is None:
        may_read = causal_mask(scores.shape[-1])
    else:
        return scores
    return np.where(may_read, scores, -np.inf)
