"""One block that has learned the small language: from words to what comes next. Chapter 13."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from transformer_block import checks
from transformer_block.attention import softmax
from transformer_block.block import BlockWeights, block_stages
from transformer_block.norms import layer_norm

WEIGHTS = Path(__file__).with_name("weights.npz")
POWERS = "power of "  # in weights.npz, before the name of the array


class Model(NamedTuple):
    """Everything a small language model has learned, with one block in it. Chapter 13."""

    tokens: np.ndarray  # (V, C), a row for each word
    positions: np.ndarray  # (T, C), a row for each position
    block: BlockWeights
    gamma: np.ndarray  # (C,), of the final norm, and so is beta
    beta: np.ndarray
    unembedding: np.ndarray  # (C, V), a column for each word


def model_of(weights):
    """The model with these arrays, name -> array: Wq, Wk and Wv hold all heads, (H, C, d). -> Model."""
    w = {name: np.asarray(array, dtype=float) for name, array in weights.items()}
    heads = list(zip(w["Wq"], w["Wk"], w["Wv"], strict=True))
    block = BlockWeights(heads, *(w[name] for name in BlockWeights._fields[1:]))
    return Model(w["tokens"], w["positions"], block, w["gamma"], w["beta"], w["unembedding"])


@cache
def learned_model():
    """The model that comes with the course; `make train` makes it again. -> Model.

    Its weights are kept as whole numbers of 8 bits, times a power of two for each array.
    """
    with np.load(WEIGHTS) as stored:
        return model_of({name: stored[name] * 2.0 ** stored[POWERS + name] for name in stored if not name.startswith(POWERS)})


def read(model, Y):
    """What a row of the stream says about the next word: final norm, then a score for each: (..., C) -> (..., V)."""
    return layer_norm(Y, model.gamma, model.beta) @ model.unembedding


def model_stages(model, words, *, without=()):
    """A text through the model: whole numbers (..., T) -> the stages of its block, and logits (..., T, V), by name.

    `words` are places in the vocabulary; `without` names parts of the block to leave out, as block_stages has them.
    Raises ValueError for more words than there are positions.
    """
    T = np.shape(words)[-1]
    checks.inside_table("words", T, len(model.positions))
    X = np.take(model.tokens, words, axis=0) + model.positions[:T]
    stages = block_stages(X, model.block, without=without)
    return {**stages, "logits": read(model, stages["Y"])}


def next_word(model, words, *, without=()):
    """How likely each word is to come next, at every position: whole numbers (..., T) -> (..., T, V)."""
    return softmax(model_stages(model, words, without=without)["logits"])


def with_then(model, unit, contribution):
    """The model with another contribution of one if; zeros mute it: a whole number, (C,) -> Model."""
    W2 = model.block.W2
    here = np.arange(len(W2)) == unit
    return model._replace(block=model.block._replace(W2=np.where(here[:, None], contribution, W2)))


def contribution_for(model, word, size):
    """The contribution of a given size that speaks for one word and no other: a place, a number -> (C,).

    It is the word's column of the unembedding, as the final norm lets it through, less what all words share.
    """
    columns = model.gamma[:, None] * (model.unembedding - model.unembedding.mean(axis=1, keepdims=True))
    direction = np.take(columns - columns.mean(axis=0), word, axis=1)
    return size * direction / np.sqrt((direction * direction).sum())
