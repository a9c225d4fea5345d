"""Functions that cannot be recorded faithfully, in ways that no list of operations foresees, are refused when a widget is made."""

import numpy as np
import pytest

from transformer_block.live import Arrow, Bars, Choice, Range, Toggle, Whole, explore
from transformer_block.live.trace import TraceError

TWO = Bars("result", labels=["one", "two"])


def kind(x):
    return np.stack([x, 2 * x if isinstance(x, float) else 3 * x])


def exact_kind(x):
    return np.stack([x, x + (type(x) is np.float64)])


def scalar(x):
    return np.stack([x, x if np.isscalar(x) else -x])


def text(x):
    return np.stack([x, x * len(repr(x))])


def pattern(x):
    match x:
        case float():
            return np.stack([x, x])
    return np.stack([x, 0 * x])


def counting(x, calls=[]):  # noqa: B006 (the point of it)
    calls.append(0)
    return np.stack([x, x * len(calls)])


def chance(x):
    return np.stack([x, x + np.random.random()])


def changing(x, kept):
    kept += 1
    return np.stack([x, x + kept[0]])


def conditions(x):
    several = np.stack([x, x, x]) > 0
    return np.stack([x, 1.0 * (several @ several)])


@pytest.mark.parametrize("function, constants", [
    (conditions, {}), (kind, {}), (exact_kind, {}), (scalar, {}), (text, {}), (pattern, {}), (counting, {}), (chance, {}), (changing, {"kept": np.zeros(2)}),
], ids=lambda given: getattr(given, "__name__", ""))
def test_what_the_page_would_compute_otherwise_is_refused(function, constants):
    with pytest.raises(TraceError, match=r"At x=\S+: result\[1\] is \S+ in Python and \S+ in the page.* A function must do the same"):
        explore(function, TWO, x=Range(0.5, -1, 2), **constants)


def test_the_guard_looks_at_random_at_the_ends_and_at_zero():
    seen = []

    def watched(x, y):
        if isinstance(x, np.floating):
            seen.append((float(x), y.tolist()))
        return x + y

    explore(watched, TWO, x=Range(0.5, -1, 2), y=Arrow([0.5, 0], reach=1))
    assert {(-1, (-1, -1)), (2, (1, 1)), (0, (0, 0)), (0.5, (0.5, 0))} < {(x, tuple(y)) for x, y in seen} and len(seen) == 7


def test_every_case_is_looked_at():
    def sly(x, on, which):
        return np.stack([x, x + (on and which == "b" and isinstance(x, float))])

    with pytest.raises(TraceError, match=r"result\[1\]"):
        explore(sly, TWO, x=Range(0.5, -1, 2), on=Toggle(False), which=Choice("a", ["a", "b"]))


def test_a_function_that_stops_where_a_reader_may_go_is_refused():
    def narrow(x):
        if isinstance(x, float) and x > 1.5:
            raise ValueError("too far")
        return np.stack([x, x])

    with pytest.raises(TraceError, match=r"At x=2: the function stops with ValueError: too far\nA page cannot stop\. Narrow the range"):
        explore(narrow, TWO, x=Range(0.5, -1, 2))


def test_a_row_that_is_not_there_for_some_reader_is_refused():
    rows = np.arange(6.0).reshape(3, 2)
    explore(lambda i: np.take(rows, i.astype(int), axis=0), TWO, i=Whole(1, 0, 2))
    with pytest.raises(TraceError, match=r"At i=3: the function stops with IndexError: index 3 is out of bounds"):
        explore(lambda i: np.take(rows, i.astype(int), axis=0), TWO, i=Whole(1, 0, 3))


def test_numbers_that_are_none_may_agree():
    with np.errstate(all="ignore"):
        explore(lambda x: np.stack([1 / x, x / x]), TWO, x=Range(0.5, -1, 2))
