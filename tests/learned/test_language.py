"""The small language: what is said in it, what is asked, and what is kept back."""

import numpy as np
import pytest

from transformer_block.learned import language


def test_probabilities_sum_to_one_and_no_saying_comes_twice():
    texts, probabilities = language.sayings()
    assert np.isclose(probabilities.sum(), 1)
    assert len(set(texts)) == len(texts) == len(probabilities)


def test_entropy_is_that_of_long_streams_of_sayings():
    texts, probabilities = language.sayings()
    drawn = np.random.default_rng(0).choice(len(texts), size=40_000, p=probabilities)
    nats = -np.log(probabilities[drawn]).sum() / sum(len(texts[number].split()) for number in drawn)
    assert np.isclose(nats, language.entropy(), rtol=0.005)


def test_what_is_held_out_is_never_said():
    said = set(language.sayings()[0])
    held_out = [question for question in language.questions() if question.held_out]
    assert len(held_out) > 150
    for question in held_out:
        assert not any(saying.startswith(f"{question.text} ") for saying in said), question


def test_every_other_question_is_answered_by_some_saying_and_only_rightly():
    followers = {}
    for saying in language.sayings()[0]:
        words = saying.split()
        for count in range(1, len(words)):
            followers.setdefault(" ".join(words[:count]), set()).add(words[count])
    for question in language.questions():
        if not question.held_out:
            assert followers[question.text] == set(question.answers), question


def test_about_a_fifth_of_each_rule_is_held_out():
    for rule in language.RULES:
        kept = [question.held_out for question in language.questions() if question.rule == rule]
        assert 0.15 < np.mean(kept) < 0.25, rule


@pytest.mark.parametrize(("text", "answers"), [
    ("zoe lives in milan .", {"she"}), ("tom lives in milan .", {"he"}),
    ("ana lives in osaka . she speaks", {"japanese"}), ("ben lives in lyon . he is in", {"france"}),
    ("the dogs near the cat", {"sleep", "eat", "wait", "sing", "drink", "run"}),
    ("the cat near the dogs", {"sleeps", "eats", "waits", "sings", "drinks", "runs"}),
    ("the tea is hot . it is", {"hot"}), ("the tea is not hot . it is", {"cold"}), ("the tea is not cold . it is", {"hot"}),
    ("the day before monday is", {"sunday"}), ("max says the day after sunday is", {"monday"}),
])
def test_some_answers_by_hand(text, answers):
    question, = [question for question in language.questions() if question.text == text]
    assert set(question.answers) == answers


def test_a_word_that_is_not_in_the_vocabulary_is_named():
    with pytest.raises(ValueError, match="expected words of the vocabulary, got 'fridey'"):
        language.numbers("the day before fridey is")


def test_a_text_begins_with_a_full_stop():
    assert [language.WORDS[place] for place in language.numbers("ana lives")] == [".", "ana", "lives"]
