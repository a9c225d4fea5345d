"""The steps of the lab of chapter 3: two matrices that are one, and a bend that keeps them apart."""

import numpy as np

from transformer_block.lab.step import Mistake, Step

TITLE = "The collapse"


# --- Step 1: two matrices are one ----------------------------------------------------------------------------


def merge(W1, W2):
    """The one matrix that does what W1 and then W2 do to a row: (C, F), (F, D) -> (C, D)."""
    return W1 @ W2


def _merge_cases():
    rng = np.random.default_rng(1)
    return [
        (([[1.0, 2.0], [0.0, 1.0]], [[1.0, 0.0], [3.0, 1.0]]), {}),
        (([[1.0, 0.0, -1.0], [-1.0, 1.0, -1.0]], [[1.0, 0.5], [-0.5, 1.0], [0.5, -1.0]]), {}),
        ((rng.normal(size=(3, 12)), rng.normal(size=(12, 4))), {}),
    ]


def _array_cases(cases):
    """The cases with every list of numbers as an array, which is what a chapter hands over."""
    return lambda: [(tuple(map(np.array, args)), options) for args, options in cases()]


_merge = Step(
    name="merge",
    task="write two linear layers as one matrix",
    solution=merge,
    cases=_array_cases(_merge_cases),
    mistakes=(
        Mistake(lambda W1, W2: (W1 @ W2).T,
                "This is the right matrix lying on its side. Rows come in from the left here, `x @ W`, so the result "
                "has as many rows as `W1` and as many columns as `W2`. Leave out the transpose."),
        Mistake(lambda W1, W2: W2 @ W1,
                "This is the other order: `W2` first. A row enters from the left and meets `W1` first, so `W1` "
                "stands on the left."),
        Mistake(lambda W1, W2: W1 * W2,
                "`*` multiplies entry by entry. One matrix after another is a product of matrices: `@`."),
        Mistake(lambda W1, W2: np.maximum(W1 @ W2, 0),
                "This bends the merged matrix: its negative numbers are gone. The bend was taken out of this bank; "
                "multiply the two matrices and touch nothing else."),
        Mistake(lambda W1, W2: np.maximum(W1, 0) @ W2,
                "This bends `W1` itself. A bend belongs to a match, `x @ W1`, never to the weights, and here there "
                "is none at all: only the two products are left."),
    ),
    hints=(
        "`(x @ W1) @ W2` is a chain of products. Where may the brackets go instead?",
        "Put them to the right: `x @ (W1 @ W2)`. The inner bracket no longer mentions `x`.",
        "One operator is enough: the inner bracket is your answer.",
    ),
)


# --- Step 2: the bias of the one layer -----------------------------------------------------------------------


def merged_bias(b1, W2, b2):
    """The bias of the merged layer: (F,), (F, D), (D,) -> (D,)."""
    return b1 @ W2 + b2


def _bias_cases():
    rng = np.random.default_rng(2)
    return [
        (([1.0, 2.0], [[1.0, 0.0], [3.0, 1.0]], [10.0, 20.0]), {}),
        (([1.0, -1.0], [[0.5, 2.0], [-1.0, 1.0]], [0.0, 1.0]), {}),
        ((rng.normal(size=12), rng.normal(size=(12, 4)), rng.normal(size=4)), {}),
    ]


_merged_bias = Step(
    name="merged_bias",
    task="find the one bias that is left of two",
    solution=merged_bias,
    cases=_array_cases(_bias_cases),
    mistakes=(
        Mistake(lambda b1, W2, b2: b1 @ W2,
                "This is what becomes of `b1` on its way through `W2`; `b2` is missing. It is added after `W2`, so "
                "it arrives as it is. Add it."),
        Mistake(lambda b1, W2, b2: b1 + b2,
                "You add the two biases as they are. `b1` is added before `W2`, so it goes through `W2` first; and "
                "in a real bank the two are not even of one length."),
        Mistake(lambda b1, W2, b2: W2 @ b1 + b2,
                "`b1` enters `W2` from the wrong side. It is a row, like `x`: `b1 @ W2`."),
        Mistake(lambda b1, W2, b2: b2,
                "This keeps `b2` and drops `b1`. But `b1` was added before `W2`, so it goes through `W2` like any "
                "row, and what comes out is part of the new bias."),
        Mistake(lambda b1, W2, b2: b1 @ W2 - b2,
                "This subtracts `b2`. Multiply `(x @ W1 + b1) @ W2 + b2` out: every sign in it is a plus."),
        Mistake(lambda b1, W2, b2: np.maximum(b1, 0) @ W2 + b2,
                "This bends `b1`. No bend is left in this bank: `b1` passes through `W2` with its signs as they "
                "are."),
    ),
    hints=(
        "Multiply out `(x @ W1 + b1) @ W2 + b2`. Two of the three terms do not mention `x`.",
        "`x @ W1 @ W2` is the matrix of step 1. What is left is the bias.",
        "`b1` meets `W2` on its way, `b2` does not.",
    ),
)


# --- Step 3: the dial ----------------------------------------------------------------------------------------


def bend_dial(match, dial):
    """Pass good matches on, and a share `dial` of poor ones: (...), a number from 0 to 1 -> (...)."""
    return np.maximum(match, dial * match)


def _dial_cases():
    rng = np.random.default_rng(3)
    return [
        (([-2.0, 3.0], 0.5), {}),
        (([-1.0, 0.0, 0.1, 2.0], 0.25), {}),
        (([-2.0, 3.0], 0.0), {}),
        (([-2.0, 3.0], 1.0), {}),
        ((rng.normal(size=(3, 4)), 0.1), {}),
    ]


_bend_dial = Step(
    name="bend_dial",
    task="bend as much as a dial says",
    solution=bend_dial,
    cases=lambda: [((np.array(match), dial), options) for (match, dial), options in _dial_cases()],
    mistakes=(
        Mistake(lambda match, dial: np.maximum(match, 0),
                "This is the full bend, whatever the dial says. A poor match should not be cut to 0 but to `dial * "
                "match`."),
        Mistake(lambda match, dial: np.maximum(match, dial),
                "This compares each match with the dial itself, so no unit ever passes on less than the dial. The "
                "second argument of `np.maximum` is a share of the match: `dial * match`."),
        Mistake(lambda match, dial: np.minimum(match, dial * match),
                "This bends the wrong side: good matches are turned down and poor ones pass in full. The larger of "
                "match and `dial * match` is wanted, not the smaller."),
        Mistake(lambda match, dial: dial * np.maximum(match, 0),
                "This bends fully and then turns down what fires. The dial is for the poor matches alone; a good "
                "match passes on as it is."),
        Mistake(lambda match, dial: np.maximum(match, (1 - dial) * match),
                "The dial runs backwards: at 0 nothing is bent and at 1 everything is. Its number is the share of a "
                "poor match that passes, so dial 0 is the full bend."),
        Mistake(lambda match, dial: dial * match,
                "This scales every match, the good ones too: a straight line with another slope, and no bend in it. "
                "Only matches below zero are multiplied by the dial."),
        Mistake(lambda match, dial: np.maximum(match, -dial * match),
                "A poor match comes out positive here, as if its opposite had matched a little. There is a minus too "
                "many: a poor match stays below zero, it only gets smaller."),
    ),
    hints=(
        "Above zero the answer is match, below zero `dial * match`. Which of the two is larger, above and below?",
        "Because the dial is between 0 and 1, the answer is always the larger of the two.",
        "`np.maximum` takes the larger, entry by entry. (An `if` would look at one number only, and could not be put "
        "under a slider.)",
    ),
)


# --- Step 4: the distance to one matrix ----------------------------------------------------------------------


def left_over(x, y):
    """The share of y that no matrix and bias can make from x: (n, C), (n, D) -> one number from 0 to 1."""
    with_bias = np.column_stack([x, np.ones(len(x))])
    best = with_bias @ np.linalg.lstsq(with_bias, y, rcond=None)[0]
    missed = np.mean((y - best) ** 2)
    return np.sqrt(missed / np.mean((y - y.mean(axis=0)) ** 2))


def _fit(x, y):
    return x @ np.linalg.lstsq(x, y, rcond=None)[0]


def _with_bias(x):
    return np.column_stack([x, np.ones(len(x))])


def _mean_square(a):
    return np.mean(a ** 2)


def _left_over_cases():
    rng = np.random.default_rng(4)
    t = np.array([[-1.0], [0.0], [2.0]])
    x = rng.normal(size=(40, 3))
    match = x @ rng.normal(size=(3, 8)) + 0.3
    W2 = rng.normal(size=(8, 2)) + 0.5
    return [
        ((t, np.maximum(t, 0) + 1), {}),
        ((x, np.maximum(match, 0) @ W2 + np.array([3.0, -5.0])), {}),
        ((x, np.maximum(match, 0.3 * match) @ W2), {}),
        ((x, match @ W2), {}),
    ]


_left_over = Step(
    name="left_over",
    task="measure how far a layer is from every single matrix",
    solution=left_over,
    cases=_left_over_cases,
    mistakes=(
        Mistake(lambda x, y: np.sqrt(_mean_square(y - _fit(x, y)) / _mean_square(y - y.mean(axis=0))),
                "Your fit has no bias: it is held at zero where `x` is zero, and misses more than it must. Give `x` "
                "one more column, of ones; its weight is the bias."),
        Mistake(lambda x, y: np.sqrt(_mean_square(y - _fit(_with_bias(x), y))),
                "This is the distance itself, in the units of `y`: twice as loud an output would give twice as much. "
                "Divide by y's own distance from its mean, before you take the root."),
        Mistake(lambda x, y: _mean_square(y - _fit(_with_bias(x), y)) / _mean_square(y - y.mean(axis=0)),
                "This is the share of the squares. The root is missing: take `np.sqrt` of the quotient."),
        Mistake(lambda x, y: np.sqrt(_mean_square(y - _fit(_with_bias(x), y)) / _mean_square(y)),
                "You divide by the mean square of `y`, which counts where `y` sits as well as how it varies. A bias "
                "makes that for free. Subtract y's mean, column by column, before you square."),
        Mistake(lambda x, y: np.sqrt(_mean_square(y - _fit(_with_bias(x), y)) / _mean_square(y - y.mean())),
                "You subtract one mean from all of `y`. Every column has a mean of its own, and the bias can make "
                "all of them: `y.mean(axis=0)`."),
        Mistake(lambda x, y: 1 - np.sqrt(_mean_square(y - _fit(_with_bias(x), y)) / _mean_square(y - y.mean(axis=0))),
                "This is 1 where everything is made and 0 where nothing is: the wrong way round. Return what is left "
                "over, without the `1 -`."),
    ),
    hints=(
        "Three things in a row: `x` with a column of ones beside it, the best `y` that least squares can make of "
        "that, and the root of a quotient of two mean squares.",
        "`np.linalg.lstsq(a, y, rcond=None)[0]` is the best matrix for `a`; `a @ matrix` is what it makes. Here `a` "
        "is `x` with the ones: `np.column_stack([x, np.ones(len(x))])`.",
        "Above the line: `np.mean((y - best) ** 2)`. Below it: `np.mean((y - y.mean(axis=0)) ** 2)`. Then `np.sqrt`.",
    ),
)


# --- Step 5: straight pieces ---------------------------------------------------------------------------------


def straight_pieces(y):
    """How many straight pieces a line over evenly spaced places has: (n,) -> a whole number."""
    slopes = np.diff(y)
    kinks = ~np.isclose(slopes[1:], slopes[:-1])
    return 1 + np.sum(kinks)


def _pieces_cases():
    t = np.arange(-6, 7)
    tent = np.maximum(t, 0) - 2 * np.maximum(t - 2, 0) + np.maximum(t - 4, 0)
    return [
        (([0.0, 1.0, 0.0],), {}),
        (([0.0, 1.0, 2.0, 2.0, 2.0],), {}),
        (([0.0, 1.0, 3.0, 2.0, 1.0, 2.0],), {}),
        ((0.1 * t + 0.7,), {}),
        ((tent,), {}),
    ]


_straight_pieces = Step(
    name="straight_pieces",
    task="count the straight pieces along a line",
    solution=straight_pieces,
    cases=_array_cases(_pieces_cases),
    mistakes=(
        Mistake(lambda y: np.sum(~np.isclose(np.diff(y)[1:], np.diff(y)[:-1])),
                "This counts the kinks. There is one piece more than there are kinks: cut a string once and hold two "
                "pieces."),
        Mistake(lambda y: 1 + np.sum(np.sign(np.diff(y))[1:] != np.sign(np.diff(y))[:-1]),
                "This counts only the kinks at which the line turns from up to down, or becomes level. A line that "
                "goes on upwards, only steeper, has a kink as well. Compare the slopes, not their signs."),
        Mistake(lambda y: 1 + np.sum(np.diff(y)[1:] != np.diff(y)[:-1]),
                "This takes rounding for kinks: `0.3 - 0.2` and `0.2 - 0.1` are not the same number for a computer. "
                "Let `np.isclose` decide whether two slopes are equal."),
        Mistake(lambda y: len(np.unique(np.round(np.diff(y), 9))),
                "This counts how many different slopes there are. A line may go back to a slope it had before, and "
                "that is a piece of its own. Compare each slope with the one next to it."),
        Mistake(lambda y: 1 + np.sum(~np.isclose(y[1:], y[:-1])),
                "This compares heights, so every step of a slope counts as a kink. Take the slopes first, "
                "`np.diff(y)`, and compare neighbours among those."),
    ),
    hints=(
        "On a straight piece each step changes `y` by the same amount. `np.diff(y)` holds these amounts.",
        "`slopes[1:]` and `slopes[:-1]` are neighbours, side by side. Where they differ there is a kink.",
        "Compare with `np.isclose`, negate with `~`, count with `np.sum`. And between two kinks there is a piece on "
        "either side.",
    ),
)

STEPS = (_merge, _merged_bias, _bend_dial, _left_over, _straight_pieces)
