"""The steps of the lab of chapter 5: tidy a row, and a stack that tidies every sum."""

import numpy as np

from transformer_block.lab.step import Mistake, Step

TITLE = "The drift"


# --- Step 1: slide -------------------------------------------------------------------------------------------


def centre(x):
    """Slide each row until its mean is 0: (..., C) -> (..., C)."""
    return x - np.mean(x, axis=-1, keepdims=True)


def _rows():
    rng = np.random.default_rng(9)
    return [
        np.array([[1.0, 3.0], [10.0, 20.0]]),
        np.array([1.0, 0.0, 0.0, 0.0]),
        rng.normal(size=(3, 4)) * np.array([[0.01], [1.0], [30.0]]) + 2,
        rng.normal(size=(2, 3, 5)) - 1,
    ]


_centre = Step(
    name="centre",
    task="slide every row to mean 0",
    solution=centre,
    cases=lambda: [((x,), {}) for x in _rows()],
    mistakes=(
        Mistake(lambda x: x - np.mean(x, axis=0),
                "This takes a mean across the rows, so every position hears from all others, also from later ones. A "
                "row is slid by its own mean: `axis=-1`, with `keepdims=True`."),
        Mistake(lambda x: x - np.mean(x),
                "This takes one mean over everything. Each row has its own: `axis=-1`, with `keepdims=True`."),
        Mistake(lambda x: x - np.mean(x, axis=-1),
                "The axis is right, but the means now lie in a row and are subtracted down the columns: the wrong "
                "mean for nearly every number. `keepdims=True` keeps them in a column, one beside each row."),
        Mistake(lambda x: x + np.mean(x, axis=-1, keepdims=True),
                "This slides the row the other way: its mean is doubled. Subtract it."),
        Mistake(lambda x: x - np.median(x, axis=-1, keepdims=True),
                "This subtracts the median, the number in the middle. Layer norm uses the mean."),
        Mistake(lambda x: np.mean(x, axis=-1, keepdims=True) - x,
                "Every sign is turned: this is the mean minus `x`. Subtract the mean from `x`."),
    ),
    hints=(
        "Find the mean of each row, then subtract it from the numbers of that row.",
        "`np.mean(x, axis=-1)` has one number for each row, but no last axis any more, so NumPy cannot lay it beside "
        "the rows.",
        "`np.mean(x, axis=-1, keepdims=True)` keeps a last axis of length 1.",
    ),
)


# --- Step 2: stretch -----------------------------------------------------------------------------------------


def tidy(x, eps=1e-5):
    """Rewrite each row to mean 0 and spread 1: (..., C) -> (..., C)."""
    centred = centre(x)
    variance = np.mean(centred ** 2, axis=-1, keepdims=True)
    return centred / np.sqrt(variance + eps)


def _normed(x, eps, axis=-1, ddof=0):
    mean, variance = np.mean(x, axis=axis, keepdims=True), np.var(x, axis=axis, ddof=ddof, keepdims=True)
    return (x - mean) / np.sqrt(variance + eps)


def _sample_deviation(x, eps):
    return _normed(x, eps, ddof=1)


def _across_positions(x, eps):
    # Along the first axis: of a single row that is one number for each coordinate, and nothing remains.
    return _normed(x, eps, axis=0)


def _across_rows(x, eps):
    return _normed(x, eps, axis=-2) if x.ndim > 1 else _normed(x, eps)


def _over_everything(x, eps):
    return _normed(x, eps, axis=None)


def _eps_outside(x, eps):
    return centre(x) / (np.std(x, axis=-1, keepdims=True) + eps)


def _eps_missing(x, eps):
    return centre(x) / np.std(x, axis=-1, keepdims=True)


def _without_the_root(x, eps):
    return centre(x) / (np.var(x, axis=-1, keepdims=True) + eps)


def _not_slid(x, eps):
    return x / np.sqrt(np.var(x, axis=-1, keepdims=True) + eps)


def _length(x, eps):
    centred = centre(x)
    return centred / np.sqrt(np.sum(centred ** 2, axis=-1, keepdims=True) + eps)


def _mean_distance(x, eps):
    centred = centre(x)
    return centred / (np.mean(np.abs(centred), axis=-1, keepdims=True) + eps)


def _root_mean_square(x, eps):
    return x / np.sqrt(np.mean(x ** 2, axis=-1, keepdims=True) + eps)


# What goes wrong with the statistics, in tidy or in a layer_norm that is written in one piece.
_STATISTICS = (
    (_sample_deviation,
     "Your variance is the sample's, divided by C - 1: [1, 0, 0, 0] gives 1.5 where 1.732 should be. The C numbers "
     "of a row are the whole crowd, so divide by C: `np.mean` of the squares, or `np.var` without `ddof=1`."),
    (_across_rows,
     "Your statistics run across the positions. Each row then depends on all others, also on later ones, and no mask "
     "can take that back. Measure along one row: `axis=-1`."),
    (_across_positions,
     "Your statistics run along the first axis, across positions or examples. Each row then depends on others, also "
     "on later ones. Measure along one row: `axis=-1`."),
    (_over_everything,
     "You take one mean and one variance over all numbers. The last row is part of them, so the first row knows the "
     "future. Each row has its own: `axis=-1`, with `keepdims=True`."),
    (_eps_outside,
     "`eps` stands beside the root. It belongs inside, with the variance: `np.sqrt(variance + eps)`. For a loud row "
     "that hardly shows; a faint one comes out much larger than it should."),
    (_eps_missing,
     "`eps` is missing. A row of equal numbers is then 0 divided by 0, and a faint row is blown up to full size: "
     "`np.sqrt(variance + eps)`."),
    (_without_the_root,
     "You divide by the variance. The spread is its root: with [0, 6] you divide by 9 where 3 is meant. Put "
     "`np.sqrt` around `variance + eps`."),
    (_not_slid,
     "The row is stretched but not slid: its mean is still in it. Divide the centred row, not `x`."),
    (_length,
     "You divide by the length of the row, which grows with the number of coordinates. Take the mean of the squares, "
     "not their sum."),
    (_mean_distance,
     "You divide by the mean distance from the mean. The spread is the root of the mean squared distance."),
    (_root_mean_square,
     "This is RMS norm: it measures from 0 and never slides the row. Subtract the row's mean first, then measure and "
     "divide what is left."),
)


def _tidy_cases():
    faint = np.array([[0.001, -0.001], [10.0, 10.0]])
    return [*(((x,), {}) for x in _rows()), ((faint,), {}), ((_rows()[2],), {"eps": 0.5})]


def _with_default_eps(answer):
    """A wrong answer that takes eps as `tidy` does."""
    return lambda x, eps=1e-5: answer(x, eps)


_tidy = Step(
    name="tidy",
    task="stretch every row to spread 1",
    solution=tidy,
    cases=_tidy_cases,
    mistakes=(
        *(Mistake(_with_default_eps(answer), says) for answer, says in _STATISTICS),
        Mistake(lambda x, eps=1e-5: tidy(x, 1e-5),
                "Your `eps` is always 0.00001. Use the argument: somebody may want another one."),
    ),
    hints=(
        "Centre the row. Then its variance is the mean of its squares, one number for each row.",
        "Divide by `np.sqrt(variance + eps)`. Keep the last axis (`keepdims=True`), so that each row meets its own "
        "divisor.",
        "`variance = np.mean(centred ** 2, axis=-1, keepdims=True)`",
    ),
)


# --- Step 3: layer norm --------------------------------------------------------------------------------------


def layer_norm(x, gamma, beta, eps=1e-5):
    """Tidy each row, scale by gamma, shift by beta: (..., C), (C,), (C,) -> (..., C)."""
    return gamma * tidy(x, eps) + beta


def _scaled(answer):
    """A layer norm whose statistics go wrong as `answer` does."""
    return lambda x, gamma, beta, eps=1e-5: gamma * answer(x, eps) + beta


def _layer_norm_cases():
    rng = np.random.default_rng(10)
    gammas = [np.array([2.0, -1.0]), np.array([1.0, 2.0, 0.5, 3.0]), rng.normal(size=4), rng.normal(size=5)]
    betas = [np.array([0.0, 10.0]), np.array([0.0, 0.5, 1.0, -1.0]), rng.normal(size=4), rng.normal(size=5)]
    faint = np.array([[0.001, -0.001], [10.0, 10.0]])
    given = [((x, gamma, beta), {}) for x, gamma, beta in zip(_rows(), gammas, betas, strict=True)]
    return [*given, ((faint, gammas[0], betas[0]), {}), ((_rows()[2], gammas[2], betas[2]), {"eps": 0.5})]


_layer_norm = Step(
    name="layer_norm",
    task="scale and shift the tidy row",
    solution=layer_norm,
    cases=_layer_norm_cases,
    mistakes=(
        Mistake(lambda x, gamma, beta, eps=1e-5: tidy(x, eps) + beta,
                "`gamma` is missing. It stretches the tidy row, coordinate by coordinate, to whatever scale the next "
                "reader likes: `gamma * tidy(x, eps)`, then `beta`."),
        Mistake(lambda x, gamma, beta, eps=1e-5: gamma * tidy(x, eps),
                "`beta` is missing. It is added at the very end; a row of equal numbers becomes `beta`."),
        Mistake(lambda x, gamma, beta, eps=1e-5: tidy(x, eps),
                "This is the tidy row. `gamma` and `beta` are not used: multiply by the one, then add the other."),
        Mistake(lambda x, gamma, beta, eps=1e-5: gamma * (tidy(x, eps) + beta),
                "`beta` is added before `gamma` multiplies, so it is scaled too. Scale first, shift last: `gamma * "
                "... + beta`."),
        Mistake(lambda x, gamma, beta, eps=1e-5: tidy(gamma * x + beta, eps),
                "`gamma` and `beta` are applied to `x`, and tidying then takes most of them away again. Tidy first, "
                "then scale and shift."),
        Mistake(lambda x, gamma, beta, eps=1e-5: beta * tidy(x, eps) + gamma,
                "`gamma` and `beta` have changed places: `gamma` multiplies, `beta` is added."),
        Mistake(lambda x, gamma, beta, eps=1e-5: tidy(x, eps) / gamma + beta,
                "You divide by `gamma`. It multiplies."),
        Mistake(lambda x, gamma, beta, eps=1e-5: layer_norm(x, gamma, beta),
                "Your `eps` is always 0.00001. Hand the argument on: `tidy(x, eps)`."),
        *(Mistake(_scaled(answer), says) for answer, says in _STATISTICS),
    ),
    hints=(
        "The work is done in `tidy`. Two operations are left, in the right order.",
        "`gamma` multiplies the tidy row, coordinate by coordinate. `beta` comes last and is scaled by nothing.",
        "`gamma * tidy(x, eps) + beta`",
    ),
)


# --- Step 4: RMS norm ----------------------------------------------------------------------------------------


def rms_norm(x, gamma, eps=1e-5):
    """Divide each row by its root mean square, scale by gamma: (..., C), (C,) -> (..., C)."""
    mean_square = np.mean(x ** 2, axis=-1, keepdims=True)
    return gamma * x / np.sqrt(mean_square + eps)


def _rms(x, eps, axis):
    return x / np.sqrt(np.mean(x ** 2, axis=axis, keepdims=True) + eps)


_rms_norm = Step(
    name="rms_norm",
    task="write the cheaper relative",
    solution=rms_norm,
    cases=lambda: [((x, gamma), options) for (x, gamma, _), options in _layer_norm_cases()],
    mistakes=(
        Mistake(lambda x, gamma, eps=1e-5: gamma * tidy(x, eps),
                "This is layer norm: the mean is subtracted. RMS norm leaves it alone, and [10, 10] becomes [1, 1]."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * _not_slid(x, eps),
                "You divide by the standard deviation, which is measured from the row's mean. RMS norm measures from "
                "0: the mean of `x ** 2`."),
        Mistake(lambda x, gamma, eps=1e-5: _rms(x, eps, -1),
                "`gamma` is missing: multiply by it."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * x / (np.mean(x ** 2, axis=-1, keepdims=True) + eps),
                "The root is missing: you divide by the mean square itself."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * x / (np.sqrt(np.mean(x ** 2, axis=-1, keepdims=True)) + eps),
                "`eps` stands beside the root. It belongs inside: `np.sqrt(mean_square + eps)`."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * x / np.sqrt(np.sum(x ** 2, axis=-1, keepdims=True) + eps),
                "You divide by the row's length, which grows with the number of coordinates. Take the mean of the "
                "squares, not their sum."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * x / (np.mean(np.abs(x), axis=-1, keepdims=True) + eps),
                "You divide by the mean of the sizes. Square first, then the mean, then the root."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * _rms(x, eps, -2 if x.ndim > 1 else -1),
                "Your mean runs across the positions, so each row hears from later ones. Measure along one row: "
                "`axis=-1`."),
        Mistake(lambda x, gamma, eps=1e-5: gamma * _rms(x, eps, None),
                "You take one mean over all numbers. Each row has its own: `axis=-1`, with `keepdims=True`."),
    ),
    hints=(
        "Like `tidy`, without the first move. Nothing is subtracted anywhere.",
        "The mean square of a row: `np.mean(x ** 2, axis=-1, keepdims=True)`.",
        "`eps` goes inside the root, `gamma` multiplies the result.",
    ),
)


# --- Step 5: add, then tidy ----------------------------------------------------------------------------------


def add_then_tidy_stack(z, matrices):
    """Every floor of a stack that tidies each sum: (..., C), S times (C, C) -> (S + 1, ..., C)."""
    floors = [z]
    for W in matrices:
        z = tidy(z + z @ W)
        floors.append(z)
    return np.stack(floors)


def _climb(z, matrices, storey):
    floors = [z]
    for W in matrices:
        floors.append(storey(floors[-1], W))
    return np.stack(floors)


def _tidied_at_the_top(z, matrices):
    floors = _climb(z, matrices, lambda z, W: z + z @ W)
    return np.concatenate([floors[:-1], tidy(floors[-1:])])


def _tidied_for_show(z, matrices):
    floors = _climb(z, matrices, lambda z, W: z + z @ W)
    return np.concatenate([floors[:1], tidy(floors[1:])])


def _stack_cases():
    rng = np.random.default_rng(11)
    turn, stretch = np.array([[0.0, 1.0, 0.0], [-1.0, 0.5, 0.0], [0.0, 0.0, 2.0]]), np.diag([2.0, 1.0, -0.5])
    return [
        ((np.array([1.0, 2.0, 6.0]), [turn]), {}),
        ((np.array([1.0, 2.0, 6.0]), [turn, stretch]), {}),
        ((rng.normal(size=4), [rng.normal(size=(4, 4)) for _ in range(4)]), {}),
        ((rng.normal(size=(2, 4)) + 1, [rng.normal(size=(4, 4)) for _ in range(3)]), {}),
    ]


_add_then_tidy_stack = Step(
    name="add_then_tidy_stack",
    task="tidy after every addition",
    solution=add_then_tidy_stack,
    cases=_stack_cases,
    mistakes=(
        Mistake(lambda z, matrices: _climb(z, matrices, lambda z, W: z + z @ W),
                "Nothing is tidied: this is the stack that drifts. Put `tidy` around each sum before it is handed "
                "on."),
        Mistake(lambda z, matrices: _climb(z, matrices, lambda z, W: z + tidy(z) @ W),
                "You tidy what a storey reads. That is pre-norm, the order of chapter 6, and the stream itself goes "
                "on growing. Here the sum is tidied: `tidy(z + z @ W)`."),
        Mistake(lambda z, matrices: _climb(z, matrices, lambda z, W: z + tidy(z @ W)),
                "You tidy the note alone. Every note then has size 1, and the sum still grows. Put `tidy` around the "
                "whole sum."),
        Mistake(lambda z, matrices: _climb(z, matrices, lambda z, W: tidy(z @ W)),
                "Your storeys replace: `z` is gone before it is tidied. The size will be 1, and the way around the "
                "storey is lost. Add first: `tidy(z + z @ W)`."),
        Mistake(lambda z, matrices: _climb(z, matrices, lambda z, W: tidy(z) + z @ W),
                "You tidy the old description and add an untidied note to it. Add first, then tidy the sum."),
        Mistake(_tidied_at_the_top,
                "You tidy once, at the top. By then the stream has drifted, and every storey below has read it too "
                "loud. The tidying belongs into the loop."),
        Mistake(_tidied_for_show,
                "Your floors are tidy, but the storeys do not read them: you tidy a copy and hand on the untidied "
                "sum. Let `z` become the tidied sum, then append it."),
        Mistake(lambda z, matrices: add_then_tidy_stack(tidy(z), matrices),
                "You tidy `z` before it enters. Floor 0 is `z` as it came; the first tidying follows the first "
                "addition."),
        Mistake(lambda z, matrices: add_then_tidy_stack(z, matrices)[1:],
                "The ground floor is missing. Floor 0 is `z` itself: start the list with `z` in it."),
        Mistake(lambda z, matrices: add_then_tidy_stack(z, matrices)[-1],
                "This is the top floor alone. Keep every floor in a list, and return `np.stack` of the list."),
    ),
    hints=(
        "It is `add_stack` of the last lab with one word more in the loop.",
        "The sum is `z + z @ W`. What is handed on, and kept as a floor, is the tidied sum.",
        "`z = tidy(z + z @ W)`",
    ),
)

STEPS = (_centre, _tidy, _layer_norm, _rms_norm, _add_then_tidy_stack)
