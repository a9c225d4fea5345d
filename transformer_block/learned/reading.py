"""An if in words: which words before it make it fire, and which next words it makes likelier. Chapter 13."""

from functools import cache
from typing import NamedTuple

import numpy as np

from transformer_block.attention import softmax
from transformer_block.learned import language
from transformer_block.learned.model import model_stages, read

LOUD = 0.05  # an if that fires less is taken for silent


class Contexts(NamedTuple):
    """Everything that can stand before a word of a saying, each once: N beginnings of sayings."""

    texts: tuple[str, ...]
    probabilities: np.ndarray  # (N,), how often each is met, of all beginnings
    holds: np.ndarray  # (N, V) booleans: the words in it
    last: np.ndarray  # (N,) its last word, a place in the vocabulary


class Condition(NamedTuple):
    """An if in words: it fires after `last`, or (-1) after any word, where all of `words` stand and none of `absent`."""

    last: int
    words: tuple[int, ...]
    absent: tuple[int, ...] = ()

    def holds_in(self, contexts):
        """Where it is met: -> (N,) booleans."""
        here = contexts.holds[:, list(self.words)].all(axis=-1) & ~contexts.holds[:, list(self.absent)].any(axis=-1)
        return here if self.last < 0 else here & (contexts.last == self.last)


class Fit(NamedTuple):
    """How well a condition tells where an if fires: shares of all that is met, weighed by how often."""

    precision: float  # of where the condition holds, how much of it the if fires in
    recall: float  # of where the if fires, how much of it the condition holds in

    @property
    def f1(self):
        """The harmonic mean of both; 1 when condition and if are the same."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@cache
def all_contexts():
    """The beginnings of all sayings: -> Contexts."""
    weights = {}
    for saying, probability in zip(*language.sayings(), strict=True):
        words = saying.split()
        for count in range(len(words)):
            beginning = " ".join(words[:count])
            weights[beginning] = weights.get(beginning, 0) + probability
    texts = tuple(weights)
    holds = np.zeros((len(texts), len(language.WORDS)), dtype=bool)
    last = np.empty(len(texts), dtype=int)
    for number, text in enumerate(texts):
        places = language.numbers(text)
        holds[number, places[1:]] = True
        last[number] = places[-1]
    probabilities = np.array(list(weights.values()))
    return Contexts(texts, probabilities / probabilities.sum(), holds, last)


def in_contexts(model):
    """What the model's ifs fire in all contexts, and the stream before they are added: -> hidden (N, F), R (N, C)."""
    contexts, hidden, streams = all_contexts(), [], []
    lengths = np.array([len(text.split()) for text in contexts.texts])
    hidden, streams = np.empty((len(lengths), len(model.block.b1))), np.empty((len(lengths), len(model.gamma)))
    for length in range(lengths.max() + 1):
        chosen = np.flatnonzero(lengths == length)
        stages = model_stages(model, np.array([language.numbers(contexts.texts[number]) for number in chosen]))
        hidden[chosen], streams[chosen] = stages["hidden"][:, -1], stages["R"][:, -1]
    return hidden, streams


def fit(conditions, fires, contexts):
    """How well some conditions together tell where an if is loud, (N,) booleans: -> Fit."""
    here, p = np.any([condition.holds_in(contexts) for condition in conditions], axis=0), contexts.probabilities
    both = p @ (here & fires)
    return Fit(both / max(p @ here, 1e-300), both / max(p @ fires, 1e-300))


def conditions_of(fires, contexts, most=8):
    """The conditions that tell best where an if is loud, found by search: (N,) booleans -> tuple of Condition.

    Each last word is tried, and any, with no word, one, two, or one without another somewhere before it. What the first
    condition leaves over is searched again, for an if may have several meanings; each must improve the fit by a
    twentieth. The search is made twice, once among conditions that are right nine times of ten, and the better kept.
    """
    found = [_cover(fires, contexts, most, least) for least in (0.9, 0.0)]
    return max(found, key=lambda conditions: fit(conditions, fires, contexts).f1 if conditions else 0.0)


def _cover(fires, contexts, most, least_precision):
    found, left, quality = (), fires, 0.0
    while len(found) < most and left.any():
        condition = _condition_of(left, fires, contexts, least_precision)
        if condition is None:
            break
        better = fit((*found, condition), fires, contexts).f1
        if better < quality + 0.05:
            break
        found, quality, left = (*found, condition), better, left & ~condition.holds_in(contexts)
    return found


def _condition_of(left, fires, contexts, least_precision):
    """The condition that tells best where the if is loud in what is `left`; of two that fit equally, the shorter."""
    candidates = []
    for last, met in _met(contexts).items():
        rows = np.flatnonzero(fires & ((contexts.last == last) | (last < 0)))
        if not left[rows].any():
            continue
        held, p = contexts.holds[rows].astype(float), contexts.probabilities[rows, None]
        heard = np.einsum("nv,nw->vw", held * p, held, optimize=True)
        news = np.einsum("nv,nw->vw", held * p * left[rows, None], held, optimize=True)
        both = _scores(heard, news, met, left @ contexts.probabilities, least_precision)
        alone = [np.diagonal(table)[:, None] for table in (heard, news, met)]
        without = _scores(*(one - table for one, table in zip(alone, (heard, news, met), strict=True)),
                          left @ contexts.probabilities, least_precision)
        first, second = np.unravel_index(both.argmax(), both.shape)
        word, missing = np.unravel_index(without.argmax(), without.shape)
        candidates += [Condition(int(last), ()), Condition(int(last), (int(np.diagonal(both).argmax()),)),
                       Condition(int(last), tuple(sorted({int(first), int(second)}))),
                       Condition(int(last), (int(word),), (int(missing),))]
    candidates = [one for one in candidates if fit((one,), fires, contexts).precision >= least_precision]
    return max(candidates, default=None, key=lambda one: fit((one,), left, contexts).f1
               - 0.01 * len(one.words + one.absent))


def _scores(heard, news, met, of_all, least_precision):
    """F1 of tables of conditions on what is left, and 0 where one is wrong too often."""
    right_enough = heard >= least_precision * met - 1e-12
    return np.where(right_enough & (news > 0), 2 * news / np.maximum(met + of_all, 1e-300), 0)


@cache
def _met_in_all():
    return _table_of_pairs(all_contexts())


def _met(contexts):
    """How often each pair of words stands before each last word (-1: any): place -> (V, V)."""
    return _met_in_all() if contexts is all_contexts() else _table_of_pairs(contexts)


def _table_of_pairs(contexts):
    tables = {}
    for last in (-1, *np.unique(contexts.last)):
        rows = (contexts.last == last) | (last < 0)
        held = contexts.holds[rows].astype(float)
        tables[int(last)] = np.einsum("nv,nw->vw", held * contexts.probabilities[rows, None], held, optimize=True)
    return tables


def in_words(conditions):
    """Conditions as a text, those that differ in one word together: "after … monday or wednesday … is"."""
    texts, left = [], list(conditions)
    while left:
        first = left.pop(0)
        alike = [other for other in left if _differ_in_one_word(first, other)]
        common = set(first.words).intersection(*(other.words for other in alike))
        changing = [word for one in (first, *alike) for word in one.words if word not in common]
        texts.append(_text(first, common, changing))
        left = [other for other in left if other not in alike]
    return "; ".join(texts)


def _differ_in_one_word(first, second):
    return (first.last, first.absent, len(first.words)) == (second.last, second.absent, len(second.words)) and \
        len(set(first.words) - set(second.words)) == 1


def _text(condition, common, changing):
    names = language.WORDS
    shown = [names[word] for word in changing[:3]] if len(changing) < 5 else [names[word] for word in changing[:2]]
    more = [f"{len(changing) - len(shown)} more"] if len(changing) > len(shown) else []
    before = [*(names[word] for word in sorted(common)), *([" or ".join([*shown, *more])] if changing else [])]
    words = " … ".join([*before, *([names[condition.last]] if condition.last >= 0 else [])]) or "anything"
    return words + "".join(f" (no {names[word]})" for word in condition.absent)


def then_of(model, unit, hidden, streams, weights):
    """What an if does to the next word, in shares of one: hidden (N, F), streams (N, C), weights (N,) -> (V,).

    The mean over contexts, by their weights, of each word's probability with the if less that without it, both
    after the final norm.
    """
    W2, b2 = model.block.W2, model.block.b2
    Y = streams + hidden @ W2 + b2
    without = Y - hidden[:, [unit]] * W2[unit]
    change = softmax(read(model, Y)) - softmax(read(model, without))
    return weights @ change / weights.sum()
