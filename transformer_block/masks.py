"""Who may read whom: the two masks that most models are made of. Chapter 9.

A mask is a table of booleans, (..., T, S): True where position t may read position s. Two rules together are `a & b`.
"""

import numpy as np

from transformer_block import checks


def causal_mask(T):
    """Each position may read itself and what comes before it: one number, () -> (T, T) booleans. Chapter 9."""
    T = checks.count("T", T)
    return np.tril(np.ones((T, T), dtype=bool))


def padding_mask(lengths, S):
    """Everyone may read the first `lengths` of S positions, and none of the padding behind them.

    One length for each example, (...) -> (..., 1, S) booleans: one row, the same for every reader. Chapter 9.
    """
    S = checks.count("S", S)
    lengths = checks.lengths("lengths", lengths, S)
    return np.arange(S) < lengths[..., None, None]
