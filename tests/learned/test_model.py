"""The model that comes with the course: what it knows, and how its ifs are changed."""

import numpy as np
import pytest

from transformer_block.learned import contribution_for, language, learned_model, model_stages, next_word, with_then
from transformer_block.learned.exam import at_the_end, exam_of, facts, graded, loss, whole_exam
from transformer_block.learned.model import WEIGHTS


def answers_right(model, exam, **options):
    return graded(exam, at_the_end(exam, model_stages(model, exam.words, **options)["logits"]))


def test_it_has_the_shape_of_part_one_and_fits_a_page():
    block = learned_model().block
    assert block.W1.shape == (32, 128)
    assert [len(block.heads), block.heads[0][0].shape] == [4, (32, 8)]
    assert WEIGHTS.stat().st_size < 30_000


def test_it_answers_what_it_has_met_and_what_was_held_out():
    exam = whole_exam()
    right = answers_right(learned_model(), exam)
    for rule in language.RULES:
        for held_out in (False, True):
            chosen = [question.rule == rule and question.held_out == held_out for question in exam.questions]
            assert right[chosen].mean() >= 0.98, (rule, held_out)


def test_its_loss_is_near_the_best_there_is():
    assert language.entropy() <= loss(learned_model()) <= 1.02 * language.entropy()


def test_later_words_do_not_change_what_is_expected():
    text = language.numbers("the day before friday is")
    longer = np.append(text, language.PLACE["thursday"])
    assert np.allclose(next_word(learned_model(), longer)[:-1], next_word(learned_model(), text), atol=1e-15)


def test_more_words_than_positions_are_refused():
    with pytest.raises(ValueError, match="words"):
        model_stages(learned_model(), np.zeros(21, dtype=int))


def test_a_muted_if_adds_nothing_and_the_others_stay():
    model, rows = learned_model(), whole_exam().words[:9]
    muted = with_then(model, 83, np.zeros(32))
    before, after = model_stages(model, rows), model_stages(muted, rows)
    assert np.array_equal(before["hidden"], after["hidden"])
    assert np.allclose(after["FFN"], before["FFN"] - before["hidden"][..., [83]] * model.block.W2[83])
    assert np.abs(model.block.W2[83]).max() > 0.1  # the model itself is unchanged


@pytest.mark.parametrize("word", ["thursday", "cold", "she"])
def test_a_contribution_speaks_for_its_word_alone(word):
    model, place = learned_model(), language.PLACE[word]
    contribution = contribution_for(model, place, 3.0)
    assert np.isclose(np.linalg.norm(contribution), 3.0)
    row = np.random.default_rng(0).normal(size=32)
    logits = [model_stages(with_then(model, 0, size * contribution), language.numbers("the"))["logits"] for size in (0, 1)]
    assert np.isfinite(logits).all()
    loud = row * 1e-3 + 10 * contribution
    centred = (loud - loud.mean()) / loud.std()
    assert ((centred * model.gamma + model.beta) @ model.unembedding).argmax() == place


def test_facts_are_each_counted_once():
    exam = exam_of(language.questions())
    known, place = facts(exam)
    assert len(known) == len(set(known)) == 88
    assert {known[number] for number in place} == set(known)
    assert known[place[0]] == (exam.questions[0].rule, exam.questions[0].fact)


def test_an_exam_reads_each_answer_at_its_last_word():
    exam = exam_of(language.questions())
    for number in (0, 400, -1):
        text = exam.questions[number].text.split()
        assert language.WORDS[exam.words[number, exam.last[number]]] == text[-1]
        assert exam.answers[number].sum() == len(exam.questions[number].answers)
