"""The steps of the lab of chapter 2: units become matrices, the hidden numbers, the layer, its size."""

import numpy as np

from transformer_block.examples import part_one_draw, worked_example
from transformer_block.lab.step import Mistake, Step

TITLE = "A bank of ifs"


# --- Step 1: a bank out of units -----------------------------------------------------------------------------


def bank(patterns, contributions):
    """Put units into two matrices: F times (C,), F times (C,) -> W1 (C, F) and W2 (F, C)."""
    W1 = np.stack(patterns, axis=1)
    W2 = np.stack(contributions)
    return W1, W2


def _units():
    """Lists of patterns and of contributions: two units, the chapter's three, and five."""
    rng = np.random.default_rng(6)
    two = [np.array([1.0, -1.0]), np.array([0.0, 1.0])], [np.array([1.0, 0.5]), np.array([-0.5, 1.0])]
    three = [*two[0], np.array([-1.0, -1.0])], [*two[1], np.array([0.5, -1.0])]
    return [two, three, (list(rng.normal(size=(5, 4))), list(rng.normal(size=(5, 4))))]


_bank = Step(
    name="bank",
    task="put patterns and contributions into two matrices",
    solution=bank,
    cases=lambda: [(units, {}) for units in _units()],
    mistakes=(
        Mistake(lambda patterns, contributions: (np.stack(patterns), np.stack(contributions)),
                "The patterns are the rows of W1, and should be its columns: `x @ W1` is a dot product with every "
                "*column*. `np.stack(patterns, axis=1)` puts them side by side."),
        Mistake(lambda patterns, contributions: (np.stack(patterns, axis=1), np.stack(contributions, axis=1)),
                "W1 is right. In W2 the contributions are columns, and should be rows: the strengths in front of it "
                "pick out and add up its *rows*. `np.stack(contributions)` puts them one below the other."),
        Mistake(lambda patterns, contributions: (np.stack(patterns), np.stack(contributions, axis=1)),
                "Both matrices lie on their sides. Patterns are the columns of W1, contributions the rows of W2."),
        Mistake(lambda patterns, contributions: (np.stack(contributions), np.stack(patterns, axis=1)),
                "The two matrices have changed places: hand back W1 first, then W2."),
        Mistake(lambda patterns, contributions: (np.stack(contributions, axis=1), np.stack(patterns)),
                "Patterns and contributions have changed places: W1 holds what the units look for, W2 what they add."),
        Mistake(lambda patterns, contributions: (np.concatenate(patterns), np.concatenate(contributions)),
                "The units stand in one long row each, with nothing left to say where one ends. Stack them: `np.stack` "
                "gives each its own column or row."),
    ),
    hints=(
        "`np.stack` makes a matrix out of rows of the same length. By default they stand one below the other.",
        "With `axis=1` they stand side by side, as columns. Which of the two matrices needs that?",
        "`x @ W1` compares x with the columns of W1. `strength @ W2` adds up the rows of W2.",
    ),
)


# --- Step 2: the hidden numbers ------------------------------------------------------------------------------


def hidden(x, W1, b1):
    """How strongly each unit fires: (..., C), (C, F), (F,) -> (..., F)."""
    return np.maximum(x @ W1 + b1, 0)


def _trials_with_biases():
    """x, W1, W2, b1 and b2: as many units as coordinates, the chapter's three units, the course's full size."""
    rng = np.random.default_rng(7)
    square = tuple(map(np.array, ([2.0, 1.0], [[1.0, 2.0], [-1.0, 1.0]], [[1.0, -1.0], [2.0, 1.0]],
                                  [0.5, 0.25], [-4.0, 1.0])))
    small, draw = worked_example().weights, part_one_draw()
    rows = np.array([[-1.0, 1.0], [1.0, -1.0], [0.5, 0.25]])
    three = (rows, small.W1, small.W2, np.array([-0.5, 0.25, -1.0]), np.array([0.5, -1.5]))
    C, F = draw.weights.W1.shape
    full = (draw.x, draw.weights.W1, draw.weights.W2, rng.normal(size=F), rng.normal(size=C))
    return [square, three, full]


_hidden = Step(
    name="hidden",
    task="say how strongly each unit of the bank fires",
    solution=hidden,
    cases=lambda: [((x, W1, b1), {}) for x, W1, _, b1, _ in _trials_with_biases()],
    mistakes=(
        Mistake(lambda x, W1, b1: x @ W1 + b1,
                "Nothing is bent: there are negative strengths. Below zero a unit is silent: `np.maximum(..., 0)`."),
        Mistake(lambda x, W1, b1: np.maximum(x @ W1, 0),
                "The bias is not in it. It is each unit's threshold: add `b1` to the matches before the bend."),
        Mistake(lambda x, W1, b1: np.maximum(x @ W1, 0) + b1,
                "The bias is added after the bend, so a silent unit says something and a threshold has no effect. "
                "Match, bias, bend, in this order."),
        Mistake(lambda x, W1, b1: np.maximum(x @ W1 - b1, 0),
                "The bias is subtracted. In this course, as in every library, it is added: a threshold of 1 is a bias "
                "of -1."),
        Mistake(lambda x, W1, b1: np.abs(x @ W1 + b1),
                "Negative matches have lost their sign, so a unit fires for the opposite of its pattern. Bend, "
                "`np.maximum(..., 0)`; do not take `np.abs`."),
        Mistake(lambda x, W1, b1: np.maximum(x, 0) @ W1 + b1,
                "The input is bent instead of the matches. Compare first, bend then."),
        Mistake(lambda x, W1, b1: np.maximum(x @ W1.T + b1, 0),
                "W1 is transposed: this reads the patterns from its rows. They are its columns, so `x @ W1` as it is. "
                "It only ran because this W1 is square."),
    ),
    hints=(
        "Three things in a row: the match with every column, the bias, the bend.",
        "`x @ W1` has one match for each unit. `b1` has one number for each unit too, so it can be added.",
    ),
)


# --- Step 3: the layer ---------------------------------------------------------------------------------------


def feed_forward(x, W1, W2, b1, b2):
    """A bank of if-units on each row alone: (..., C), (C, F), (F, C), (F,), (C,) -> (..., C)."""
    return hidden(x, W1, b1) @ W2 + b2


_feed_forward = Step(
    name="feed_forward",
    task="run the whole bank: all ifs, the bend, all thens",
    solution=feed_forward,
    cases=lambda: [(trial, {}) for trial in _trials_with_biases()],
    mistakes=(
        Mistake(lambda x, W1, W2, b1, b2: (x @ W1 + b1) @ W2 + b2,
                "There is no bend in it, so the two matrices are worth a single one. It belongs between them: "
                "`hidden(...) @ W2`."),
        Mistake(lambda x, W1, W2, b1, b2: np.maximum((x @ W1 + b1) @ W2 + b2, 0),
                "The bend comes last, after W2: the bank can then never lower a coordinate, and nothing bends between "
                "the two matrices. Bend the hidden numbers and leave the result as it is."),
        Mistake(lambda x, W1, W2, b1, b2: np.maximum(hidden(x, W1, b1) @ W2 + b2, 0),
                "There is a bend at both layers. The second one forbids the bank to lower a coordinate: leave it out."),
        Mistake(lambda x, W1, W2, b1, b2: hidden(x, W1, b1) @ W2,
                "`b2` is missing: it is what the layer says even when all units are silent. Add it at the very end."),
        Mistake(lambda x, W1, W2, b1, b2: np.maximum(x @ W1, 0) @ W2 + b2,
                "`b1` is missing: without their thresholds the units fire as soon as the match is above zero. Your "
                "`hidden` adds it."),
        Mistake(lambda x, W1, W2, b1, b2: np.maximum(x @ W1, 0) @ W2,
                "Both biases are missing: `b1` belongs to the matches, before the bend, and `b2` to the result."),
        Mistake(lambda x, W1, W2, b1, b2: x + hidden(x, W1, b1) @ W2 + b2,
                "The input is in the sum too. The layer hands over its update alone; adding it to the description "
                "comes later, in chapter 4."),
        Mistake(lambda x, W1, W2, b1, b2: hidden(x, W1.T, b1) @ W2.T + b2,
                "Both matrices are transposed. Patterns are the columns of W1, contributions the rows of W2; it only "
                "ran because these two are square."),
        Mistake(lambda x, W1, W2, b1, b2: hidden(x, W1.T, b1) @ W2 + b2,
                "W1 is transposed: this reads the patterns from its rows. They are its columns. It only ran because "
                "this W1 is square."),
        Mistake(lambda x, W1, W2, b1, b2: hidden(x, W1, b1) @ W2.T + b2,
                "W2 is transposed: this reads the contributions from its columns. They are its rows. It only ran "
                "because this W2 is square."),
        Mistake(lambda x, W1, W2, b1, b2: hidden(x, W1, b1),
                "These are the strengths in the middle. Multiply them by the contributions, W2, and add `b2`."),
    ),
    hints=(
        "Your `hidden` is the first half. What each unit adds stands in the rows of W2.",
        "`strength @ W2` multiplies each row by the strength in front of it and adds them up. Then comes `b2`.",
    ),
)


# --- Step 4: how many numbers --------------------------------------------------------------------------------


def count(C, F):
    """How many numbers a bank learns, biases included: a width and a number of units -> a whole number."""
    return C * F + F + F * C + C


_count = Step(
    name="count",
    task="count the numbers that a bank learns",
    solution=count,
    cases=lambda: [((2, 3), {}), ((1, 1), {}), ((32, 128), {}), ((768, 3072), {})],
    mistakes=(
        Mistake(lambda C, F: 2 * C * F,
                "These are the two matrices. The biases are learnt too: one for each unit, and one for each "
                "coordinate."),
        Mistake(lambda C, F: C * F + F, "This is W1 and its bias. W2 and its bias are learnt as well."),
        Mistake(lambda C, F: C * F, "This is one matrix. There are two, and each has a bias."),
        Mistake(lambda C, F: 2 * C * F + 2 * F,
                "Both biases are counted with F numbers. The second is added to the result, which has C."),
        Mistake(lambda C, F: 2 * C * F + 2 * C,
                "Both biases are counted with C numbers. The first is added to the matches, of which there are F."),
        Mistake(lambda C, F: 2 * C * F + F,
                "The second bias is missing: one number for each coordinate of the result."),
        Mistake(lambda C, F: 2 * C * F + C, "The first bias is missing: one number for each unit."),
        Mistake(lambda C, F: 2 * (C + F),
                "The sides of the matrices are added. A matrix of C by F holds C times F numbers."),
    ),
    hints=(
        "Four things are learnt: W1, b1, W2 and b2. Write down the shape of each.",
        "A matrix of shape (C, F) holds C * F numbers, and a bias of shape (F,) holds F.",
    ),
)

STEPS = (_bank, _hidden, _feed_forward, _count)
