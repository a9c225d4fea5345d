"""What is said about answers that no step knows as a mistake: kind, shape, numbers, errors."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from transformer_block.lab.comparison import difference
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.display import written
from transformer_block.lab.message import Code, Message
from transformer_block.lab.step import Mistake, Step


def double(x):
    """Twice each number."""
    return 2 * np.asarray(x)


def step(solution=double, cases=((np.array([[1.0, 2.0], [3.0, 4.0]]),), (np.arange(120.0).reshape(10, 12),))):
    return Step(solution.__name__, "double each number", solution, lambda: [(case, {}) for case in cases], (), ("Twice.",))


def told(function, **options):
    """The first sentence or two of the diagnosis."""
    verdict = diagnose(step(**options), function)
    assert not verdict.passed
    return verdict.blocks[0]


@pytest.mark.parametrize("returned, words", [
    (None, "The result is None, nothing at all, and should be an array of shape (2, 2). Is the last line of the function a `return`?"),
    ([[2, 4], [6, 8]], "The result is a list, and should be an array of shape (2, 2). Make one array of it: `np.array(...)` for numbers, "
                       "`np.stack(...)` for rows of one length."),
    ("2", "The result is a text, and should be an array of shape (2, 2)."),
    (np.array([["2", "4"], ["6", "8"]]), "The result is an array of texts, and should be an array of shape (2, 2)."),
    (np.array([[2, 4], [6, 8]], dtype=object), "The result is an array of Python objects, and should be an array of shape (2, 2). It was "
                                               "probably made of rows of different lengths, or of None: print it and "
                                               "look."),
    (np.array([[2, 4], [6, 8]]) * 1j, "The result is an array of complex numbers, and should be an array of shape (2, 2). Look for a root or a "
                                      "power of a negative number, or a stray `j`."),
    (np.ones((2, 2), dtype=bool), "The result is an array of True and False, and should be an array of shape (2, 2). A comparison such as "
                                  "`x > 0` says whether, not how much."),
    (True, "The result is the truth value True, and should be an array of shape (2, 2). A comparison such as `x > 0` says whether, not how much."),
    (double, "The result is a function, and should be an array of shape (2, 2). It has not been called yet: are its brackets, `(...)`, missing?"),
    (Step, "The result is a class, and should be an array of shape (2, 2). It has not been called yet: are its brackets, `(...)`, missing?"),
    ((x for x in [1]), "The result is a generator, and should be an array of shape (2, 2). There is a `yield` where a `return` belongs."),
    (np.ma.masked_array([[2.0, 4], [6, 8]]), "The result is a thing of type MaskedArray, and should be an array of shape (2, 2). Turn it into a "
                                             "plain array: `np.asarray(...)`."),
    (5.0, "The result has shape (), and should have (2, 2). An axis went lost: look for a sum or mean over too many axes, or for a missing "
          "`keepdims=True`."),
    (np.ones((1, 2, 2)), "The result has shape (1, 2, 2), and should have (2, 2). There is an axis too many: print the shapes step by step to see "
                         "where it comes in."),
    (np.ones((2, 3)), "The result has shape (2, 3), and should have (2, 2). Print the shapes step by step (`print(a.shape)`) to see where they part."),
    (np.full((2, 2), np.nan), 'The result holds nan, "not a number". It comes from 0 / 0, inf / inf or inf - inf: look for a division by zero or an '
                              "`exp` that overflows."),
    (np.full((2, 2), np.inf), "The result holds an infinity. Look for a division by zero or an `exp` that overflows."),
    (np.array([[1.0, 2], [3, 4]]), "The result has the right shape, but not the right numbers. In this example every number is 0.5 times the right "
                                   "one: a factor is missing or too many."),
    (np.array([[-2.0, -4], [-6, -8]]), "The result has the right shape, but not the right numbers. In this example every sign is turned round."),
    (np.array([[3.0, 5], [7, 9]]), "The result has the right shape, but not the right numbers. In this example every number is off by +1."),
    (np.array([[2.0, 6], [4, 8]]), "The result has the right shape, but not the right numbers. In this example rows and columns are swapped: its "
                                   "transpose would be right."),
    (np.array([[2.0, 4], [6, 9]]), "The result has the right shape, but not the right numbers."),
    ((np.array([[2.0, 4], [6, 8]]) + 1e-6).astype(np.float32),
     "The result is right to a few digits only, for its numbers are of type float32. Leave out the conversion: NumPy "
     "computes in float64 by itself."),
])
def test_what_comes_back_is_named_with_a_remedy(returned, words):
    assert told(lambda x: returned) == words


def test_axes_that_are_swapped_are_told_so():
    wide = (np.ones((2, 3)),)
    assert told(lambda x: double(x).T, cases=(wide,)) == (
        "The result has shape (3, 2), and should have (2, 3). The two axes are swapped: a transpose (`.T`) is missing, "
        "or there is one too many.")


def test_a_coroutine_is_told_so():
    async def later(x):
        return double(x)

    assert told(later) == "The result is a coroutine, and should be an array of shape (2, 2). Leave out the `async` before `def`."


def truth(x):
    """Whether there is something."""
    return bool(np.any(x))


def pair(x):
    """Two things."""
    return x, 2 * x


def entries(x):
    """Two things by name."""
    return {"one": x, "two": 2 * x}


def word(x):
    """A text."""
    return "yes"


def nothing(x):
    """Comes back with None."""


@pytest.mark.parametrize("solution, function, words", [
    (truth, lambda x: 1.0, "The result is a number, and should be True or False."),
    (truth, lambda x: False, "The result is False, and should be True."),
    (pair, lambda x: x, "The result is one array of shape (2, 2), and should be 2 things. Hand them back side by side: `return a, b`."),
    (pair, lambda x: (x, x, x), "The result has 3 parts, and should have 2."),
    (pair, lambda x: (x, x + 1), "The second thing returned has the right shape, but not the right numbers."),
    (pair, lambda x: (None, 2 * x), "The first thing returned is None, nothing at all, and should be an array of shape (2, 2). Is the last line of the "
                                    "function a `return`?"),
    (entries, lambda x: x, "The result is one array of shape (2, 2), and should be a dict with the keys 'one', 'two'."),
    (entries, lambda x: {"one": x}, "The result should have the keys 'one', 'two'; look at 'two'."),
    (entries, lambda x: {**entries(x), "three": x}, "The result should have the keys 'one', 'two'; look at 'three'."),
    (entries, lambda x: {"one": x, "two": x + 1}, "The entry 'two' has the right shape, but not the right numbers."),
    (word, lambda x: "no", "The result is the text 'no', and should be the text 'yes'."),
    (nothing, lambda x: x, "The result is one array of shape (2, 2), and should be None."),
])
def test_answers_of_other_kinds_are_compared_too(solution, function, words):
    assert told(function, solution=solution) == words
    assert diagnose(step(solution=solution), solution).passed


@pytest.mark.parametrize("got, words", [
    (np.array([[True, False, False], [True, True, False]]), None),
    (np.array([[1, 0, 0], [1, 1, 0]]), "is one array of shape (2, 3), and should be an array of True and False of shape (2, 3). "
                                       "Compare, so that it says whether: `table == 1`."),
    ([[True, False, False], [True, True, False]], "is a list, and should be an array of True and False of shape (2, 3). Make one array of it: "
                                                  "`np.array(...)` for numbers, `np.stack(...)` for rows of one length."),
    (None, "is None, nothing at all, and should be an array of True and False of shape (2, 3). Is the last line of the function a `return`?"),
    (np.array([[True, True], [False, True], [False, False]]), "has shape (3, 2), and should have (2, 3). The two axes are swapped: a transpose "
                                                              "(`.T`) is missing, or there is one too many."),
    (np.array([[False, True, True], [False, False, True]]), "has the right shape, but True and False have changed places."),
    (np.array([[True, False, False], [True, True, True]]), "has the right shape, but not True and False in the right places."),
])
def test_tables_of_truth_values_are_compared_cell_by_cell(got, words):
    right = np.array([[True, False, False], [True, True, False]])
    assert difference(got, right, 1e-9) == (words and f"The result {words}")


def test_a_table_that_is_turned_is_told_so():
    corner = np.array([[True, False], [True, True]])
    assert difference(corner.T, corner, 1e-9).endswith("Rows and columns are swapped: its transpose would be right.")


def test_truth_values_and_plain_numbers_may_come_from_numpy_or_not():
    assert difference(np.True_, True, 0) is None and difference(np.array(True), True, 0) is None
    assert difference(np.int64(3), 3, 0) is None and difference(3, np.float64(3), 0) is None and difference(np.array(3.0), 3, 0) is None
    assert difference([1, (2, 3)], (1, [2, 3]), 0) is None


def test_a_solution_of_a_kind_that_cannot_be_compared_is_an_error_of_the_lab():
    with pytest.raises(TypeError, match="a solution returned an array of Python objects, expected numbers"):
        difference(1, np.array(step(), dtype=object), 0)


def refuses(x):
    """Takes nothing with a negative number."""
    if np.min(x) < 0:
        raise ValueError("negative")
    return x


def test_a_refusal_that_is_asked_for():
    asks = step(solution=refuses, cases=((np.array([1.0]),), (np.array([-1.0]),)))
    assert diagnose(asks, refuses).passed
    returns = diagnose(asks, lambda x: x)
    assert returns.blocks[0] == "It returns something where it should refuse, with `raise ValueError(...)`."
    assert returns.blocks[-1].text == "refuses with\n  x         [-1.]\n\n  expected  ValueError: negative\n  yours     [-1.]"

    def otherwise(x):
        if np.min(x) < 0:
            raise TypeError("not like this")
        return x

    assert diagnose(asks, otherwise).blocks[0] == ("It is right to refuse here, but with a ValueError, and this is a TypeError: not like this")


def _divides(x):
    return 1 / 0


def _misspells(x):
    return dubble(x)  # noqa: F821 -- a name that is not there


def _points_too_far(x):
    return x[99]


def _names_an_axis_too_many(x):
    return x.sum(axis=2)


def _does_not_fit(x):
    return x @ np.ones(7)


@pytest.mark.parametrize("function, words, line, advice", [
    (_divides, "It stops with an error, ZeroDivisionError: division by zero", "return 1 / 0", "A divisor is zero"),
    (_misspells, "It stops with an error, NameError: name 'dubble' is not defined",
     "return dubble(x)  # noqa: F821 -- a name that is not there", "A name is used that nothing has set."),
    (_points_too_far, "It stops with an error, IndexError: index 99 is out of bounds for axis 0 with size 2", "return x[99]", "An index points past"),
    (_names_an_axis_too_many, "It stops with an error, AxisError: axis 2 is out of bounds", "return x.sum(axis=2)", "The last axis is `axis=-1`"),
    (_does_not_fit, "It stops with an error, ValueError: matmul: Input operand 1 has a mismatch", "return x @ np.ones(7)", "print the `.shape` of both sides"),
])
def test_an_error_is_told_with_the_learners_own_line(function, words, line, advice):
    blocks = diagnose(step(), function).blocks
    assert blocks[0].startswith(words)
    assert blocks[1:3] == ("The last line of yours that ran:", Code(line))
    assert blocks[3] == "It was called like this:"
    assert blocks[4].text == "double with\n  x  [[1., 2.],\n      [3., 4.]]"
    assert advice in blocks[5]


def test_an_error_alone_is_no_known_mistake():
    always_stops = Mistake(lambda x: x @ np.ones(7), "The shapes do not fit.")
    verdict = diagnose(replace(step(), mistakes=(always_stops,)), lambda x: x + np.ones(7))
    assert verdict.mistake is None and verdict.blocks[0].startswith("It stops with an error, ValueError: operands could not be broadcast")


def test_a_result_is_taken_as_it_was_when_it_came():
    room = np.zeros((2, 2))

    def into_one_room(x):
        room[...] = double(x)
        return room

    cases = (np.array([[1.0, 2.0], [3.0, 4.0]]),), (np.array([[5.0, 6.0], [7.0, 8.0]]),)
    assert diagnose(step(cases=cases), into_one_room).passed


def test_leaving_the_program_is_told_so():
    assert told(lambda x: sys.exit(0)).startswith("It ends the whole program, with `exit()` or `quit()`.")


def test_a_first_line_that_does_not_fit_is_told_so():
    assert told(lambda: 1) == ("It cannot be called with the arguments that this step hands it: too many positional arguments. Its first line should be "
                               "`def double(x)`, as it came.")


def test_writing_into_an_argument_is_told_so():
    def doubles_in_place(x):
        x *= 2
        return x

    assert told(doubles_in_place) == (
        "The result is right, but double writes into its argument `x`, and whoever called it still needs that. Look "
        "for `x[...] = `, `x += ` or `out=x`, and make a new array instead.")


def test_of_a_large_array_the_place_is_shown_where_it_differs():
    def nearly(x):
        value = double(x)
        if x.size > 100:
            value[3, 10] += 0.25
        return value

    assert diagnose(step(), nearly).blocks[-1].text == (
        "double with\n  x         an array of shape (10, 12)\n\n"
        "  the first difference is at [3, 10]; of that row, columns 6 to 11:\n"
        "  expected  [84., 86., 88., 90., 92., 94.]\n  yours     [84.  , 86.  , 88.  , 90.  , 92.25, 94.  ]")


def test_digits_are_as_many_as_tell_the_two_apart():
    text = diagnose(step(), lambda x: double(x) + 3e-7 * (x == 1)).blocks[-1].text
    assert "yours     [[2.0000003, 4." in text


@pytest.mark.parametrize("value, text", [
    (np.array(2.5), "2.5"), (np.int64(3), "3"), (17, "17"), (0.1 + 0.2, "0.3"), (None, "None"), ("a", "'a'"), (np.zeros((9, 9)), "an array of shape (9, 9)"),
    ([np.zeros((9, 9))] * 24, "24 times an array of shape (9, 9)"), ([1.5, (2, None)], "[1.5, (2, None)]"), ({1}, "a thing of type set"),
    ("a" * 100, "a long text"), (10**100, "a number of many digits"), ([1] * 100, "100 things"), (1j, "0+1j"), (double, "double"),
    ({"X": np.ones(2), "U": 1.5}, "'X': [1., 1.]\n'U': 1.5"), ({}, "a thing of type dict"),
    ([np.ones((2, 2)), np.zeros(2)], "[[[1., 1.], [1., 1.]], [0., 0.]]"),
])
def test_values_are_written_short(value, text):
    assert written(value) == text


def test_a_message_is_text_and_html():
    message = Message("Not <yet>", ("Look at `a < b`, it's easy.", Code("if a < b:\n    pass")), "wrong")
    assert repr(message) == "Not <yet>\n\nLook at `a < b`, it's easy.\n\n    if a < b:\n        pass"
    assert message._repr_html_() == (
        '<div class="tb-lab" data-mood="wrong"><p class="tb-lab-heading"><strong>Not &lt;yet&gt;</strong></p>'
        "<p>Look at <code>a &lt; b</code>, it's easy.</p><pre><code>if a &lt; b:\n    pass</code></pre></div>")
