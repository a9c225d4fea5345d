"""The two ready-made sets of numbers that the chapters share."""

from typing import NamedTuple

import numpy as np

from transformer_block.block import BlockWeights


class PartOneDraw(NamedTuple):
    """The random numbers of Part I."""

    x: np.ndarray  # (6, 32): T = 6 rows, C = 32
    weights: BlockWeights  # H = 4 heads of width 8, F = 128, no output projection, no biases
    matrices: list  # 24 storeys of (32, 32), each with a gain of about 0.7
    signal: np.ndarray  # (32,), sent up the replacing stack
    adding: np.ndarray  # (32,), sent up the adding stack


def part_one_draw(seed=0):
    """All random numbers of Part I, drawn in one fixed order so that every chapter has the same. Chapters 0 to 6."""
    rng = np.random.default_rng(seed)
    T, C, F, H, storeys, gain = 6, 32, 128, 4, 24, 0.7
    x = rng.normal(size=(T, C))
    heads = [tuple(rng.normal(size=(C, C // H)) / np.sqrt(C) for _ in range(3)) for _ in range(H)]
    W1 = rng.normal(size=(C, F)) / np.sqrt(C)
    W2 = rng.normal(size=(F, C)) / np.sqrt(F)
    matrices = [rng.normal(size=(C, C)) * gain / np.sqrt(C) for _ in range(storeys)]
    return PartOneDraw(x, BlockWeights(heads, W1, W2), matrices, rng.normal(size=C), rng.normal(size=C))


class WorkedExample(NamedTuple):
    """A block small enough to follow by hand."""

    X: np.ndarray  # (3, 2): E + P
    weights: BlockWeights  # two heads of width 1, F = 3


def worked_example():
    """Three positions of width two, with whole numbers for weights. Chapters 2, 6 and 7."""
    E = np.array([[1.0, 0], [0, 1], [1, 1]])
    P = np.array([[0.0, 0], [0, 1], [1, 0]])
    first, second = np.array([[1.0], [0]]), np.array([[0.0], [1]])
    return WorkedExample(E + P, BlockWeights(
        heads=[(first,) * 3, (second,) * 3],
        W1=np.array([[1.0, -1, 0], [0, 1, 1]]),
        W2=np.array([[1.0, 0], [0, 1], [1, -1]]),
        Wo=np.array([[1.0, 1], [1, -1]])))
