"""What is right or wrong about an answer: the step's own cases, its known mistakes, then the smallest example."""

from dataclasses import dataclass

from transformer_block.lab.answer import Outcome, TooLong, call, misfit
from transformer_block.lab.comparison import a_float, difference, same
from transformer_block.lab.display import call_as_text, example
from transformer_block.lab.message import Code

_WHERE_TO_LOOK = {
    "NameError": "A name is used that nothing has set. Is it spelled as in the line that sets it? Has the cell that defines "
                 "it been run?",
    "UnboundLocalError": "A name is read before the function sets it.",
    "TypeError": "Something there is of a kind that does not go with the operation: print its type and look.",
    "AxisError": "There is no such axis: a single row has axis 0 alone. The last axis is `axis=-1`, however many there "
                 "are.",
    "IndexError": "An index points past the end: print the shape of what is indexed.",
    "AttributeError": "The thing before the dot has no such part: print its type and look.",
    "RecursionError": "The function calls itself without an end.",
    "ZeroDivisionError": "A divisor is zero: print it before the division.",
    "ImportError": "The labs need NumPy alone.",
    "ModuleNotFoundError": "The labs need NumPy alone.",
}


@dataclass(frozen=True)
class Verdict:
    """What a check has found."""

    passed: bool
    blocks: tuple = ()
    written: bool = True  # False for a stub that nobody has touched, and for what is no function
    heading: str = ""  # where it says more than "not right yet"
    mistake: object = None  # the known Mistake, where it is one


def diagnose(step, answer):
    """Try an answer on all cases of a step and say what it does."""
    if not callable(answer):
        return _not_a_function(step, answer)
    cases = [_named(step, args, keywords) for args, keywords in step.cases()]
    if said := misfit(answer, *cases[0]):
        first_line = f"def {step.name}({', '.join(step.parameters())})"
        return Verdict(False, (f"It cannot be called with the arguments that this step hands it: {said}. "
                               f"Its first line should be `{first_line}`, as it came.",))
    right = [call(step.solution, *case) for case in cases]
    outcomes = _outcomes(answer, cases)
    wrong = [number for number, outcome in enumerate(outcomes) if _is_wrong(outcome, right[number], step.tolerance)]
    if not wrong:
        return _also_clean(step, outcomes)
    if isinstance(outcomes[0].stopped_by, NotImplementedError):
        return _not_written(step, outcomes[0].stopped_by)
    for mistake in step.mistakes:
        if len(outcomes) == len(cases) and _is_that(mistake, outcomes, right, cases, step.tolerance):
            shown = next(number for number in wrong if outcomes[number].returned)
            example_of_it = _example(step, cases[shown], right[shown], outcomes[shown])
            return Verdict(False, (mistake.says, *example_of_it), mistake=mistake)
    smallest = wrong[0]
    outcome = outcomes[smallest]
    if not outcome.returned:
        return Verdict(False, _stopped(step, cases[smallest], outcome, right[smallest]))
    if right[smallest].returned:
        said = difference(outcome.value, right[smallest].value, step.tolerance)
    else:
        refusal = type(right[smallest].stopped_by).__name__
        said = f"It returns something where it should refuse, with `raise {refusal}(...)`."
    return Verdict(False, (said, *_example(step, cases[smallest], right[smallest], outcome)))


def _not_a_function(step, answer):
    kind = "None" if answer is None else f"a value of type {type(answer).__name__}"
    return Verdict(False, (f"This is {kind}, and a function is expected. Hand in the function itself, without calling "
                           f"it: `check.{step.name}({step.name})`.",), written=False)


def _named(step, args, keywords):
    return dict(zip(step.parameters(), args, strict=False)), keywords


def _outcomes(answer, cases):
    """What each case comes to; after one that takes too long no other is tried."""
    outcomes = []
    for case in cases:
        outcomes.append(call(answer, *case))
        if isinstance(outcomes[-1].stopped_by, TooLong):
            break
    return outcomes


def _is_wrong(outcome, right, tolerance):
    """A step may ask for a refusal: its solution then raises, and so must the answer."""
    if not right.returned:
        return not isinstance(outcome.stopped_by, type(right.stopped_by))
    return not outcome.returned or difference(outcome.value, right.value, tolerance) is not None


def _also_clean(step, outcomes):
    changed = next((outcome.changed for outcome in outcomes if outcome.changed), None)
    if changed is None:
        return _also_whole(step, outcomes) if step.whole else Verdict(True)
    return Verdict(False, (f"The result is right, but {step.name} writes into its argument `{changed}`, and whoever "
                           f"called it still needs that. Look for `{changed}[...] = `, `{changed} += ` or "
                           f"`out={changed}`, and make a new array instead.",))


def _also_whole(step, outcomes):
    """A count that comes as a float is right by chance of its size: beyond 2**53 the last digit goes lost."""
    found = next((number for outcome in outcomes if (number := a_float(outcome.value)) is not None), None)
    if found is None:
        return Verdict(True)
    return Verdict(False, (f"The numbers are right, but one comes as a float, {found!r}, and a count is a whole number: "
                           "large floats lose their last digits. Look for a `/` (a whole number stays whole with "
                           "`//`), for a factor such as `2.0` or for an array of floats.",))


def _not_written(step, stub):
    said = _words_of(stub)
    if f", {step.name}:" in said:
        return Verdict(False, written=False, heading=said)
    return Verdict(False, (f"It calls something that is not written yet. {said}",))


def _is_that(mistake, outcomes, right, cases, tolerance):
    """Whether an answer does what a known mistake does, in every case, and is told by more than an error."""
    told = False
    for outcome, right_outcome, case in zip(outcomes, right, cases, strict=True):
        if not _alike(outcome, call(mistake.answer, *case), tolerance):
            return False
        told = told or (outcome.returned and _is_wrong(outcome, right_outcome, tolerance))
    return told


def _alike(one: Outcome, other: Outcome, tolerance):
    if one.returned and other.returned:
        return same(one.value, other.value, tolerance)
    return type(one.stopped_by) is type(other.stopped_by)


def _example(step, case, right, outcome):
    given = {**case[0], **case[1]}
    return "The smallest example that shows it:", Code(example(step.name, given, right, outcome, step.tolerance))


def _stopped(step, case, outcome, right):
    error = outcome.stopped_by
    line = ("The last line of yours that ran:", Code(outcome.line)) if outcome.line else ()
    called = "It was called like this:", Code(call_as_text(step.name, {**case[0], **case[1]}))
    kind = type(error).__name__
    if isinstance(error, TooLong):
        return ("It was still running when the time was up. Look for a loop whose condition never becomes false, "
                "or for something that grows as fast as it is used up.", *line, *called)
    if isinstance(error, SystemExit):
        return ("It ends the whole program, with `exit()` or `quit()`. Use `return` to end a function.", *line)
    if not right.returned:
        asked = type(right.stopped_by).__name__
        return (f"It is right to refuse here, but with a {asked}, and this is a {kind}: {_words_of(error)}",
                *line, *called)
    return (f"It stops with an error, {kind}: {_words_of(error)}", *line, *called, *_advice(error))


def _words_of(error):
    try:
        return " ".join(str(error).split())[:300] or "(no further words)"
    except Exception:  # noqa: BLE001 -- an exception of the learner's own, whose __str__ fails
        return "(its own words cannot be read)"


def _advice(error):
    for kind in type(error).__mro__:
        if kind.__name__ in _WHERE_TO_LOOK:
            return (_WHERE_TO_LOOK[kind.__name__],)
    if isinstance(error, ValueError):
        return ("If it is about shapes: print the `.shape` of both sides just before that line, and compare.",)
    return ()
