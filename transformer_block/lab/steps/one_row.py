"""The steps of the lab of chapter 7: one row by formula, the whole trace, and where two traces part."""

import numpy as np

from transformer_block.attention import multi_head
from transformer_block.lab.step import Mistake, Step
from transformer_block.norms import layer_norm
from transformer_block.residual import residual

TITLE = "Follow one row"


# --- Step 1: the first row by formula ------------------------------------------------------------------------


def first_row(p, q, eps=1e-5):
    """What the chapter's block makes of the row [p, q] at position 0: two numbers -> (2,)."""
    half = (p - q) / 2
    a = half / np.sqrt(half ** 2 + eps)
    R = np.array([p, q + 2 * a])
    half = (R[1] - R[0]) / 2
    b = half / np.sqrt(half ** 2 + eps)
    fires = np.maximum([-b, 2 * b, b], 0)
    return R + [fires[0] + fires[2], fires[1] - fires[2]]


def _norm(half, eps):
    return half / np.sqrt(half ** 2 + eps)


def _note(b):
    fires = np.maximum([-b, 2 * b, b], 0)
    return np.array([fires[0] + fires[2], fires[1] - fires[2]])


def _gathered_to(p, q, eps):
    return np.array([p, q + 2 * _norm((p - q) / 2, eps)])


def _thought(R, eps):
    return _note(_norm((R[1] - R[0]) / 2, eps))


def _no_bend(p, q, eps=1e-5):
    R = _gathered_to(p, q, eps)
    b = _norm((R[1] - R[0]) / 2, eps)
    return R + [0, b]


def _eps_outside_the_root(p, q, eps=1e-5):
    def norm(half):
        return half / (abs(half) + eps)

    R = np.array([p, q + 2 * norm((p - q) / 2)])
    return R + _note(norm((R[1] - R[0]) / 2))


def _note_alone(p, q, eps=1e-5):
    return _thought(_gathered_to(p, q, eps), eps)


def _added_to_the_input(p, q, eps=1e-5):
    return np.array([p, q]) + _thought(_gathered_to(p, q, eps), eps)


def _first_norm_missing(p, q, eps=1e-5):
    R = np.array([p + p + q, q + p - q])
    return R + _thought(R, eps)


def _second_norm_missing(p, q, eps=1e-5):
    R = _gathered_to(p, q, eps)
    fires = np.maximum([R[0], R[1] - R[0], R[1]], 0)
    return R + [fires[0] + fires[2], fires[1] - fires[2]]


def _gathered_replaces(p, q, eps=1e-5):
    R = _gathered_to(p, q, eps) - [p, q]
    return R + _thought(R, eps)


def _without_the_projection(p, q, eps=1e-5):
    a = _norm((p - q) / 2, eps)
    R = np.array([p + a, q - a])
    return R + _thought(R, eps)


def _second_sign_turned(p, q, eps=1e-5):
    R = _gathered_to(p, q, eps)
    return R + _note(_norm((R[0] - R[1]) / 2, eps))


def _whole_distance(p, q, eps=1e-5):
    R = np.array([p, q + 2 * _norm(p - q, eps)])
    return R + _note(_norm(R[1] - R[0], eps))


_first_row = Step(
    name="first_row",
    task="follow the first row with a formula",
    solution=first_row,
    cases=lambda: [((1.0, 0.0), {}), ((3.0, 0.0), {}), ((0.0, 2.0), {}), ((2, 1), {}), ((5.0, 5.0), {}), ((0.301, 0.3), {}),
                   ((1e6, -0.001), {}), ((1.0, 0.0), {"eps": 0.5})],
    mistakes=(
        Mistake(_no_bend,
                "The bend is missing. A match below 0 is cut to 0: put `np.maximum(..., 0)` around the three matches."),
        Mistake(_eps_outside_the_root,
                "`eps` stands beside the root. It belongs inside: `np.sqrt(half ** 2 + eps)`. For the row [1, 0] it "
                "hardly shows; for two numbers close to each other it does."),
        Mistake(_note_alone,
                "This is FFN, the second note alone. The block adds it to R."),
        Mistake(_added_to_the_input,
                "The second note is added to the row that came in, so the gathered note is lost. Add it to R."),
        Mistake(_first_norm_missing,
                "The first norm is missing: the heads read [p, q] as they are. They read [a, -a]."),
        Mistake(_second_norm_missing,
                "The second norm is missing: the ifs read R as it is. They read [-b, b]."),
        Mistake(_gathered_replaces,
                "What was gathered, [0, 2a], replaces the row. It is a note: add it to [p, q]."),
        Mistake(_without_the_projection,
                "You add [a, -a], what the heads found. `Wo` still makes of it a sum and a difference: [0, 2a]."),
        Mistake(_second_sign_turned,
                "The sign of b is turned: you took the first number minus the second. The second norm gives [-b, b] "
                "with half of the second number minus the first."),
        Mistake(_whole_distance,
                "You divide the whole distance. Each number lies *half* of it from the mean, and the spread is that "
                "half: only `eps` tells the two apart, so it shows late."),
    ),
    hints=(
        "Follow the eight stages. Only a and b need a root; everything else is adding.",
        "`half = (p - q) / 2`, then `a = half / np.sqrt(half ** 2 + eps)`, then R is `[p, q + 2 * a]`. Do the same "
        "with R to find b.",
        "The ifs fire `np.maximum([-b, 2 * b, b], 0)`. The first contributes [1, 0], the second [0, 1], the third "
        "[1, -1].",
    ),
)


# --- Step 2: the trace ---------------------------------------------------------------------------------------


def trace(X, heads, Wo, W1, W2):
    """All eight stages of a pre-norm block, by name: (..., T, C), weights -> a dict of arrays."""
    X = np.array(X, dtype=float)  # a copy: what is changed later must not change the trace
    N1 = layer_norm(X)
    U = multi_head(N1, heads, Wo)
    R = residual(X, U)
    N2 = layer_norm(R)
    hidden = np.maximum(N2 @ W1, 0)
    FFN = hidden @ W2
    return {"X": X, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": residual(R, FFN)}


def _stages(X, heads, Wo, W1, W2, *, norm_1=layer_norm, norm_2=layer_norm, causal=True, bend=True, second_reads="R", adds_to="R"):
    N1 = norm_1(X)
    U = multi_head(N1, heads, Wo, causal=causal)
    R = X + U
    N2 = norm_2(R if second_reads == "R" else X)
    hidden = np.maximum(N2 @ W1, 0) if bend else N2 @ W1
    FFN = hidden @ W2
    return {"X": X, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": (R if adds_to == "R" else X) + FFN}


def _untouched(rows):
    return rows


def _projection_forgotten(X, heads, Wo, W1, W2):
    return _stages(X, heads, None, W1, W2)


def _tidied_stream(X, heads, Wo, W1, W2):
    stages = _stages(X, heads, Wo, W1, W2)
    R = stages["N1"] + stages["U"]
    N2 = layer_norm(R)
    hidden = np.maximum(N2 @ W1, 0)
    return stages | {"R": R, "N2": N2, "hidden": hidden, "FFN": hidden @ W2, "Y": R + hidden @ W2}


def _rows_bent_late(X, heads, Wo, W1, W2):
    stages = _stages(X, heads, Wo, W1, W2, bend=False)
    FFN = np.maximum(stages["FFN"], 0)
    return stages | {"FFN": FFN, "Y": stages["R"] + FFN}


def _hidden_before_the_bend(X, heads, Wo, W1, W2):
    stages = _stages(X, heads, Wo, W1, W2)
    return stages | {"hidden": stages["N2"] @ W1}


def _U_is_the_sum(X, heads, Wo, W1, W2):
    stages = _stages(X, heads, Wo, W1, W2)
    return stages | {"U": stages["R"]}


def _FFN_is_the_sum(X, heads, Wo, W1, W2):
    stages = _stages(X, heads, Wo, W1, W2)
    return stages | {"FFN": stages["Y"]}


def _trace_cases():
    rng = np.random.default_rng(70)

    def weights(C, H, F):
        heads = [tuple(rng.normal(size=(3, C, C // H))) for _ in range(H)]
        return heads, rng.normal(size=(C, C)), rng.normal(size=(C, F)), rng.normal(size=(F, C))

    by_hand = ([(np.array([[1.0], [0.0]]),) * 3, (np.array([[0.0], [1.0]]),) * 3], np.array([[1.0, 1.0], [1.0, -1.0]]),
               np.array([[1.0, -1.0, 0.0], [0.0, 1.0, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]))
    return [
        ((np.array([[1, 0]]), *by_hand), {}),
        ((np.array([[1.0, 0.0], [0.0, 2.0], [2.0, 1.0]]), *by_hand), {}),
        ((rng.normal(size=(4, 6)), *weights(6, 3, 5)), {}),
        ((rng.normal(size=(2, 3, 4)) * np.array([[0.001], [1.0], [1000.0]]), *weights(4, 2, 9)), {}),
    ]


_trace = Step(
    name="trace",
    task="keep every stage of a block under its name",
    solution=trace,
    cases=_trace_cases,
    mistakes=(
        Mistake(lambda *given: _stages(*given, norm_1=_untouched),
                "N1 is X: the first norm is missing. The heads read `layer_norm(X)`."),
        Mistake(lambda *given: _stages(*given, norm_2=_untouched),
                "N2 is R: the second norm is missing. The ifs read `layer_norm(R)`."),
        Mistake(lambda *given: _stages(*given, second_reads="X"),
                "The second norm tidies X. It should tidy R, so that the ifs think about what was gathered."),
        Mistake(lambda *given: _stages(*given, adds_to="X"),
                "Y is X + FFN, so the gathered note is lost. Y is R + FFN."),
        Mistake(lambda *given: _stages(*given, causal=False),
                "U reads later rows too. Leave `causal` on in `multi_head`."),
        Mistake(lambda *given: _stages(*given, bend=False),
                "The bend is missing: `hidden` goes below 0. Cut the matches with `np.maximum(..., 0)`."),
        Mistake(_projection_forgotten,
                "U is what the heads found, before `Wo`. Hand `Wo` to `multi_head` as its third argument."),
        Mistake(_tidied_stream,
                "R is N1 + U. The tidied copy is for the heads to read; the note is added to X itself."),
        Mistake(_rows_bent_late,
                "You bend FFN instead of `hidden`. What is cut at 0 is the match, before `W2`."),
        Mistake(_hidden_before_the_bend,
                "Y is right, but the entry `hidden` holds the matches before the bend. Keep what the ifs fire."),
        Mistake(_U_is_the_sum,
                "Y is right, but the entry U holds X + U. That is R. U is the note alone."),
        Mistake(_FFN_is_the_sum,
                "Y is right, but the entry FFN holds R + FFN. That is Y. FFN is the note alone."),
    ),
    hints=(
        "One line for each stage, in the order of the table. Each reads what a line above it has set.",
        "`U = multi_head(N1, heads, Wo)` and `R = residual(X, U)`. The second half has the same plan.",
        '`return {"X": X, "N1": N1, ...}`, with eight entries.',
    ),
)


# --- Step 3: how far apart -----------------------------------------------------------------------------------


def how_far(one, other):
    """The largest difference of two traces, stage by stage: two dicts of arrays -> a dict of numbers."""
    return {name: float(np.max(np.abs(one[name] - other[name]))) for name in one}


def _each(measure):
    """An answer that measures each stage in some other way."""
    return lambda one, other: {name: float(measure(np.asarray(one[name], float), np.asarray(other[name], float))) for name in one}


def _largest_of_all(one, other):
    return max(how_far(one, other).values())


def _comparison_cases():
    rng = np.random.default_rng(71)
    small = {"X": np.array([[1, 0]]), "N1": np.array([[1, -1]]), "U": np.array([[0, 2]])}
    names = ("X", "N1", "U", "R", "N2", "hidden", "FFN", "Y")
    long = {name: rng.normal(size=(3, 5 if name == "hidden" else 4)) * 10.0 ** rng.integers(-3, 4) for name in names}
    batch = {name: rng.normal(size=(2, 3, 2)) for name in names}

    def changed(trace, **amounts):
        return {name: stage + amounts.get(name, 0.0) for name, stage in trace.items()}

    one_number = np.zeros((3, 4))
    one_number[0, 1] = -2.0
    opposite = np.array([[1.0, -1.0], [0.5, 0.0], [0.0, 0.0]])
    return [
        (small, changed(small, N1=np.array([[0, -3]]), U=np.array([[1, 0]]))),
        (small, small),
        (long, changed(long, U=one_number, R=one_number / 2, hidden=7.0, Y=-0.25)),
        (batch, changed(batch, N2=opposite, FFN=-opposite * 3, Y=-opposite)),
        (batch, changed(batch, hidden=0.3, FFN=-0.3, Y=0.3)),
    ]


_how_far = Step(
    name="how_far",
    task="measure how far two traces are apart, stage by stage",
    solution=how_far,
    cases=lambda: [(pair, {}) for pair in _comparison_cases()],
    mistakes=(
        Mistake(_each(lambda a, b: np.max(a - b)),
                "The sign counts in yours: where the second trace is the larger one, the difference is negative and "
                "loses. Take `np.abs` before `np.max`."),
        Mistake(_each(lambda a, b: np.abs(np.max(a - b))),
                "`np.abs` stands outside. A stage that differs by -3 in one number and by 0 in the others gives 0. "
                "First every difference without its sign, then the largest."),
        Mistake(_each(lambda a, b: np.abs(np.max(a) - np.max(b))),
                "You compare the largest numbers of the two stages. They may agree while everything else differs. "
                "Subtract first, number by number."),
        Mistake(_each(lambda a, b: np.mean(np.abs(a - b))),
                "This is the mean difference. One wrong number among many that are right hardly shows in it. Take the "
                "largest."),
        Mistake(_each(lambda a, b: np.sum(np.abs(a - b))),
                "This is the sum of all differences; it grows with the number of positions. Take the largest."),
        Mistake(_each(lambda a, b: np.sqrt(np.mean((a - b) ** 2))),
                "This is a root of a mean of squares: one wrong number among many hardly shows in it. Take the "
                "largest difference."),
        Mistake(_each(lambda a, b: np.linalg.norm(a - b)),
                "This is the length of the difference, which grows with the number of positions. Take its largest "
                "number."),
        Mistake(_each(lambda a, b: np.max(np.abs(a[..., -1, :] - b[..., -1, :]))),
                "You look at the last position only. A trace is wrong if any position is."),
        Mistake(_each(lambda a, b: np.max(np.abs(a - b)) > 0),
                "This says whether, not how far. Keep the largest difference itself."),
        Mistake(_largest_of_all,
                "This is one number for the whole trace. Keep one for each stage, in a dict with the same names."),
    ),
    hints=(
        "A loop over the names, or a dict comprehension: `{name: ... for name in one}`.",
        "Subtract the two arrays, drop the signs, take the largest, in this order.",
        "`np.max(np.abs(one[name] - other[name]))`",
    ),
)


# --- Step 4: where they part ---------------------------------------------------------------------------------


def where_they_part(one, other, tolerance=1e-12):
    """The first stage that differs by more than the tolerance: two dicts -> its name, or None."""
    for name in one:
        if np.max(np.abs(one[name] - other[name])) > tolerance:
            return name
    return None


def _parting(one, other, tolerance=1e-12):
    return [name for name, far in how_far(one, other).items() if far > tolerance]


def _last_that_differs(one, other, tolerance=1e-12):
    return next(iter(_parting(one, other, tolerance)[::-1]), None)


def _largest_difference(one, other, tolerance=1e-12):
    far = how_far(one, other)
    name = max(far, key=far.get)
    return name if far[name] > tolerance else None


def _by_alphabet(one, other, tolerance=1e-12):
    return next(iter(sorted(_parting(one, other, tolerance))), None)


def _gives_up_at_once(one, other, tolerance=1e-12):
    first = next(iter(one))
    return first if how_far(one, other)[first] > tolerance else None


def _output_only(one, other, tolerance=1e-12):
    last = list(one)[-1]
    return last if how_far(one, other)[last] > tolerance else None


def _any_difference(one, other, tolerance=1e-12):
    return where_they_part(one, other, 0)


def _own_tolerance(one, other, tolerance=1e-12):
    return where_they_part(one, other, 1e-12)


def _number_of_the_stage(one, other, tolerance=1e-12):
    return next((number for number, far in enumerate(how_far(one, other).values()) if far > tolerance), None)


def _at_the_tolerance(one, other, tolerance=1e-12):
    return next((name for name, far in how_far(one, other).items() if far >= tolerance), None)


def _without_none(one, other, tolerance=1e-12):
    return next(iter(_parting(one, other, tolerance)), list(one)[-1])


def _with_signs(one, other, tolerance=1e-12):
    return next((name for name in one if np.max(one[name] - other[name]) > tolerance), None)


def _where_cases():
    pairs = _comparison_cases()
    one = {"X": np.array([[1.0, 0.0]]), "N1": np.array([[1.0, -1.0]]), "U": np.array([[1e6, 2.0]]), "Y": np.array([[0.0, 1.0]])}
    near = one | {"N1": one["N1"] + 1e-13, "U": one["U"] + 0.5, "Y": one["Y"] + 3.0}
    faint = one | {"N1": one["N1"] - 1e-6, "Y": one["Y"] - 1e-6}
    return [
        *((pair, {}) for pair in pairs),
        ((one, near), {}),
        ((one, near), {"tolerance": 0.5}),
        ((one, near), {"tolerance": 5.0}),
        ((one, one | {"N1": one["N1"] - 1e-6, "U": one["U"] + 1e-3}), {}),
        ((one, faint), {}),
        ((one, faint), {"tolerance": 1e-3}),
    ]


_where_they_part_step = Step(
    name="where_they_part",
    task="name the first stage that differs",
    solution=where_they_part,
    cases=_where_cases,
    mistakes=(
        Mistake(_last_that_differs,
                "This is the last stage that differs. A wrong number spoils what comes after it, so the last one says "
                "little. Stop at the first."),
        Mistake(_largest_difference,
                "This is the stage with the largest difference. Mistakes grow on their way up, so the largest is "
                "often far from where it began. Stop at the first stage beyond the tolerance."),
        Mistake(_by_alphabet,
                "You take the stages in the order of the alphabet. Take them as the trace has them: `for name in one`."),
        Mistake(_gives_up_at_once,
                "You look at the first stage only: the loop returns in its first round. `return None` belongs behind "
                "the loop, not into an `else` inside it."),
        Mistake(_output_only,
                "You look at the last stage only. That says whether something is wrong, not where."),
        Mistake(_any_difference,
                "Every difference counts in yours, even rounding. Compare with `tolerance`."),
        Mistake(_own_tolerance,
                "Your tolerance is always the same. Use the argument: somebody may want another one."),
        Mistake(_parting,
                "This is a list of all stages that differ. Return the name of the first."),
        Mistake(lambda one, other, tolerance=1e-12: bool(_parting(one, other, tolerance)),
                "This says whether the traces part. Return where: the name of the stage, or None."),
        Mistake(_number_of_the_stage,
                "This is the number of the stage. Return its name."),
        Mistake(_at_the_tolerance,
                "A difference that is exactly the tolerance still counts as agreement: compare with `>`, not `>=`."),
        Mistake(_without_none,
                "Where no stage differs, yours names one all the same. Return None then."),
        Mistake(_with_signs,
                "The sign counts in yours, so a stage in which the second trace is larger is passed over. Take the "
                "differences without their signs, as in `how_far`."),
    ),
    hints=(
        "Go through the stages in order and leave the function as soon as one differs.",
        "`how_far(one, other)` has the numbers, in the order of the stages.",
        "`if ... > tolerance: return name` inside the loop; `return None` behind it.",
    ),
)

STEPS = (_first_row, _trace, _how_far, _where_they_part_step)
