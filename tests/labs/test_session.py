"""Opening a lab, passing steps, hints, solutions: what is said, word for word."""

import numpy as np
import pytest

from tests.labs.conftest import LABS, STEPS
from transformer_block.lab import begin, check, hint, progress, session, solution
from transformer_block.lab.message import LabError, NotPassed
from transformer_block.lab.progress import Progress
from transformer_block.lab.steps import SLUGS, if_unit, module_of

match, fires = (step.solution for step in if_unit.STEPS[:2])


def wrong(evidence, pattern):
    return 7 * (evidence @ pattern) + 1


@pytest.fixture
def said(capsys):
    """What has been said since the last time."""
    return lambda: capsys.readouterr().out.rstrip("\n")


@pytest.fixture
def lab(said):
    begin("if_unit")
    said()


def test_begin_lists_the_steps(said):
    begin("if_unit")
    assert said() == ("One if at a time: 0 of 4 steps\n"
                      "    1. match: compare evidence with a pattern\n"
                      "    2. fires: fire where the match is positive, and stay silent elsewhere\n"
                      "    3. if_unit: add the contribution as strongly as the unit fires\n"
                      "    4. slope: say how the strength answers a change of the pattern")


@pytest.mark.parametrize("slug, module", LABS)
def test_every_lab_can_be_begun(slug, module, said):
    begin(slug)
    assert said().startswith(f"{module.TITLE}: 0 of {len(module.STEPS)} steps\n")
    assert dir(check) == sorted(step.name for step in module.STEPS)


def test_an_unknown_lab_is_refused():
    with pytest.raises(ValueError) as refused:
        begin("if_units")
    assert str(refused.value) == (f"begin: expected one of {', '.join(SLUGS)}, "
                                  "got 'if_units'. Run the cell as it came with the lab.")
    with pytest.raises(ValueError, match="got None"):
        module_of(None)


@pytest.mark.parametrize("ask, name", [(lambda: check.match, "check.match"), (hint, "hint"), (solution, "solution"), (progress, "progress")])
def test_without_a_lab_the_first_cells_are_named(ask, name):
    with pytest.raises(LabError) as refused:
        ask()
    assert str(refused.value) == (f"{name}: no lab is open yet. Run the cells at the top, down to the one with `begin(...)`, "
                                  f"and then this one again.")
    assert repr(check) == "No lab is open yet."
    assert dir(check) == []


def test_passing_says_what_comes_next(lab, said):
    assert check.match(match) is None
    assert said() == ("Passed: match. 1 of 4 steps.\n\n"
                      "Next is step 2, fires: fire where the match is positive, and stay silent elsewhere.")
    check.match(match)
    assert said().startswith("Passed: match. 1 of 4 steps.")


def test_steps_can_be_passed_in_any_order(lab, said):
    check.fires(fires)
    assert said() == "Passed: fires. 1 of 4 steps.\n\nNext is step 1, match: compare evidence with a pattern."


def test_the_last_step_ends_the_lab(lab, said):
    for step in if_unit.STEPS:
        said()
        getattr(check, step.name)(step.solution)
    assert said() == "Passed: slope. 4 of 4 steps.\n\nThat is the whole lab. Its last section says where to go from here."
    progress()
    assert said().splitlines()[:2] == ["One if at a time: 4 of 4 steps", "  x 1. match: compare evidence with a pattern"]


def test_what_was_passed_stays_passed(lab, said):
    check.match(match)
    with pytest.raises(NotPassed):
        check.match(wrong)
    begin("gathering")
    begin("if_unit")
    assert "One if at a time: 1 of 4 steps\n  x 1. match" in said()


def test_failing_says_what_it_is_and_how_to_go_on(lab, said):
    with pytest.raises(NotPassed) as stopped:
        check.match(wrong)
    assert said() == str(stopped.value) == (
        "Step 1 of 4, match: not right yet.\n\n"
        "The result is a number, as it should be, but not the right one.\n\n"
        "The smallest example that shows it:\n\n"
        "    match with\n"
        "      evidence  [ 0.8, -0.6]\n"
        "      pattern   [ 1., -1.]\n\n"
        "      expected  1.4\n"
        "      yours     10.8\n\n"
        "Stuck? `hint()` gives you a hint.")
    assert stopped.value._render_traceback_() == ["Not passed yet: match. What the check found stands above."]


def test_an_earlier_step_that_is_open_is_named(lab, said):
    with pytest.raises(NotPassed):
        check.fires(wrong)
    assert "\n\nNot passed yet before this step: match. If fires calls it, mend that first.\n\n" in said()
    check.match(match)
    with pytest.raises(NotPassed):
        check.fires(wrong)
    assert "before this step" not in said()


def test_an_unknown_step_is_answered_with_those_there_are(lab):
    with pytest.raises(LabError) as refused:
        check.fire(fires)
    assert str(refused.value) == ("check.fire: the lab \"One if at a time\" has no step 'fire'. Its steps are match, fires, if_unit, slope. "
                                  "Did you mean fires?")
    assert refused.value._render_traceback_() == [str(refused.value)]
    for ask in (hint, solution):
        with pytest.raises(LabError, match="has no step 'softmax'"):
            ask("softmax")


def test_a_check_without_an_answer_says_how_it_is_called(lab):
    with pytest.raises(LabError) as refused:
        check.match()
    assert str(refused.value) == "check.match: hand in your function: `check.match(match)`."
    assert repr(check.match) == "check.match: hand in your function, `check.match(match)`."
    assert repr(check) == "The checks of this lab: check.match, check.fires, check.if_unit, check.slope"


def test_a_result_in_place_of_the_function_is_told_so(lab, said):
    with pytest.raises(NotPassed):
        check.match(1.4)
    assert "This is a value of type float, and a function is expected. Hand in the function itself,\nwithout calling it: `check.match(match)`." in said()


def test_hints_come_one_by_one_and_lead_to_the_solution(lab, said):
    with pytest.raises(NotPassed):
        check.fires(wrong)
    assert said().endswith("Stuck? `hint()` gives you a hint.")
    hint()
    assert said() == ("Hint 1 of 2 for fires\n\nTake the match of step 1. Where it is below zero, the answer is zero.\n\n"
                      '1 more if you need it: `hint("fires")`.')
    with pytest.raises(NotPassed):
        check.fires(wrong)
    assert said().endswith("Stuck? `hint()` gives you another hint.")
    hint("fires")
    assert said().startswith("Hint 2 of 2 for fires")
    with pytest.raises(NotPassed):
        check.fires(wrong)
    assert said().endswith("You have had all hints. `solution()` shows a worked solution.")
    hint(fires)
    again = said()
    assert again.startswith("You have had all hints for fires. Here they are again.\n\nTake the match of step 1.")
    assert again.endswith('`solution("fires")` shows a worked solution.')


@pytest.mark.parametrize("slug, step", STEPS)
def test_every_step_gives_all_its_hints_and_no_more(slug, step, said):
    begin(slug)
    for number in range(1, len(step.hints) + 1):
        said()
        hint(step.name)
        assert said().startswith(f"Hint {number} of {len(step.hints)} for {step.name}\n\n")
    hint(step.name)
    assert said().startswith(f"You have had all hints for {step.name}.")


@pytest.mark.parametrize("ask", [hint, solution])
def test_before_any_check_a_name_is_asked_for(lab, ask):
    with pytest.raises(LabError) as refused:
        ask()
    assert str(refused.value) == (f'{ask.__name__}: no step has been checked yet. Name the step that you are at: '
                                  f'`{ask.__name__}("match")`.')


def test_a_solution_is_shown_after_an_attempt_and_not_before(lab, said):
    solution("match")
    refusal = said()
    assert refusal.startswith("Try match first.\n\n") and "return evidence" not in refusal

    def match(evidence, pattern):
        raise NotImplementedError("Step 1 of 4, match: not written yet. Write it above the check and run the cell again.")

    with pytest.raises(NotPassed):
        check.match(match)
    said()
    solution()
    assert said() == refusal, "an untouched stub is no attempt"
    with pytest.raises(NotPassed):
        check.match(wrong)
    said()
    solution()
    shown = said()
    assert shown.startswith("A worked solution of match\n\n    def match(evidence, pattern):\n")
    assert "        return evidence @ pattern" in shown


@pytest.mark.parametrize("slug, step", STEPS)
def test_the_solution_that_is_shown_passes(slug, step, said):
    begin(slug)
    getattr(check, step.name)(step.solution)
    said()
    solution(step.name)
    lines = [line.removeprefix("    ") for line in said().splitlines() if line.startswith("    ") or not line]
    names = dict(step.solution.__globals__)
    exec("\n".join(lines), names)
    getattr(check, step.name)(names[step.name])


def test_a_stub_is_told_once_and_named(lab, said):
    def fires(evidence, pattern):
        raise NotImplementedError("Step 2 of 4, fires: not written yet. Write it above the check and run the cell again.")

    with pytest.raises(NotPassed):
        check.fires(fires)
    assert said() == ("Step 2 of 4, fires: not written yet. Write it above the check and run the cell again.\n\n"
                      "Stuck? `hint()` gives you a hint.")

    with pytest.raises(NotPassed):
        check.if_unit(lambda evidence, pattern, contribution: fires(evidence, pattern)[..., None] * contribution)
    assert "It calls something that is not written yet. Step 2 of 4, fires: not written yet." in said()


def test_progress_takes_over_what_the_browser_knows(lab, said):
    shown = session.current("test").progress
    assert isinstance(shown, Progress)
    shown.passed = ["slope"]  # as the page sets it when it has kept that from an earlier visit
    check.match(match)
    assert said().startswith("Passed: match. 2 of 4 steps.\n\nNext is step 2, fires")
    assert shown.passed == ["match", "slope"]
    shown.passed = []  # as the page sets it on "reset"
    progress()
    assert said().startswith("One if at a time: 0 of 4 steps")


def test_the_same_answer_gets_the_same_words(lab, said):
    texts = []
    for _ in range(2):
        with pytest.raises(NotPassed) as stopped:
            check.if_unit(lambda evidence, pattern, contribution: np.cos(evidence) * contribution)
        texts.append(str(stopped.value))
    assert texts[0] == texts[1]
