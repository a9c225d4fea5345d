"""Chapter 7: solutions against the course's own block, other right answers, other slips."""

import re

import numpy as np
import pytest

import transformer_block as tb
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.display import written
from transformer_block.lab.steps import one_row

STEPS = {step.name: step for step in one_row.STEPS}
EXAMPLE = tb.worked_example()


def in_words(verdict):
    return " ".join(block if isinstance(block, str) else block.text for block in verdict.blocks)


# --- The solutions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_formula_is_the_first_row_of_any_text(seed):
    rows = 2 * np.random.default_rng(seed).normal(size=(4, 2))
    for eps in (1e-5, 0.1):
        assert np.allclose(one_row.first_row(*rows[0], eps), tb.block(rows, EXAMPLE.weights, eps=eps)[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_trace_is_the_courses_own(seed):
    x, w = tb.part_one_draw(seed)[:2]
    w = w._replace(Wo=np.random.default_rng(seed).normal(size=(32, 32)))
    ours, theirs = one_row.trace(x, w.heads, w.Wo, w.W1, w.W2), tb.block_stages(x, w)
    assert list(ours) == list(theirs) and all(np.array_equal(ours[name], theirs[name]) for name in theirs)


@pytest.mark.parametrize("part, stage", [*zip(tb.PARTS, ("N1", "U", "R", "N2", "hidden", "Y"), strict=True)])
def test_traces_part_at_the_stage_of_the_missing_part(part, stage):
    x, w = tb.part_one_draw()[:2]
    assert one_row.where_they_part(tb.block_stages(x, w), tb.block_stages(x, w, without=[part])) == stage


def test_the_trace_does_not_change_with_its_input():
    x = EXAMPLE.X.copy()
    w = EXAMPLE.weights
    kept = one_row.trace(x, w.heads, w.Wo, w.W1, w.W2)
    x += 1
    assert np.array_equal(kept["X"], EXAMPLE.X)


# --- Other ways to write a right answer ----------------------------------------------------------------------


def by_plain_numbers(p, q, eps=1e-5):
    a = 0.5 * (p - q) / (0.25 * (p - q) ** 2 + eps) ** 0.5
    u = 0.5 * (q + 2 * a - p)
    b = u / (u * u + eps) ** 0.5
    note = [b, b] if b > 0 else [-b, 0]
    return np.array([p + note[0], q + 2 * a + note[1]])


def by_the_block(p, q, eps=1e-5):
    return tb.block(np.array([[p, q]], dtype=float), EXAMPLE.weights, eps=eps)[0]


def in_another_order(X, heads, Wo, W1, W2):
    stages = tb.block_stages(X, tb.BlockWeights(heads, W1, W2, Wo))
    return {name: stages[name].copy() for name in reversed(stages)}


def by_a_loop(one, other):
    far = {}
    for name, stage in one.items():
        far[name] = np.abs(np.asarray(stage) - other[name]).max()
    return far


def by_next(one, other, tolerance=1e-12):
    return next((name for name in one if (np.abs(one[name] - other[name]) > tolerance).any()), None)


def falls_off_the_end(one, other, tolerance=1e-12):
    for name, far in one_row.how_far(one, other).items():
        if far > tolerance:
            return name


RIGHT = [("first_row", by_plain_numbers), ("first_row", by_the_block), ("trace", in_another_order), ("how_far", by_a_loop),
         ("where_they_part", by_next), ("where_they_part", falls_off_the_end)]


@pytest.mark.parametrize("name, answer", RIGHT)
def test_other_right_answers_pass(name, answer):
    assert diagnose(STEPS[name], answer).passed


def test_every_step_has_another_right_answer():
    assert {name for name, _ in RIGHT} == set(STEPS)


# --- Slips written otherwise ---------------------------------------------------------------------------------


def bend_the_note(p, q, eps=1e-5):
    R = one_row._gathered_to(p, q, eps)
    b = one_row._norm((R[1] - R[0]) / 2, eps)
    return R + np.maximum([0, b], 0)


def plain_post_norm(X, heads, Wo, W1, W2):
    stages = tb.block_stages(X, tb.BlockWeights(heads, W1, W2, Wo), order="post")
    return {name: stages.get(name, stages["X"]) for name in ("X", "N1", "U", "R", "N2", "hidden", "FFN", "Y")}


def returns_inside_an_else(one, other, tolerance=1e-12):
    for name in one:
        if np.abs(one[name] - other[name]).max() > tolerance:
            return name
        else:
            return None


def overwritten_by_later_stages(one, other, tolerance=1e-12):
    found = None
    for name in one:
        if np.abs(one[name] - other[name]).max() > tolerance:
            found = name
    return found


@pytest.mark.parametrize("name, answer, words", [
    ("where_they_part", returns_inside_an_else, "the loop returns in its first round"),
    ("where_they_part", overwritten_by_later_stages, "This is the last stage that differs"),
    ("first_row", bend_the_note, "The smallest example"),
    ("trace", plain_post_norm, "The entry 'N1'"),
    ("trace", lambda X, heads, Wo, W1, W2: {"X": X}, "should have the keys 'X', 'N1', 'U', 'R', 'N2', 'hidden', 'FFN', 'Y'; look at 'N1'"),
])
def test_slips_are_told(name, answer, words):
    verdict = diagnose(STEPS[name], answer)
    assert not verdict.passed and words in in_words(verdict)


def test_a_smallest_example_shows_both_traces():
    said = in_words(diagnose(STEPS["where_they_part"], overwritten_by_later_stages))
    assert re.search(r"one +'X': \[\[1, 0\]\]\n +'N1': \[\[1, -1\]\]", said)
    assert re.search(r"other +'X': \[\[1., 0.\]\]\n +'N1': \[\[1, -4\]\]", said)


@pytest.mark.parametrize("value, text", [
    ({"X": np.array([[1, 0]]), "far": 0.5}, "'X': [[1, 0]]\n'far': 0.5"),
    ({str(number): number for number in range(9)}, "a dict of 9"),
    ({"X": "x" * 70}, "a dict of 1"),
    ({}, "a thing of type dict"),
    ({1: 2}, "a thing of type dict"),
])
def test_a_dict_is_written_entry_by_entry(value, text):
    assert written(value) == text
