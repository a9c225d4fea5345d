"""Reading an if: a condition that was planted is found, and its fit is what counting says."""

import numpy as np
import pytest

from transformer_block.learned import language, learned_model, model_stages, with_then
from transformer_block.learned.reading import (
    LOUD,
    Condition,
    all_contexts,
    conditions_of,
    fit,
    in_contexts,
    in_words,
    then_of,
)


def place(word):
    return language.PLACE[word]


def planted(test):
    """Where a test of a text's words holds: (N,) booleans, found without the module's own tables."""
    return np.array([test(text.split()) for text in all_contexts().texts])


def test_contexts_are_all_beginnings_once_with_their_shares():
    contexts = all_contexts()
    assert len(set(contexts.texts)) == len(contexts.texts)
    assert np.isclose(contexts.probabilities.sum(), 1)
    assert contexts.texts[0] == ""
    assert np.isclose(contexts.probabilities[0], 1 / 8.66, rtol=0.02)  # a beginning for every saying


@pytest.mark.parametrize(("test", "words"), [
    (lambda words: "after" in words and "friday" in words and words[-1] == "is", "after … friday … is"),
    (lambda words: words[-1:] == ["not"], "not"),
    (lambda words: "rome" in words and words[-1] == "speaks", "rome … speaks"),
    (lambda words: "hot" in words and words[-1] == "is" and "not" not in words, "hot … is (no not)"),
    (lambda words: words[-1:] == ["is"] and "after" in words and ("monday" in words or "friday" in words),
     "after … monday or friday … is"),
    (lambda words: words[-1:] == ["."] and set(words) & {"ben", "jan", "leo", "max", "tom"},
     "ben or jan or 3 more … ."),
])
def test_a_planted_condition_is_found(test, words):
    fires = planted(lambda text: bool(text) and bool(test(text)))
    found = conditions_of(fires, all_contexts())
    # Of conditions that fit equally, any may come first.
    assert in_words(found) == words or sorted(in_words(found).split()) == sorted(words.split())
    assert fit(found, fires, all_contexts()).f1 == pytest.approx(1)


def test_precision_and_recall_are_shares_of_what_is_met():
    contexts = all_contexts()
    fires = planted(lambda words: words[-1:] == ["is"])
    condition = Condition(place("is"), (place("after"),))
    found, p = fit((condition,), fires, contexts), contexts.probabilities
    after = planted(lambda words: words[-1:] == ["is"] and "after" in words)
    assert found.precision == pytest.approx(1)
    assert found.recall == pytest.approx((p @ after) / (p @ fires))
    assert found.f1 == pytest.approx(2 * found.recall / (1 + found.recall))


def test_what_fires_by_chance_has_no_words():
    fires = np.random.default_rng(0).random(len(all_contexts().texts)) < 0.05
    assert fit(conditions_of(fires, all_contexts()), fires, all_contexts()).f1 < 0.6


def test_nothing_is_said_of_an_if_that_never_fires():
    assert conditions_of(np.zeros(len(all_contexts().texts), dtype=bool), all_contexts()) == ()
    assert in_words(()) == ""


def test_most_ifs_of_the_model_can_be_read():
    hidden, _ = in_contexts(learned_model())
    loud = hidden > LOUD
    qualities = [fit(conditions_of(column, all_contexts()), column, all_contexts()).f1 for column in loud.T[loud.any(axis=0)]]
    assert 35 <= len(qualities) <= 60
    assert np.mean(np.array(qualities) > 0.8) > 0.8


def test_then_is_the_difference_that_muting_makes():
    model, contexts = learned_model(), all_contexts()
    hidden, streams = in_contexts(model)
    number = contexts.texts.index("the day after thursday is")
    unit = int(hidden[number].argmax())
    weights = np.zeros(len(contexts.texts))
    weights[number] = 2.0
    then = then_of(model, unit, hidden, streams, weights)
    text = language.numbers(contexts.texts[number])
    logits = [model_stages(one, text)["logits"][-1] for one in (model, with_then(model, unit, np.zeros(32)))]
    likely, without = (np.exp(row) / np.exp(row).sum() for row in logits)
    assert np.allclose(then, likely - without, atol=1e-12)
    assert then.sum() == pytest.approx(0, abs=1e-12)
    assert language.WORDS[then.argmax()] == "friday"
