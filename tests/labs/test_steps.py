"""Every step of every lab: its solution is right, its cases tell wrong from right, each mistake is told as itself."""

import numpy as np
import pytest

from tests.labs.conftest import LABS, MISTAKES, STEPS
from tests.labs.oracles import oracle
from transformer_block.lab.answer import call
from transformer_block.lab.comparison import difference
from transformer_block.lab.diagnosis import diagnose


@pytest.mark.parametrize("slug, step", STEPS)
def test_a_solution_passes(slug, step):
    assert diagnose(step, step.solution).passed


@pytest.mark.parametrize("slug, step", STEPS)
def test_a_solution_agrees_with_another_route(slug, step):
    route, tolerance = oracle(slug, step)
    for args, keywords in step.cases():
        got, expected = (call(function, dict(enumerate(args)), keywords) for function in (step.solution, route))
        if expected.returned:
            assert got.returned, got.stopped_by
            assert difference(got.value, expected.value, tolerance) is None
        else:
            assert isinstance(got.stopped_by, type(expected.stopped_by))


@pytest.mark.parametrize("slug, step, mistake", MISTAKES)
def test_a_mistake_is_never_accepted_and_is_told_in_its_own_words(slug, step, mistake):
    verdict = diagnose(step, mistake.answer)
    assert not verdict.passed
    assert verdict.mistake is not None, verdict.blocks
    assert verdict.mistake.says == mistake.says
    assert verdict.blocks[0] == mistake.says


@pytest.mark.parametrize("slug, step", STEPS)
def test_cases_are_the_same_at_every_call(slug, step):
    for once, again in zip(step.cases(), step.cases(), strict=True):
        for one, other in zip([*once[0], *once[1].values()], [*again[0], *again[1].values()], strict=True):
            if not callable(one):
                np.testing.assert_equal(one, other)


@pytest.mark.parametrize("slug, step", STEPS)
def test_the_smallest_case_comes_first(slug, step):
    sizes = [sum(np.size(part) for part in _flat(args)) for args, _ in step.cases()]
    assert sizes[0] == min(sizes)


def _flat(value):
    return [part for each in value for part in _flat(each)] if isinstance(value, tuple | list) else [value]


@pytest.mark.parametrize("slug, step", STEPS)
def test_a_step_has_its_words(slug, step):
    assert step.name == step.solution.__name__
    assert step.solution.__doc__, "the docstring is what the learner sees of the step in the notebook"
    assert step.task[0].islower() and not step.task.endswith(".") and len(step.task) < 80
    assert 1 <= len(step.hints) <= 3
    for words in (*step.hints, *(mistake.says for mistake in step.mistakes)):
        assert words[0].isupper() or words[0] == "`", words
        assert words.rstrip().endswith((".", "?", ")", "`")), words
        assert "  " not in words and words.count("`") % 2 == 0, words


def test_there_are_at_least_twenty_kinds_of_wrong_answers():
    kinds = {mistake.says for _, module in LABS for step in module.STEPS for mistake in step.mistakes}
    assert len(kinds) >= 20


@pytest.mark.parametrize("slug, module", LABS)
def test_a_lab_has_three_to_five_steps_with_mistakes(slug, module):
    assert 3 <= len(module.STEPS) <= 5
    assert len({step.name for step in module.STEPS}) == len(module.STEPS)
    assert all(step.mistakes for step in module.STEPS)


@pytest.mark.parametrize("slug, step", STEPS)
def test_the_last_digit_may_differ(slug, step):
    def otherwise(*args, **keywords):  # as another order of additions would make it
        value = step.solution(*args, **keywords)
        numbers = isinstance(value, np.ndarray | float) and np.asarray(value).dtype.kind == "f"
        return value * (1 + 2e-16) if numbers else value

    assert diagnose(step, otherwise).passed
