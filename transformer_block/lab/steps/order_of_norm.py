"""The steps of the lab of chapter 8: a post-norm block, a trace, and the way back in both orders."""

import numpy as np

from transformer_block.attention import multi_head
from transformer_block.examples import part_one_draw
from transformer_block.feed_forward import feed_forward
from transformer_block.lab.step import Mistake, Step
from transformer_block.norms import layer_norm
from transformer_block.residual import stack

TITLE = "Order is part of the function"


# --- Step 1: a post-norm block -------------------------------------------------------------------------------


def post_norm_block(z, heads, W1, W2, gamma1, gamma2):
    """Gather, add, tidy; think, add, tidy: (..., T, C), weights, twice (C,) -> (..., T, C)."""
    R = layer_norm(z + multi_head(z, heads), gamma1)
    return layer_norm(R + feed_forward(R, W1, W2), gamma2)


def _across(x, gamma):
    """A norm whose statistics run across the positions."""
    return gamma * layer_norm(x.swapaxes(-1, -2)).swapaxes(-1, -2)


def _built(first, second):
    """A block of two halves: what each makes of its rows, its note-taker and its gamma."""
    def answer(z, heads, W1, W2, gamma1, gamma2):
        R = first(z, lambda x: multi_head(x, heads), gamma1)
        return second(R, lambda x: feed_forward(x, W1, W2), gamma2)
    return answer


def _post(z, note, gamma):
    return layer_norm(z + note(z), gamma)


def _pre(z, note, gamma):
    return z + note(layer_norm(z, gamma))


def _tidied_note(z, note, gamma):
    return z + layer_norm(note(z), gamma)


def _replaced(z, note, gamma):
    return layer_norm(note(z), gamma)


def _untidied(z, note, gamma):
    return z + note(z)


def _tidied_twice(z, note, gamma):
    return layer_norm(z + note(layer_norm(z, gamma)), gamma)


def _first_tidied_then_added(z, note, gamma):
    return layer_norm(z, gamma) + note(z)


def _tidied_across(z, note, gamma):
    return _across(z + note(z), gamma)


def _second_reads_the_input(z, heads, W1, W2, gamma1, gamma2):
    R = layer_norm(z + multi_head(z, heads), gamma1)
    return layer_norm(R + feed_forward(z, W1, W2), gamma2)


def _second_adds_to_the_input(z, heads, W1, W2, gamma1, gamma2):
    R = layer_norm(z + multi_head(z, heads), gamma1)
    return layer_norm(z + feed_forward(R, W1, W2), gamma2)


def _second_reads_the_untidied_sum(z, heads, W1, W2, gamma1, gamma2):
    S1 = z + multi_head(z, heads)
    return layer_norm(layer_norm(S1, gamma1) + feed_forward(S1, W1, W2), gamma2)


def _untidied_lane(z, heads, W1, W2, gamma1, gamma2):
    S1 = z + multi_head(z, heads)
    return layer_norm(S1 + feed_forward(layer_norm(S1, gamma1), W1, W2), gamma2)


def _thinks_first(z, heads, W1, W2, gamma1, gamma2):
    R = layer_norm(z + feed_forward(z, W1, W2), gamma1)
    return layer_norm(R + multi_head(R, heads), gamma2)


def _without_a_bend(z, heads, W1, W2, gamma1, gamma2):
    R = layer_norm(z + multi_head(z, heads), gamma1)
    return layer_norm(R + R @ W1 @ W2, gamma2)


def _without_a_mask(z, heads, W1, W2, gamma1, gamma2):
    R = layer_norm(z + multi_head(z, heads, causal=False), gamma1)
    return layer_norm(R + feed_forward(R, W1, W2), gamma2)


def _block_cases():
    """Rows and the weights of one block: one row and whole numbers first, then two rows, then batches."""
    turn = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    one = [(np.eye(3), np.eye(3), turn)], np.array([[1.0, -1.0], [0.0, 2.0], [1.0, 0.0]])
    one = (*one, np.array([[1.0, 0.0, 2.0], [0.0, -1.0, 1.0]]), np.array([1.0, 2.0, -1.0]), np.array([3.0, 1.0, -2.0]))
    rng = np.random.default_rng(80)

    def drawn(C, H, F):
        heads = [tuple(rng.normal(size=(C, C // H)) for _ in range(3)) for _ in range(H)]
        return heads, rng.normal(size=(C, F)), rng.normal(size=(F, C)), *(1 + rng.normal(size=(2, C)))

    return [
        (np.array([[1.0, 0.0, 2.0]]), *one),
        (np.array([[1, 0, 2], [0, 4, 1]]), *one),
        (rng.normal(size=(4, 4)) * np.array([[0.01], [1.0], [100.0], [3.0]]) + 1, *drawn(4, 2, 8)),
        (2 * rng.normal(size=(2, 2, 3, 6)), *drawn(6, 3, 5)),
    ]


_post_norm_block = Step(
    name="post_norm_block",
    task="move both norms onto the stream",
    solution=post_norm_block,
    cases=lambda: [(given, {}) for given in _block_cases()],
    mistakes=(
        Mistake(_built(_pre, _pre),
                "This is pre-norm, the order of chapter 6: a copy is tidied for each part to read, and the sums stay "
                "as they are. In post-norm each part reads the stream as it is, and the sum is tidied."),
        Mistake(_built(_tidied_note, _tidied_note),
                "Your norms stand on the branches: each note is tidied and then added. In post-norm the whole sum is "
                "tidied, the old stream and the note together: `layer_norm(z + ...)`."),
        Mistake(_built(_replaced, _replaced),
                "Each half tidies its note and forgets the stream. Add first, then tidy the sum."),
        Mistake(_built(_first_tidied_then_added, _first_tidied_then_added),
                "You tidy the stream and add an untidied note to it. Add first; the norm comes last in each half."),
        Mistake(_built(_tidied_twice, _tidied_twice),
                "You tidy twice in each half: what the part reads, and the sum. Post-norm tidies the sum alone."),
        Mistake(_built(_untidied, _untidied),
                "Nothing is tidied. After each addition comes a norm: `layer_norm(z + ..., gamma1)`, and the second "
                "with `gamma2`."),
        Mistake(_built(_post, _untidied),
                "The second norm is missing: the last sum leaves the block untidied. In post-norm the block ends "
                "with a norm."),
        Mistake(_built(_untidied, _post),
                "The first norm is missing: the bank reads an untidied sum. Tidy after the first addition too."),
        Mistake(_built(_post, _pre),
                "The first half is post-norm and the second is pre-norm. Let the bank read the stream as the first "
                "norm left it, and tidy the second sum."),
        Mistake(_built(_pre, _post),
                "The first half is pre-norm and the second is post-norm. Let the heads read `z` as it is, and tidy "
                "the first sum."),
        Mistake(lambda z, heads, W1, W2, gamma1, gamma2: post_norm_block(z, heads, W1, W2, gamma1, gamma1),
                "Both norms use `gamma1`. Each norm has learnt a scale of its own; the second takes `gamma2`."),
        Mistake(lambda z, heads, W1, W2, gamma1, gamma2: post_norm_block(z, heads, W1, W2, gamma2, gamma2),
                "Both norms use `gamma2`. Each norm has learnt a scale of its own; the first takes `gamma1`."),
        Mistake(lambda z, heads, W1, W2, gamma1, gamma2: post_norm_block(z, heads, W1, W2, gamma2, gamma1),
                "The two gammas have changed places. No shape tells you, and on a fresh model no number either: "
                "`gamma1` belongs to the norm after gathering, `gamma2` to the norm after thinking."),
        Mistake(lambda z, heads, W1, W2, gamma1, gamma2:
                post_norm_block(z, heads, W1, W2, np.ones(len(gamma1)), np.ones(len(gamma2))),
                "The gammas are not used. Hand each norm its own: `layer_norm(..., gamma1)`."),
        Mistake(_second_reads_the_input,
                "The bank reads `z`, what came into the block. Let it read what the first half has left, so that it "
                "thinks about what was gathered."),
        Mistake(_second_adds_to_the_input,
                "The second note is added to `z`, so what was gathered is lost on the way. Add it to what the first "
                "half has left."),
        Mistake(_second_reads_the_untidied_sum,
                "The bank reads the first sum before it was tidied. What goes on in post-norm is the tidied sum "
                "alone: name it, and use it for both, reading and adding."),
        Mistake(_untidied_lane,
                "The second note is added to the first sum as it was before its norm. In post-norm the norm stands "
                "on the stream: what goes on is the tidied sum, for reading and for adding."),
        Mistake(_thinks_first,
                "This thinks first and gathers second. Gather first: the facts come before the conclusions."),
        Mistake(_built(_tidied_across, _tidied_across),
                "Your norms run across the positions, so every row hears from later ones, whatever the mask says. "
                "Tidy each row by its own numbers: `layer_norm(...)` as it is given."),
        Mistake(_without_a_bend,
                "The bend is missing in the second half: its two matrices act as one. `feed_forward` has it."),
        Mistake(_without_a_mask, "The mask is missing: earlier rows read later ones. Leave `causal` on."),
    ),
    hints=(
        "Two lines, one for each half. In each: let the part read the stream as it is, add its note, tidy the sum.",
        "What the first line gives is read by the second, and added to by the second.",
        "The first line: `R = layer_norm(z + multi_head(z, heads), gamma1)`.",
    ),
)


# --- Step 2: where two traces part ---------------------------------------------------------------------------


def first_to_part(right, ours, tolerance):
    """The first stage of both traces that is off by more than this share of its length, or "none"."""
    for name in right:
        if name in ours:
            gap = np.linalg.norm(ours[name] - right[name])
            if gap > tolerance * np.linalg.norm(right[name]):
                return name
    return "none"


def _shared(right, ours):
    return [name for name in right if name in ours]


def _share(right, ours, name):
    with np.errstate(all="ignore"):
        return np.linalg.norm(ours[name] - right[name]) / np.linalg.norm(right[name])


def _parted(right, ours, tolerance):
    return [name for name in _shared(right, ours)
            if np.linalg.norm(ours[name] - right[name]) > tolerance * np.linalg.norm(right[name])]


def _first(names):
    return next(iter(names), "none")


def _absolute_gap(right, ours, tolerance):
    return _first(name for name in _shared(right, ours) if np.linalg.norm(ours[name] - right[name]) > tolerance)


def _largest_absolute_gap(right, ours, tolerance):
    return _first(name for name in _shared(right, ours) if np.abs(ours[name] - right[name]).max() > tolerance)


def _largest_share(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.abs(ours[name] - right[name]).max() > tolerance * np.abs(right[name]).max())


def _mean_share(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.abs(ours[name] - right[name]).mean() > tolerance * np.abs(right[name]).mean())


def _any_row(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.any(np.linalg.norm(ours[name] - right[name], axis=-1)
                            > tolerance * np.linalg.norm(right[name], axis=-1)))


def _as_much_as_the_tolerance(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.linalg.norm(ours[name] - right[name]) >= tolerance * np.linalg.norm(right[name]))


def _any_digit(right, ours, tolerance):
    return _first(name for name in _shared(right, ours) if not np.array_equal(ours[name], right[name]))


def _by_allclose(right, ours, tolerance):
    return _first(name for name in _shared(right, ours) if not np.allclose(ours[name], right[name], rtol=tolerance))


def _by_allclose_as_it_comes(right, ours, tolerance):
    return _first(name for name in _shared(right, ours) if not np.allclose(ours[name], right[name]))


def _signed(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.abs(np.sum(ours[name] - right[name])) > tolerance * np.linalg.norm(right[name]))


def _lengths_alone(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if abs(np.linalg.norm(ours[name]) - np.linalg.norm(right[name]))
                  > tolerance * np.linalg.norm(right[name]))


def _share_of_ours(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.linalg.norm(ours[name] - right[name]) > tolerance * np.linalg.norm(ours[name]))


def _squared(right, ours, tolerance):
    return _first(name for name in _shared(right, ours)
                  if np.sum((ours[name] - right[name]) ** 2) > tolerance * np.sum(right[name] ** 2))


def _last_to_part(right, ours, tolerance):
    return _first(_parted(right, ours, tolerance)[::-1])


def _worst(right, ours, tolerance):
    return max(_parted(right, ours, tolerance), key=lambda name: _share(right, ours, name), default="none")


def _last_stage_alone(right, ours, tolerance):
    last = _shared(right, ours)[-1]
    return last if last in _parted(right, ours, tolerance) else "none"


def _first_stage_alone(right, ours, tolerance):
    first = _shared(right, ours)[0]
    return first if first in _parted(right, ours, tolerance) else "none"


def _name_that_is_missing(right, ours, tolerance):
    return _first(name for name in right if name not in ours or name in _parted(right, ours, tolerance))


def _last_that_agrees(right, ours, tolerance):
    before = "none"
    for name in _shared(right, ours):
        if name in _parted(right, ours, tolerance):
            return before
        before = name
    return "none"


def _trace(**stages):
    return {name: np.array(rows) for name, rows in stages.items()}


def _traces():
    x = [1.0, 2.0]
    pre = _trace(X=x, N1=[-1.0, 1.0], U=[3.0, 0.0], R=[4.0, 2.0], Y=[5.0, 2.0])
    post = _trace(X=x, U=[3.0, 0.0], S1=[4.0, 2.0], R=[1.0, -1.0], Y=[1.0, -1.0])
    draw = part_one_draw()
    heads, W1, W2 = draw.weights.heads[:1], draw.weights.W1, draw.weights.W2
    U = draw.x @ heads[0][2]
    long = {"X": draw.x, "U": U, "hidden": np.maximum(draw.x @ W1, 0), "Y": draw.x + np.maximum(draw.x @ W1, 0) @ W2}
    single = {name: rows.astype(np.float32) for name, rows in long.items()}
    batch = {name: np.stack([rows, rows]) for name, rows in long.items()}
    second_wrong = {name: np.stack([rows, rows + (name == "hidden")]) for name, rows in long.items()}
    return [
        (_trace(X=x, U=[3.0, 4.0], Y=[4.0, 6.0]), _trace(X=x, U=[3.0, 5.0], Y=[4.0, 7.0]), 0.001),
        (_trace(X=x, U=[3.0, 4.0]), _trace(X=x, U=[3.0, 4.0]), 0.001),
        (pre, post, 0.001),
        (_trace(X=x, U=[3.0, 4.0], Y=[4.0, 6.0]), _trace(X=[1.0, 3.0], U=[0.0, 4.0], Y=[4.0, 6.0]), 0.001),
        # loud beside faint: a gap of 0.5 in a million is nothing, one of a millionth in a hundred-thousandth is much
        (_trace(X=[1e6, 2e6], U=[1e-5, 0.0], Y=[1.0, 1.0]), _trace(X=[1e6, 2e6 + 0.5], U=[1.1e-5, 0.0], Y=[2.0, 2.0]),
         0.001),
        (_trace(X=[1e6, 0.0], U=[3.0, 4.0]), _trace(X=[1e6, 0.5], U=[3.0, 4.0]), 0.001),
        # many small gaps: each below the tolerance, together above it, and still a small share
        (_trace(X=[3.0] * 4, U=[1.0, 2.0]), _trace(X=[3.0008] * 4, U=[1.0, 2.0]), 0.001),
        # the tolerance is what the caller says
        (_trace(X=x, U=[3.0, 4.0], Y=[3.0, 4.0]), _trace(X=x, U=[3.0, 4.25], Y=[3.0, 5.5]), 0.1),
        (_trace(X=x, U=[3.0, 4.0]), _trace(X=x, U=[3.0, 4.001]), 0.00001),
        # differences that cancel, turned rows of the same length, and a stage that is silent
        (_trace(X=x, U=[1.0, 1.0], Y=[2.0, 3.0]), _trace(X=x, U=[2.0, 0.0], Y=[3.0, 2.0]), 0.1),
        (_trace(X=x, U=[3.0, 4.0], Y=[4.0, 6.0]), _trace(X=x, U=[4.0, 3.0], Y=[5.0, 5.0]), 0.1),
        (_trace(X=x, U=[0.0, 0.0], Y=[1.0, 2.0]), _trace(X=x, U=[0.0, 0.0], Y=[1.0, 4.0]), 0.001),
        (_trace(X=x, U=[0.0, 0.0], Y=[1.0, 2.0]), _trace(X=x, U=[0.0, 1e-9], Y=[1.0, 2.0]), 0.001),
        # of which length the share is
        (_trace(X=x, U=[1.0, 0.0]), _trace(X=x, U=[1.9, 0.0]), 0.5),
        (_trace(X=x, U=[1.0, 0.0]), _trace(X=x, U=[0.6, 0.0]), 0.5),
        (_trace(X=x, U=[1.0, 0.0]), _trace(X=x, U=[2.0, 0.0]), 0.8),
        # one number among many, many small ones beside a large one, one row among several
        (_trace(X=[1.0] * 16), _trace(X=[1.0] * 15 + [1.15]), 0.1),
        (_trace(X=[10.0] + [0.0] * 15), _trace(X=[10.0] + [0.1] * 15), 0.1),
        (_trace(X=x, U=[1.0, 0.0, 0.0, 0.0]), _trace(X=x, U=[1.15, 0.0, 0.0, 0.0]), 0.1),
        (_trace(X=[[100.0, 0.0], [0.0, 1.0]], U=[[3.0, 4.0], [1.0, 0.0]]),
         _trace(X=[[100.0, 0.0], [0.0, 2.0]], U=[[3.0, 5.0], [1.0, 0.0]]), 0.1),
        # another order of names, whole numbers, other kinds of float, more axes
        (_trace(X=[1, 2], U=[3, 4], Y=[4, 6]), _trace(Y=[4, 7], U=[3, 5], X=[1, 2]), 0.01),
        (single, long, 0.001),
        (single, {**long, "hidden": long["hidden"] + 1, "Y": long["Y"] + 1}, 0.001),
        (batch, second_wrong, 0.001),
    ]


_first_to_part = Step(
    name="first_to_part",
    task="find where two traces part",
    solution=first_to_part,
    cases=lambda: [(given, {}) for given in _traces()],
    mistakes=(
        Mistake(_last_to_part,
                "This names the last stage that differs. What goes wrong low down goes wrong all the way up; the "
                "first one names the mistake. Return as soon as you have found it."),
        Mistake(_worst,
                "This names the stage that differs most. The first one names the mistake, however small its share; "
                "what follows only carries it on."),
        Mistake(_last_stage_alone,
                "You compare the last stage alone. It tells that something is wrong and not where, and it may even "
                "agree by chance. Walk through all stages from the bottom."),
        Mistake(_first_stage_alone,
                "You give up after the first stage. The `return \"none\"` belongs behind the loop, not into it."),
        Mistake(_last_that_agrees,
                "This names the last stage that still agrees. The one after it is asked for: the first that differs."),
        Mistake(_name_that_is_missing,
                "You stop at a stage that one of the traces does not have. The two orders have stages of their own; "
                "pass over a name that is not in `ours`."),
        Mistake(lambda right, ours, tolerance: _first(sorted(_parted(right, ours, tolerance))),
                "You walk through the names by the alphabet. A dict keeps the order in which it was filled, from the "
                "bottom up: `for name in right`."),
        Mistake(lambda right, ours, tolerance: _first(name for name in ours if name in _parted(right, ours, tolerance)),
                "You walk through the names of `ours`. The trace to go by is `right`."),
        Mistake(_absolute_gap,
                "You compare the gap itself with the tolerance. A loud stage has a large gap for nothing, and a "
                "faint one hides a large share in a small gap. Compare with `tolerance` times the length of the "
                "right stage."),
        Mistake(_largest_absolute_gap,
                "You compare the largest single gap with the tolerance. That depends on how loud the stage is. "
                "Compare lengths: the gap's with `tolerance` times the right stage's."),
        Mistake(_largest_share,
                "You compare the largest gap with the largest number. One number among many then decides for the "
                "stage. Compare the lengths of the whole arrays, `np.linalg.norm`."),
        Mistake(_mean_share,
                "You compare mean sizes. Compare lengths, `np.linalg.norm`: the root of the sum of the squares."),
        Mistake(_any_row,
                "You compare row by row, so that a faint row decides for its stage. Compare the lengths of the whole "
                "arrays: `np.linalg.norm` without an axis."),
        Mistake(_as_much_as_the_tolerance,
                "A gap of just the tolerance counts for you, and so a stage of nothing but zeros parts from itself. "
                "Compare with `>`."),
        Mistake(_any_digit,
                "You look for any difference at all. Two programs differ in the last digits all the time; only a gap "
                "above the tolerance counts."),
        Mistake(_by_allclose,
                "`np.allclose` has an `atol` besides, 0.00000001 if you say nothing, and it compares number by "
                "number: a small entry of a long row counts by itself. Compare the lengths of the whole stages."),
        Mistake(_by_allclose_as_it_comes,
                "`np.allclose` has tolerances of its own, and yours was not asked. Compare the length of the gap "
                "with `tolerance` times the length of the right stage."),
        Mistake(lambda right, ours, tolerance: first_to_part(right, ours, 1e-3),
                "Your tolerance is always 0.001. Use the argument: the caller knows how much is too much."),
        Mistake(_signed,
                "Your differences are summed with their signs, so that one too many and one too few cancel. Take "
                "the length of the difference, `np.linalg.norm(ours[name] - right[name])`."),
        Mistake(_lengths_alone,
                "You compare two lengths. Two stages of one length can point anywhere. Subtract first, then take "
                "the length of the difference."),
        Mistake(_share_of_ours,
                "Your share is one of the length of `ours`, the trace that may be wrong. Divide by the length of "
                "`right`."),
        Mistake(_squared,
                "You compare squares, so a share of 0.1 counts as 0.01. Take the roots, or `np.linalg.norm`."),
        Mistake(lambda right, ours, tolerance: _first(_parted(right, ours, tolerance)) != "none",
                "This says whether they part, and not where. Return the name of the stage."),
        Mistake(lambda right, ours, tolerance: next(iter(_parted(right, ours, tolerance)), None),
                "When no stage differs, the answer is the text \"none\", and not None."),
        Mistake(lambda right, ours, tolerance: next(iter(_parted(right, ours, tolerance)), ""),
                "When no stage differs, the answer is the text \"none\"."),
    ),
    hints=(
        "A loop over the names in `right`, in their order. Inside: is the name in `ours`, and is the gap too large? "
        "Then return the name.",
        "The gap is the length of the difference, `np.linalg.norm(ours[name] - right[name])`. It is too large when "
        "it is above `tolerance * np.linalg.norm(right[name])`.",
        "`return name` stands inside both ifs. `return \"none\"` stands behind the loop.",
    ),
)


# --- Step 3: a norm on the way back --------------------------------------------------------------------------


def slope_of_norm(x, slope, gamma, eps=1e-5):
    """From the slope at what a norm gives to the slope at what it reads: twice (..., C), (C,) -> (..., C)."""
    centred = x - np.mean(x, axis=-1, keepdims=True)
    spread = np.sqrt(np.mean(centred ** 2, axis=-1, keepdims=True) + eps)
    tidy, wish = centred / spread, gamma * slope
    along = np.mean(wish * tidy, axis=-1, keepdims=True)
    return (wish - np.mean(wish, axis=-1, keepdims=True) - along * tidy) / spread


def _mean(x):
    return np.mean(x, axis=-1, keepdims=True)


def _spread(x, eps, ddof=0):
    return np.sqrt(np.var(x, axis=-1, ddof=ddof, keepdims=True) + eps)


def _norm_slope(wish, tidy, spread):
    return (wish - _mean(wish) - _mean(wish * tidy) * tidy) / spread


def _spread_taken_as_fixed(x, slope, gamma, eps=1e-5):
    wish = gamma * slope
    return (wish - _mean(wish)) / _spread(x, eps)


def _mean_taken_as_fixed(x, slope, gamma, eps=1e-5):
    wish, tidy = gamma * slope, layer_norm(x, eps=eps)
    return (wish - _mean(wish * tidy) * tidy) / _spread(x, eps)


def _both_taken_as_fixed(x, slope, gamma, eps=1e-5):
    return gamma * slope / _spread(x, eps)


def _not_divided(x, slope, gamma, eps=1e-5):
    return slope_of_norm(x, slope, gamma, eps) * _spread(x, eps)


def _multiplied(x, slope, gamma, eps=1e-5):
    return slope_of_norm(x, slope, gamma, eps) * _spread(x, eps) ** 2


def _divided_by_the_variance(x, slope, gamma, eps=1e-5):
    return slope_of_norm(x, slope, gamma, eps) / _spread(x, eps)


def _gamma_at_the_end(x, slope, gamma, eps=1e-5):
    return gamma * slope_of_norm(x, slope, 1, eps)


def _gamma_twice(x, slope, gamma, eps=1e-5):
    return slope_of_norm(x, slope, gamma * gamma, eps)


def _gamma_in_the_tidy_row(x, slope, gamma, eps=1e-5):
    return _norm_slope(gamma * slope, gamma * layer_norm(x, eps=eps), _spread(x, eps))


def _sum_for_mean(x, slope, gamma, eps=1e-5):
    wish, tidy = gamma * slope, layer_norm(x, eps=eps)
    return (wish - _mean(wish) - np.sum(wish * tidy, axis=-1, keepdims=True) * tidy) / _spread(x, eps)


def _rows_for_tidy_rows(x, slope, gamma, eps=1e-5):
    return _norm_slope(gamma * slope, x, _spread(x, eps))


def _centred_for_tidy_rows(x, slope, gamma, eps=1e-5):
    return _norm_slope(gamma * slope, x - _mean(x), _spread(x, eps))


def _added(x, slope, gamma, eps=1e-5):
    wish, tidy = gamma * slope, layer_norm(x, eps=eps)
    return (wish - _mean(wish) + _mean(wish * tidy) * tidy) / _spread(x, eps)


def _sample(x, slope, gamma, eps=1e-5):
    spread = _spread(x, eps, ddof=1)
    return _norm_slope(gamma * slope, (x - _mean(x)) / spread, spread)


def _eps_outside(x, slope, gamma, eps=1e-5):
    spread = np.std(x, axis=-1, keepdims=True) + eps
    return _norm_slope(gamma * slope, (x - _mean(x)) / spread, spread)


def _eps_missing(x, slope, gamma, eps=1e-5):
    spread = np.std(x, axis=-1, keepdims=True)
    return _norm_slope(gamma * slope, (x - _mean(x)) / spread, spread)


def _over_everything(x, slope, gamma, eps=1e-5):
    spread, wish = np.sqrt(np.var(x) + eps), gamma * slope
    tidy = (x - np.mean(x)) / spread
    return (wish - np.mean(wish) - np.mean(wish * tidy) * tidy) / spread


def _across_rows(x, slope, gamma, eps=1e-5):
    if x.ndim == 1:
        return slope_of_norm(x, slope, gamma, eps)
    turned = slope_of_norm(x.swapaxes(-1, -2), (gamma * slope).swapaxes(-1, -2), 1, eps)
    return turned.swapaxes(-1, -2)


def _norm_cases():
    rng = np.random.default_rng(81)
    loud_and_faint = np.array([[300.0, -100.0, 1.0], [0.003, -0.001, 0.002], [5.0, 5.0, 5.0], [1.0, 1.0, 4.0]])
    return [
        ((np.array([1.0, 2.0, 6.0]), np.array([1.0, 0.0, 0.0]), np.array([1.0, 1.0, 1.0])), {}),
        ((np.array([1.0, 2.0, 6.0]), np.array([1.0, 2.0, 0.0]), np.array([1.0, 2.0, -1.0])), {}),
        ((np.array([[0, 3, 0], [1, 0, 5]]), np.array([[1, 2, 0], [3, 0, 1]]), np.array([2, 1, 3])), {}),
        ((rng.normal(size=(3, 3)) + 2, rng.normal(size=(3, 3)), rng.normal(size=3)), {"eps": 0.5}),
        ((loud_and_faint, rng.normal(size=(4, 3)), rng.normal(size=3)), {}),
        ((rng.normal(size=(2, 2, 3, 5)) - 1, rng.normal(size=(2, 2, 3, 5)), rng.normal(size=5)), {}),
    ]


_slope_of_norm = Step(
    name="slope_of_norm",
    task="send a slope back through a layer norm",
    solution=slope_of_norm,
    cases=_norm_cases,
    mistakes=(
        Mistake(_both_taken_as_fixed,
                "You take mean and spread as given numbers. They are made of `x` too: whoever moves one number of "
                "the row moves both. Take out the two parts of the wish that a norm undoes."),
        Mistake(_spread_taken_as_fixed,
                "You let the mean move with the row and take the spread as given. A wish along the tidy row only "
                "stretches it, and the norm undoes that: subtract `along * tidy` as well."),
        Mistake(_mean_taken_as_fixed,
                "You let the spread move with the row and take the mean as given. A wish that is the same for all "
                "coordinates only slides the row, and the norm undoes that: subtract the mean of the wish as well."),
        Mistake(_not_divided,
                "The division by the spread is missing. A loud row has to move further for the same effect, so the "
                "slope at it is smaller."),
        Mistake(_multiplied,
                "You multiply by the spread. A loud row has to move further for the same effect: divide by it."),
        Mistake(_divided_by_the_variance,
                "You divide by the spread twice, which is the variance. Once is enough."),
        Mistake(lambda x, slope, gamma, eps=1e-5: slope_of_norm(x, slope, 1, eps),
                "`gamma` is missing. The norm multiplied by it last, so on the way back it comes first: `wish = "
                "gamma * slope`."),
        Mistake(_gamma_at_the_end,
                "`gamma` multiplies at the end. On the way back everything is met in turned order: the norm "
                "multiplied by `gamma` last, so here it comes first."),
        Mistake(_gamma_twice, "`gamma` is in it twice. The way forward has it once, and so has the way back."),
        Mistake(lambda x, slope, gamma, eps=1e-5: slope_of_norm(x, slope, 1 / gamma, eps),
                "You divide by `gamma`. What is multiplied on the way up is multiplied on the way back too."),
        Mistake(_gamma_in_the_tidy_row,
                "Your tidy row has been scaled by `gamma`. The spread was undone before `gamma` came: use the row of "
                "mean 0 and spread 1."),
        Mistake(_sum_for_mean,
                "`along` is a sum, and a mean is meant: the share of the wish that lies along the tidy row, whose "
                "mean square is 1."),
        Mistake(_rows_for_tidy_rows,
                "You use `x` where the tidy row is meant. Centre it and divide it by the spread first."),
        Mistake(_centred_for_tidy_rows,
                "You use the centred row where the tidy row is meant. Divide it by the spread first."),
        Mistake(_added, "You add the part along the tidy row. It is to be taken out: subtract it."),
        Mistake(lambda x, slope, gamma, eps=1e-5: layer_norm(gamma * slope, eps=eps),
                "You run the norm on the slope, as if it were a row. The way back uses mean and spread of `x`, and "
                "the slope goes through with them as they are."),
        Mistake(lambda x, slope, gamma, eps=1e-5: gamma * layer_norm(x, eps=eps) * slope,
                "This is what the norm gives, times the slope. Asked is how fast the result changes when `x` does."),
        Mistake(_sample,
                "Your variance is the sample's, divided by C - 1. The norm divides by C, and its way back does too."),
        Mistake(_eps_outside,
                "`eps` stands beside the root. It belongs inside, with the variance, as in the norm itself."),
        Mistake(_eps_missing,
                "`eps` is missing. For a row of equal numbers that is 0 divided by 0; for a faint row the slope is "
                "much too large."),
        Mistake(lambda x, slope, gamma, eps=1e-5: slope_of_norm(x, slope, gamma),
                "Your `eps` is always 0.00001. Use the argument: the way back must know the norm it goes through."),
        Mistake(_over_everything,
                "Your means run over all numbers. Each row is a norm of its own: `axis=-1`, with `keepdims=True`."),
        Mistake(_across_rows,
                "Your means run across the positions. Each row is a norm of its own: `axis=-1`, with "
                "`keepdims=True`."),
    ),
    hints=(
        "First all that the norm itself computes: the centred row, the spread, the tidy row. Then the wish, `gamma * "
        "slope`.",
        "Two things are subtracted from the wish: its mean, and `along * tidy`, where `along` is the mean of `wish * "
        "tidy`. Both means are of one row, with `keepdims=True`.",
        "The last line: `(wish - mean_of_wish - along * tidy) / spread`.",
    ),
)


# --- Step 4: one storey down ---------------------------------------------------------------------------------


def down_one_storey(z, W, slope, order):
    """From the slope above a storey to the slope below it: (..., C), (C, C), (..., C), a text -> (..., C)."""
    ones = np.ones(len(W))
    if order == "pre":
        return slope + slope_of_norm(z, slope @ W.T, ones)
    into_sum = slope_of_norm(z + z @ W, slope, ones)
    return into_sum + into_sum @ W.T


def _unscaled(x, slope):
    return slope_of_norm(x, slope, np.ones(x.shape[-1]))


def _downward(pre, post):
    """An answer with a rule for each order."""
    return lambda z, W, slope, order: (pre if order == "pre" else post)(z, W, slope)


def _right_pre(z, W, slope):
    return slope + _unscaled(z, slope @ W.T)


def _right_post(z, W, slope):
    into_sum = _unscaled(z + z @ W, slope)
    return into_sum + into_sum @ W.T


def _post_with_a_lane_around(z, W, slope):
    into_sum = _unscaled(z + z @ W, slope)
    return slope + into_sum @ W.T


def _storey_cases():
    rng = np.random.default_rng(82)
    z, W = np.array([1.0, 2.0, 6.0]), np.array([[0.0, 1.0, 0.0], [-1.0, 0.5, 0.0], [0.0, 0.0, 2.0]])
    rows = rng.normal(size=(2, 2, 3, 4)) * np.array([[0.01], [1.0], [50.0]])
    whole = np.array([[0, 3, 1], [4, 0, 1]]), np.array([[1, 2, 0], [0, 1, 1], [3, 0, 1]])
    return [
        ((z, W, np.array([1.0, 0.0, 0.0]), "pre"), {}),
        ((z, W, np.array([1.0, 0.0, 0.0]), "post"), {}),
        *(((*whole, np.array([[1, 0, 2], [0, 1, 0]]), order), {}) for order in ("pre", "post")),
        *(((rows, rng.normal(size=(4, 4)), rng.normal(size=(2, 2, 3, 4)), order), {}) for order in ("pre", "post")),
    ]


_down_one_storey = Step(
    name="down_one_storey",
    task="take a slope down one storey, in either order",
    solution=down_one_storey,
    cases=_storey_cases,
    mistakes=(
        Mistake(_downward(_right_post, _right_pre),
                "The two orders have changed places. In \"pre\" the norm stands on the branch and the lane is clear; "
                "in \"post\" it stands behind the addition."),
        Mistake(_downward(_right_pre, _right_pre),
                "You go down every storey as if it were pre-norm. In \"post\" the slope meets the norm first, and the "
                "addition behind it."),
        Mistake(_downward(_right_post, _right_post),
                "You go down every storey as if it were post-norm. In \"pre\" the slope meets the addition first: one "
                "copy goes straight on, the other goes down the branch."),
        Mistake(lambda z, W, slope, order: down_one_storey(z, W.T, slope, order) if order == "pre" else
                _unscaled(z + z @ W, slope) + _unscaled(z + z @ W, slope) @ W,
                "You go back through `W` as you went up. On the way back it is turned: what mixed rows into columns "
                "must be undone by `slope @ W.T`."),
        Mistake(_downward(lambda z, W, slope: _unscaled(z, slope @ W.T), _right_post),
                "In \"pre\" the lane is missing: this is the slope down the branch alone. An addition hands its slope "
                "to both of its inputs; add the slope itself."),
        Mistake(_downward(_right_pre, lambda z, W, slope: _unscaled(z + z @ W, slope) @ W.T),
                "In \"post\" one way is missing: this is the slope down the branch alone. Behind the norm there is an "
                "addition, which hands its slope to both of its inputs."),
        Mistake(_downward(lambda z, W, slope: _unscaled(z, slope @ W.T),
                          lambda z, W, slope: _unscaled(z + z @ W, slope) @ W.T),
                "Both orders lack the lane: this is the slope down the branch alone. An addition hands its slope to "
                "both of its inputs."),
        Mistake(_downward(lambda z, W, slope: slope + _unscaled(z, slope) @ W.T, _right_post),
                "In \"pre\" norm and matrix are met in the order of the way up. On the way back the last comes first: "
                "`slope @ W.T`, and that goes through the norm."),
        Mistake(_downward(lambda z, W, slope: slope + slope @ W.T, _right_post),
                "In \"pre\" the norm on the branch is left out. `slope @ W.T` is the slope at the tidy copy; send it "
                "through `slope_of_norm` before you add it."),
        Mistake(_downward(_right_pre, lambda z, W, slope: slope + slope @ W.T),
                "In \"post\" the norm is left out. It stands on the stream, so all of the slope goes through it before "
                "it comes to the addition."),
        Mistake(_downward(lambda z, W, slope: slope + slope @ W.T, lambda z, W, slope: slope + slope @ W.T),
                "The norms are left out: this is the way back through a storey that only adds. Use `slope_of_norm`, "
                "on the branch in \"pre\" and on the whole slope in \"post\"."),
        Mistake(_downward(_right_pre, _post_with_a_lane_around),
                "In \"post\" you lead a lane around the norm. There is none: both copies of the slope have gone "
                "through the norm, since the norm stands behind the addition."),
        Mistake(_downward(_right_pre,
                          lambda z, W, slope: _unscaled(z, slope) + _unscaled(z, slope) @ W.T),
                "In \"post\" you take the norm at `z`. What it reads is the sum, `z + z @ W`."),
        Mistake(_downward(_right_pre,
                          lambda z, W, slope: _unscaled(z @ W, slope) + _unscaled(z @ W, slope) @ W.T),
                "In \"post\" you take the norm at the note, `z @ W`. What it reads is the sum, `z + z @ W`."),
        Mistake(_downward(lambda z, W, slope: slope + _unscaled(z + layer_norm(z) @ W, slope @ W.T), _right_post),
                "In \"pre\" you take the norm at what the storey gives. It reads what comes in, `z`."),
        Mistake(_downward(lambda z, W, slope: slope + _unscaled(z @ W, slope @ W.T), _right_post),
                "In \"pre\" you take the norm at the note. It stands before the matrix and reads `z`."),
        Mistake(_downward(_right_pre, lambda z, W, slope: _unscaled(z + z @ W, slope + slope @ W.T)),
                "In \"post\" you meet the addition first and the norm second. The norm was last on the way up, so it "
                "is first on the way back."),
        Mistake(_downward(lambda z, W, slope: _unscaled(z, slope + slope @ W.T), _right_post),
                "In \"pre\" you send the lane through the norm too. Only the branch has a norm: the slope itself goes "
                "straight on."),
        Mistake(_downward(lambda z, W, slope: slope + layer_norm(slope @ W.T), _right_post),
                "In \"pre\" you tidy the slope. On the way back a norm is met by `slope_of_norm`, with the row that "
                "it read."),
    ),
    hints=(
        "Go through the storey backwards, part by part: what came last on the way up comes first. An addition hands "
        "its slope to both of its inputs, and `z @ W` turns a slope into `slope @ W.T`.",
        "In \"pre\": the slope itself, plus the branch: `slope @ W.T`, and that through the norm at `z`. In \"post\": "
        "first through the norm at `z + z @ W`; what comes out is added to itself times `W.T`.",
        "`slope + slope_of_norm(z, slope @ W.T, ones)` for \"pre\", with `ones = np.ones(len(W))`.",
    ),
)


# --- Step 5: the whole way down ------------------------------------------------------------------------------


def way_back(floors, matrices, slope, order):
    """The slope at every floor: (S + 1, ..., C), S times (C, C), (..., C), a text -> (S + 1, ..., C)."""
    slopes = [slope]
    for z, W in zip(floors[-2::-1], matrices[::-1], strict=True):
        slope = down_one_storey(z, W, slope, order)
        slopes.append(slope)
    return np.stack(slopes[::-1])


def _descent(floors, matrices, slope, order):
    slopes = [slope]
    for z, W in zip(floors, matrices, strict=True):
        slopes.append(down_one_storey(z, W, slopes[-1], order))
    return np.stack(slopes[::-1])


def _every_storey_gets_the_top(floors, matrices, slope, order):
    below = [down_one_storey(z, W, slope, order) for z, W in zip(floors[:-1], matrices, strict=True)]
    return np.stack([*below, slope])


def _always(order):
    return lambda floors, matrices, slope, _: way_back(floors, matrices, slope, order)


def _one_floor_for_all(number):
    return lambda floors, matrices, slope, order: _descent(
        [floors[number]] * len(matrices), matrices[::-1], slope, order)


def _tower_cases():
    rng = np.random.default_rng(83)
    turn, stretch = np.array([[0.0, 1.0, 0.0], [-1.0, 0.5, 0.0], [0.0, 0.0, 2.0]]), np.diag([2.0, 1.0, -0.5])
    rules = {"pre": "tidy-then-add", "post": "add-then-tidy"}
    start, many = np.array([1.0, 2.0, 6.0]), [rng.normal(size=(4, 4)) for _ in range(4)]
    rows, wish = rng.normal(size=(2, 3, 4)) * np.array([[0.1], [1.0], [20.0]]), rng.normal(size=(2, 3, 4))
    cases = []
    for z, matrices, slope in ((start, [turn], np.array([1.0, 0.0, 0.0])),
                               (start, [turn, stretch], np.array([1.0, 0.0, 0.0])),
                               (rows, many, wish)):
        cases += [((stack(z, matrices, rule), matrices, slope, order), {}) for order, rule in rules.items()]
    return cases


_way_back = Step(
    name="way_back",
    task="take a slope from the top to the bottom",
    solution=way_back,
    cases=_tower_cases,
    mistakes=(
        Mistake(lambda floors, matrices, slope, order: way_back(floors, matrices, slope, order)[::-1],
                "The slopes are right and lie upside down: yours begin with the top. Entry 0 belongs to floor 0, so "
                "turn the list round before you stack it."),
        Mistake(lambda floors, matrices, slope, order: way_back(floors, matrices, slope, order)[0],
                "This is the slope at the bottom alone. Keep the slope of every floor in a list."),
        Mistake(lambda floors, matrices, slope, order: way_back(floors, matrices, slope, order)[:-1],
                "The top is missing. The slope at the last floor is `slope` itself: start the list with it."),
        Mistake(lambda floors, matrices, slope, order: way_back(floors, matrices, slope, order)[1:],
                "The bottom is missing. S storeys have S + 1 floors: append after each storey, the lowest too."),
        Mistake(lambda floors, matrices, slope, order: _descent(floors[:0:-1], matrices[::-1], slope, order),
                "Each storey gets the floor above it. What its norm has read is made of the floor below: begin with "
                "`floors[-2]`, and never use the top floor."),
        Mistake(lambda floors, matrices, slope, order: _descent(floors[:-1], matrices, slope, order),
                "You take the storeys from the bottom up. The slope is known at the top, so the last storey comes "
                "first: turn both, floors and matrices."),
        Mistake(lambda floors, matrices, slope, order: _descent(floors[-2::-1], matrices, slope, order),
                "The floors come from the top down and the matrices from the bottom up. Turn both: `matrices[::-1]`."),
        Mistake(lambda floors, matrices, slope, order: _descent(floors[:-1], matrices[::-1], slope, order),
                "The matrices come from the top down and the floors from the bottom up. Turn both: `floors[-2::-1]`."),
        Mistake(_every_storey_gets_the_top,
                "Every storey of yours gets the slope of the top. A storey gets what the one above it has handed "
                "down: let `slope` become the new one in each round."),
        Mistake(_one_floor_for_all(0),
                "Every storey of yours is met at floor 0. Each has read a floor of its own: take `floors[-2]` for "
                "the last, `floors[-3]` for the one before."),
        Mistake(_one_floor_for_all(-1),
                "Every storey of yours is met at the top floor. Each has read a floor of its own: take `floors[-2]` "
                "for the last, `floors[-3]` for the one before."),
        Mistake(_always("pre"), "You go down as in pre-norm, whatever is asked. Hand `order` on."),
        Mistake(_always("post"), "You go down as in post-norm, whatever is asked. Hand `order` on."),
        Mistake(lambda floors, matrices, slope, order:
                np.linalg.norm(way_back(floors, matrices, slope, order), axis=-1),
                "These are the lengths of the slopes. Return the slopes themselves; how long they are is measured "
                "in the next cell."),
    ),
    hints=(
        "A list that holds `slope`, and a loop over the storeys from the last to the first.",
        "Storey number `i` has read `floors[i]` and has the matrix `matrices[i]`. Go through `i` from the last "
        "matrix down to 0, or turn both: `floors[-2::-1]` and `matrices[::-1]`.",
        "`slope = down_one_storey(z, W, slope, order)`, append it, and at the end `np.stack(slopes[::-1])`.",
    ),
)

STEPS = (_post_norm_block, _first_to_part, _slope_of_norm, _down_one_storey, _way_back)
