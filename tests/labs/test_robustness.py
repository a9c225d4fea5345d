"""Whatever a learner hands in, a check answers in words; and nothing but the right answer passes."""

import functools
import itertools
import math
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.labs.conftest import LABS, STEPS
from transformer_block.lab import answer, begin, check
from transformer_block.lab.answer import call
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.message import NotPassed

PAIRS = [(slug, step) for slug, module in LABS for step in module.STEPS]


class Hostile:
    """Fails at whatever one might ask of it."""

    def _fail(self, *_):
        raise RuntimeError("do not touch")

    __class__ = property(_fail)
    __eq__ = __bool__ = __len__ = __iter__ = __array__ = __repr__ = __str__ = __float__ = __getattr__ = _fail
    __hash__ = object.__hash__


class Labelled(np.ndarray):
    """An array of a kind of its own."""


class Unspeakable(Exception):
    """Has no words of its own that could be read."""

    def __str__(self):
        raise RuntimeError("no words")


class OutsideException(BaseException):
    """Is not caught by `except Exception`."""


def refused(slug, step, function):
    """Check a wrong answer; returns what was said."""
    begin(slug)
    with pytest.raises(NotPassed) as stopped:
        getattr(check, step.name)(function)
    said = str(stopped.value)
    assert step.name in said and len(said.splitlines()) >= 3
    return said


RUBBISH = st.one_of(
    st.none(), st.text(max_size=200), st.binary(max_size=3), st.booleans(), st.integers(), st.just(10**400), st.floats(),
    st.complex_numbers(), st.lists(st.integers(), max_size=3), st.lists(st.none(), max_size=60), st.tuples(st.text(), st.none()),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2), st.sets(st.integers(), max_size=3),
    hnp.arrays(st.sampled_from(["f8", "f4", "i8", "?", "c16", "O", "U3", "S2", "M8[s]", "m8[s]"]),
               hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=3)),
    st.sampled_from([np.ma.masked_array([1.0, 2.0], [True, False]), np.ones((2, 2)).view(Labelled), np.float32(1), np.datetime64("2026-01-01"),
                     np.array([None, [1]], dtype=object), np.full((2, 2), math.nan), np.array([(1, 2.0)], dtype="i4,f8"), int, np.exp, len, NotImplemented, ..., SimpleNamespace(shape=(2,)), itertools.count(), object()]))


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(PAIRS), RUBBISH)
def test_whatever_comes_back_is_told_in_words(pair, value):
    slug, step = pair
    assume(not diagnose(step, lambda *args, **keywords: value).passed)
    refused(slug, step, lambda *args, **keywords: value)


def _array_of_hostiles():
    array = np.empty(2, dtype=object)
    array.fill(Hostile())
    return array


@pytest.mark.parametrize("slug, step", STEPS)
@pytest.mark.parametrize("make", [Hostile, lambda: [Hostile()], lambda: (Hostile(), 1), _array_of_hostiles, lambda: {"a": Hostile()},
                                  lambda: Hostile])
def test_what_fails_when_it_is_touched_is_not_touched(slug, step, make):
    refused(slug, step, lambda *args, **keywords: make())


@pytest.mark.parametrize("slug, step", STEPS)
@pytest.mark.parametrize("value", [None, [], "text", np.nan, 1j, np.array(["a"]), np.zeros((7, 7, 7)), {}, (), True])
def test_a_constant_is_never_accepted(slug, step, value):
    refused(slug, step, lambda *args, **keywords: value)


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(PAIRS), RUBBISH)
def test_what_is_no_function_is_told_so(pair, value):
    slug, step = pair
    assume(not callable(value))
    said = refused(slug, step, value)
    assert "and a function is expected. Hand in the function itself" in " ".join(said.split())


@pytest.mark.parametrize("error", [ValueError("one"), TypeError(), KeyError("k"), NotImplementedError(), AssertionError("a" * 1000), Unspeakable(),
                                   OutsideException("beyond"), SystemExit(3), GeneratorExit(), StopIteration(1), MemoryError(),
                                   RecursionError("deep"), UnicodeDecodeError("utf8", b"x", 0, 1, "bad"), ExceptionGroup("many", [ValueError()])])
@pytest.mark.parametrize("slug, step", STEPS[::5])
def test_whatever_is_raised_is_told_in_words(slug, step, error):
    def stops(*args, **keywords):
        raise error

    refused(slug, step, stops)


def test_an_interrupt_by_the_learner_goes_through():
    def interrupted(*args):
        raise KeyboardInterrupt

    slug, step = PAIRS[0]
    begin(slug)
    with pytest.raises(KeyboardInterrupt):
        getattr(check, step.name)(interrupted)


def _forever(*args, **keywords):
    while True: pass # on one line, where Python 3.11 sees no line go by


def _forever_in_steps(*args, **keywords):
    number = 1
    try:
        while number:
            number += 1
    except Exception:  # noqa: BLE001 -- the time limit must not be caught by this
        return "caught"


def _forever_in_a_generator(*args, **keywords):
    return sum(1 for _ in itertools.count())


def _forever_by_calls(*args, **keywords):
    def again():
        return 1

    while again():
        again()


@pytest.mark.parametrize("loop", [_forever, _forever_in_steps, _forever_in_a_generator, _forever_by_calls])
def test_a_loop_without_end_is_stopped(loop, monkeypatch):
    monkeypatch.setattr(answer, "SECONDS", 0.2)
    before = sys.gettrace()
    said = refused(*PAIRS[0], loop)
    assert "It was still running when the time was up." in said
    assert sys.gettrace() is before


def test_only_lines_are_traced_where_they_are_enough():
    # From Python 3.12 on, and so in the browser, opcodes need not be traced, which costs most of the time.
    assert answer._LINES_ARE_ENOUGH == (sys.version_info >= (3, 12))


def test_a_function_that_calls_itself_without_end_is_stopped():
    def again(*args):
        return again(*args)

    assert "RecursionError" in refused(*PAIRS[0], again)


@pytest.mark.parametrize("slug, step", STEPS)
def test_rare_callables_are_told_in_words(slug, step):
    class Callable:
        def __call__(self, *args, **keywords):
            return None

    async def later(*args, **keywords):
        return step.solution(*args, **keywords)

    def one_by_one(*args, **keywords):
        yield step.solution(*args, **keywords)

    for function in (Callable(), Callable, Hostile, later, one_by_one, functools.partial(pow, 2), dict, np.linalg.svd, lambda: 1,
                     lambda *, only: only, lambda a, b, c, d, e, f, g: a):
        refused(slug, step, function)


@pytest.mark.parametrize("slug, step", STEPS)
def test_the_solution_passes_in_rare_wrappings(slug, step):
    class Solution:
        def __call__(self, *args, **keywords):
            return step.solution(*args, **keywords)

    assert diagnose(step, functools.partial(step.solution)).passed
    assert diagnose(step, Solution()).passed


def _arrays(value):
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _arrays(part)
    elif isinstance(value, dict):
        yield from _arrays(list(value.values()))


@pytest.mark.parametrize("slug, step", STEPS)
def test_writing_into_an_argument_is_refused_and_does_not_disturb_the_check(slug, step):
    def writes(*args, **keywords):
        value = step.solution(*args, **keywords)
        for array in _arrays([*args, *keywords.values()]):
            array[...] = ~array if array.dtype == bool else array + 1
        return value

    takes_arrays = any(True for args, keywords in step.cases() for _ in _arrays([*args, *keywords.values()]))
    if not takes_arrays:
        assert diagnose(step, writes).passed  # nothing can be written into
        return
    said = " ".join(refused(slug, step, writes).split())
    assert "The result is right, but" in said and "writes into its argument" in said


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(PAIRS), st.data())
def test_one_wrong_number_anywhere_is_enough(pair, data):
    _slug, step = pair
    cases = step.cases()
    number = data.draw(st.integers(0, len(cases) - 1))
    outcome = call(step.solution, dict(enumerate(cases[number][0])), cases[number][1])
    assume(isinstance(outcome.value, np.ndarray | np.floating | float) and np.size(outcome.value))
    place = data.draw(st.integers(0, np.size(outcome.value) - 1))
    assume(np.isfinite(np.ravel(outcome.value)[place]))
    error = data.draw(st.sampled_from([1e-6, -1e-6, 1.0, math.nan, math.inf, -math.inf]))
    calls = itertools.count()

    def nearly(*args, **keywords):
        this = next(calls)
        value = step.solution(*args, **keywords)
        if this != number:
            return value
        numbers = np.array(value, dtype=float)
        numbers.flat[place] += error * max(1, abs(numbers.flat[place]))
        return numbers

    assert not diagnose(step, nearly).passed


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(PAIRS), st.sampled_from([np.float32, np.float16, complex, object, str]))
def test_right_numbers_of_another_kind_are_not_taken_for_right(pair, kind):
    _slug, step = pair

    def converted(*args, **keywords):
        value = step.solution(*args, **keywords)
        return value.astype(kind) if isinstance(value, np.ndarray) else value

    exact_in_float = kind in (np.float32, np.float16)
    verdict = diagnose(step, converted)
    some_array = any(isinstance(call(step.solution, dict(enumerate(args)), keywords).value, np.ndarray) for args, keywords in step.cases())
    assert verdict.passed == (not some_array) or exact_in_float
