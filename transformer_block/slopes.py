"""The way back through a block: how fast a number at the top changes with each stage below it. Chapters 8 and 12."""

import numpy as np

from transformer_block import checks
from transformer_block.attention import attention_weights
from transformer_block.block import block_stages


def block_slopes(z, weights, slope, *, order="pre", mask=None, eps=1e-5):
    """The slope that arrives at every stage of a block: (..., T, C), (..., T, C) -> a dict of eight arrays by name.

    `slope` says how fast some number, a loss for example, changes with each number of Y. The result says the same of
    each stage of block_stages, in its shape and under its name, along all routes to the top together. The slope of W2
    is then hidden.T @ slopes["FFN"]. `order` and `mask` are those of block_stages. Chapters 8 and 12.
    """
    stages = block_stages(z, weights, order=order, mask=mask, eps=eps)
    dY, w = checks.numbers("slope", slope, axes=2), weights
    checks.exactly("slope", dY, stages["Y"].shape, "one number for each number of Y")
    if order == "pre":
        hidden, N2 = _of_bank(stages["hidden"], w, dY)
        R = dY + _of_norm(stages["R"], w.gamma2, N2, eps)
        N1 = _of_heads(stages["N1"], w, R, mask)
        X = R + _of_norm(stages["X"], w.gamma1, N1, eps)
        return {"X": X, "N1": N1, "U": R, "R": R, "N2": N2, "hidden": hidden, "FFN": dY, "Y": dY}
    S2 = _of_norm(stages["S2"], w.gamma2, dY, eps)
    hidden, read = _of_bank(stages["hidden"], w, S2)
    R = S2 + read
    S1 = _of_norm(stages["S1"], w.gamma1, R, eps)
    X = S1 + _of_heads(stages["X"], w, S1, mask)
    return {"X": X, "U": S1, "S1": S1, "R": R, "hidden": hidden, "FFN": S2, "S2": S2, "Y": dY}


def _of_norm(x, gamma, slope, eps):
    """From what a layer norm gives to what it reads: gamma, then whatever would move mean or spread is taken out."""
    centred = x - x.mean(axis=-1, keepdims=True)
    divisor = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps)
    tidy, slope = centred / divisor, slope if gamma is None else slope * checks.numbers("gamma", gamma)
    along = (slope * tidy).mean(axis=-1, keepdims=True)
    return (slope - slope.mean(axis=-1, keepdims=True) - along * tidy) / divisor


def _of_bank(hidden, w, slope):
    """From what a bank adds to what its units fire, and to what they read; a silent unit passes nothing on."""
    fired = _through(checks.matrix("W2", w.W2), slope)
    return fired, _through(checks.matrix("W1", w.W1), fired * (hidden > 0))


def _of_heads(x, w, slope, mask):
    """From what all heads gathered to what they read: by way of the values, and of the queries and keys."""
    slope = slope if w.Wo is None else _through(checks.matrix("Wo", w.Wo), slope)
    read, d = 0, slope.shape[-1] // len(w.heads)
    for number, head in enumerate(w.heads):
        Wq, Wk, Wv = (checks.numbers("heads", W) for W in head)
        weights, gathered = attention_weights(x, Wq, Wk, mask=mask), slope[..., number * d:(number + 1) * d]
        values = weights.swapaxes(-1, -2) @ gathered
        wanted = gathered @ (x @ Wv).swapaxes(-1, -2)
        scores = weights * (wanted - (weights * wanted).sum(axis=-1, keepdims=True)) / d**0.5
        queries, keys = scores @ (x @ Wk), scores.swapaxes(-1, -2) @ (x @ Wq)
        read = read + _through(Wv, values) + _through(Wq, queries) + _through(Wk, keys)
    return read


def _through(W, slope):
    """slope @ W.T, without turning W round: a widget's page finds the random W again, and would have to carry a turned one."""
    return (W @ slope.swapaxes(-1, -2)).swapaxes(-1, -2)
