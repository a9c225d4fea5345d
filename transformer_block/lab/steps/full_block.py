"""The steps of the lab of chapter 6: the two halves of a block, the block, and a tower of blocks."""

import numpy as np

from transformer_block.attention import multi_head
from transformer_block.lab.step import Mistake, Step
from transformer_block.norms import layer_norm
from transformer_block.residual import residual

TITLE = "The full block"


# --- Step 1: tidy, gather, add -------------------------------------------------------------------------------


def first_half(z, heads):
    """Tidy, gather, add: (..., T, C), H times (Wq, Wk, Wv) -> (..., T, C)."""
    gathered = multi_head(layer_norm(z), heads)
    return residual(z, gathered)


def _gather_later_rows(x, heads):
    # Read backwards, "itself and earlier rows" is "itself and later rows": the triangle on its other side.
    return multi_head(x[..., ::-1, :], heads)[..., ::-1, :]


def _across_positions(z):
    return layer_norm(z.swapaxes(-1, -2)).swapaxes(-1, -2)


def _weights(rng, C, H, F):
    heads = [tuple(rng.normal(size=(C, C // H)) for _ in range(3)) for _ in range(H)]
    return heads, rng.normal(size=(C, F)), rng.normal(size=(F, C))


def _block_cases():
    """Rows and the weights of one block: whole numbers first, then a batch."""
    one = np.eye(2)
    by_hand = (np.array([[1.0, 0.0], [0.0, 2.0]]), [(one, one, np.array([[1.0, 2.0], [0.0, 1.0]]))],
               np.array([[1.0, -1.0, 0.0], [0.0, 1.0, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]))
    rng = np.random.default_rng(12)
    return [
        by_hand,
        (3 * rng.normal(size=(3, 4)) + 1, *_weights(rng, 4, 2, 8)),
        (2 * rng.normal(size=(2, 5, 6)), *_weights(rng, 6, 3, 12)),
    ]


_first_half = Step(
    name="first_half",
    task="tidy, gather, add",
    solution=first_half,
    cases=lambda: [((z, heads), {}) for z, heads, _, _ in _block_cases()],
    mistakes=(
        Mistake(lambda z, heads: multi_head(layer_norm(z), heads),
                "This is the gathered note alone: it replaces the stream. Whatever the heads did not gather is lost. "
                "Add the note to `z`."),
        Mistake(lambda z, heads: residual(z, multi_head(z, heads)),
                "The heads read the stream as it is, loud or faint. Let them read a tidied copy, `layer_norm(z)`; "
                "the stream itself stays untouched."),
        Mistake(lambda z, heads: layer_norm(residual(z, multi_head(z, heads))),
                "This is post-norm: the sum is tidied instead of what the heads read. The shapes fit and the numbers "
                "are others. Tidy a copy for the heads, and leave the sum alone."),
        Mistake(lambda z, heads: residual(layer_norm(z), multi_head(layer_norm(z), heads)),
                "You add the note to the tidied row. The tidied copy is for the heads to read; the stream, `z` "
                "itself, goes on as it came. Add to `z`."),
        Mistake(lambda z, heads: residual(z, layer_norm(multi_head(z, heads))),
                "You tidy what was gathered. Tidy what the heads read, and add what they gather as it is."),
        Mistake(lambda z, heads: layer_norm(residual(z, multi_head(layer_norm(z), heads))),
                "There is one norm too many: the sum is tidied as well. The stream is never rewritten; return the "
                "sum."),
        Mistake(lambda z, heads: residual(z, multi_head(layer_norm(z), heads, causal=False)),
                "The mask is missing: each row reads later ones too, and the first row knows the last. Leave "
                "`causal` on."),
        Mistake(lambda z, heads: residual(z, _gather_later_rows(layer_norm(z), heads)),
                "The mask is on its other side: each row reads itself and later ones. The triangle that may be read "
                "is the lower one, `np.tril`: row t, columns up to t."),
        Mistake(lambda z, heads: residual(z, multi_head(_across_positions(z), heads)),
                "Your norm runs across the positions, so every row has heard from all others before a mask can hide "
                "anything. Tidy each row by its own numbers: `axis=-1`."),
    ),
    hints=(
        "Two lines: what is gathered, and what is returned.",
        "The heads read a tidied copy. What they gather is a note, and the note is added to the stream as it came.",
        "`gathered = multi_head(layer_norm(z), heads)`, then the sum of `z` and `gathered`.",
    ),
)


# --- Step 2: tidy, think, add --------------------------------------------------------------------------------


def second_half(z, W1, W2):
    """Tidy, think, add: (..., T, C), (C, F), (F, C) -> (..., T, C)."""
    hidden = np.maximum(layer_norm(z) @ W1, 0)
    return residual(z, hidden @ W2)


def _think(x, W1, W2):
    return np.maximum(x @ W1, 0) @ W2


_second_half = Step(
    name="second_half",
    task="tidy, think, add",
    solution=second_half,
    cases=lambda: [((z, W1, W2), {}) for z, _, W1, W2 in _block_cases()],
    mistakes=(
        Mistake(lambda z, W1, W2: z + layer_norm(z) @ W1 @ W2,
                "The bend is missing. Without it the two matrices are one, as in the lab on the collapse. Cut the "
                "matches at 0 before `W2`."),
        Mistake(lambda z, W1, W2: z + np.maximum(layer_norm(z) @ W1 @ W2, 0),
                "You bend the contributions, after `W2`. A unit may well subtract; what never goes below 0 is how "
                "strongly it fires. Bend between `W1` and `W2`."),
        Mistake(lambda z, W1, W2: z + np.maximum(layer_norm(z), 0) @ W1 @ W2,
                "You bend what the units read, before `W1`. What is cut at 0 is the match, `layer_norm(z) @ W1`."),
        Mistake(lambda z, W1, W2: np.maximum(z + _think(layer_norm(z), W1, W2), 0),
                "You bend the sum, and the stream loses everything below 0. The bend belongs inside, between `W1` "
                "and `W2`."),
        Mistake(lambda z, W1, W2: _think(layer_norm(z), W1, W2),
                "This is the note alone: it replaces the stream. Add it to `z`."),
        Mistake(lambda z, W1, W2: z + _think(z, W1, W2),
                "The units read the stream as it is. Let them read a tidied copy, `layer_norm(z)`."),
        Mistake(lambda z, W1, W2: layer_norm(z + _think(z, W1, W2)),
                "This is post-norm: the sum is tidied instead of what the units read. Tidy a copy for the units, and "
                "leave the sum alone."),
        Mistake(lambda z, W1, W2: layer_norm(z) + _think(layer_norm(z), W1, W2),
                "You add the note to the tidied row. The stream goes on as it came: add to `z`."),
        Mistake(lambda z, W1, W2: z + layer_norm(_think(z, W1, W2)),
                "You tidy the conclusions. Tidy what the units read, and add their conclusions as they are."),
        Mistake(lambda z, W1, W2: layer_norm(z + _think(layer_norm(z), W1, W2)),
                "There is one norm too many: the sum is tidied as well. The stream is never rewritten; return the "
                "sum."),
        Mistake(lambda z, W1, W2: z + _think(_across_positions(z), W1, W2),
                "Your norm runs across the positions. Thinking is private: each row is tidied by its own numbers, "
                "`axis=-1`."),
    ),
    hints=(
        "The same plan as the first half, with the bank of ifs in place of the heads.",
        "Matches are `layer_norm(z) @ W1`. Bend them, let them contribute through `W2`, add that to `z`.",
        "`hidden = np.maximum(layer_norm(z) @ W1, 0)`, then the sum of `z` and `hidden @ W2`.",
    ),
)


# --- Step 3: the block ---------------------------------------------------------------------------------------


def block(z, heads, W1, W2):
    """Tidy, gather, add; tidy, think, add: (..., T, C), weights -> (..., T, C)."""
    return second_half(first_half(z, heads), W1, W2)


def _gathered(z, heads):
    return multi_head(layer_norm(z), heads)


def _thought(z, W1, W2):
    return _think(layer_norm(z), W1, W2)


def _both_read_the_input(z, heads, W1, W2):
    return z + _gathered(z, heads) + _thought(z, W1, W2)


def _second_replaces_the_first(z, heads, W1, W2):
    return z + _thought(first_half(z, heads), W1, W2)


def _adds_the_input_twice(z, heads, W1, W2):
    return z + block(z, heads, W1, W2)


def _without_adding(z, heads, W1, W2):
    return _thought(_gathered(z, heads), W1, W2)


def _without_the_first_sum(z, heads, W1, W2):
    return second_half(_gathered(z, heads), W1, W2)


def _without_the_second_sum(z, heads, W1, W2):
    return _thought(first_half(z, heads), W1, W2)


def _post_norm(z, heads, W1, W2):
    R = layer_norm(z + multi_head(z, heads))
    return layer_norm(R + _think(R, W1, W2))


def _without_a_bend(z, heads, W1, W2):
    R = first_half(z, heads)
    return R + layer_norm(R) @ W1 @ W2


def _without_norms(z, heads, W1, W2):
    R = z + multi_head(z, heads)
    return R + _think(R, W1, W2)


def _second_norm_missing(z, heads, W1, W2):
    R = first_half(z, heads)
    return R + _think(R, W1, W2)


def _without_a_mask(z, heads, W1, W2):
    return second_half(z + multi_head(layer_norm(z), heads, causal=False), W1, W2)


def _mask_transposed(z, heads, W1, W2):
    return second_half(z + _gather_later_rows(layer_norm(z), heads), W1, W2)


_block = Step(
    name="block",
    task="put the two halves together",
    solution=block,
    cases=lambda: [(given, {}) for given in _block_cases()],
    mistakes=(
        Mistake(_both_read_the_input,
                "Both halves read `z`, side by side: the second norm reads what came into the block. It should read "
                "what the first half returned, so that the units think about what was gathered."),
        Mistake(_second_replaces_the_first,
                "The units read the right rows, but their note is added to `z` instead of to what the first half "
                "returned. The gathered note is lost on the way."),
        Mistake(lambda z, heads, W1, W2: first_half(second_half(z, W1, W2), heads),
                "This thinks first and gathers second. Every shape fits and the numbers are others. Gather first: "
                "the facts come before the conclusions."),
        Mistake(lambda z, heads, W1, W2: first_half(z, heads),
                "This is the first half alone. Hand what it returns to `second_half`."),
        Mistake(lambda z, heads, W1, W2: second_half(z, W1, W2),
                "This is the second half alone, on rows that have gathered nothing. Let it read what `first_half` "
                "returns."),
        Mistake(_without_adding,
                "Neither note is added: each half replaces the stream. Rows grow alike, and with weights of zero "
                "nothing is left of them. Both halves add."),
        Mistake(_without_the_first_sum,
                "What was gathered replaces the stream: the first addition is missing."),
        Mistake(_without_the_second_sum,
                "What was thought replaces the stream: the second addition is missing."),
        Mistake(_adds_the_input_twice,
                "You add `z` once more at the end. The two halves have added already: return what the second one "
                "gives."),
        Mistake(_post_norm,
                "This is post-norm: each sum is tidied, instead of what each half reads. Weights that were trained "
                "for one order are wrong in the other, and no shape tells you. Tidy copies; never the stream."),
        Mistake(_without_a_bend,
                "The bend is missing in the second half: its two matrices act as one."),
        Mistake(_without_norms,
                "Nothing is tidied: both halves read the stream as it is. Let each read `layer_norm` of its rows."),
        Mistake(_second_norm_missing,
                "The second norm is missing: the units read the stream as it is. Let them read a tidied copy."),
        Mistake(_without_a_mask,
                "The mask is missing: earlier rows read later ones. Leave `causal` on in the first half."),
        Mistake(_mask_transposed,
                "The mask is on its other side: each row reads itself and later ones. The triangle that may be read "
                "is the lower one."),
        Mistake(lambda z, heads, W1, W2: layer_norm(block(z, heads, W1, W2)),
                "You tidy what leaves the block. The stream is never rewritten inside a tower; there is one final "
                "norm, after the last block."),
    ),
    hints=(
        "You have written both halves. The second reads what the first returns.",
        "Two calls, one inside the other or one after the other.",
        "`z = first_half(z, heads)`, then `second_half(z, W1, W2)`.",
    ),
)


# --- Step 4: a tower -----------------------------------------------------------------------------------------


def tower(z, blocks):
    """Every floor of a tower: (..., T, C), S times (heads, W1, W2) -> (S + 1, ..., T, C)."""
    floors = [z]
    for heads, W1, W2 in blocks:
        z = block(z, heads, W1, W2)
        floors.append(z)
    return np.stack(floors)


def _every_block_reads_the_input(z, blocks):
    return np.stack([z] + [block(z, *weights) for weights in blocks])


def _first_weights_throughout(z, blocks):
    return tower(z, [blocks[0] for _ in blocks])


def _adds_once_more(z, blocks):
    floors = [z]
    for weights in blocks:
        floors.append(floors[-1] + block(floors[-1], *weights))
    return np.stack(floors)


def _tidied_floors(z, blocks):
    floors = [z]
    for weights in blocks:
        floors.append(layer_norm(block(floors[-1], *weights)))
    return np.stack(floors)


def _tower_cases():
    z, *weights = _block_cases()[0]
    other = [(Wv, Wq, Wk) for Wq, Wk, Wv in weights[0]], weights[1][:, ::-1], weights[2]
    rng = np.random.default_rng(13)
    return [
        ((z, [tuple(weights)]), {}),
        ((z, [tuple(weights), other]), {}),
        ((rng.normal(size=(3, 4)), [_weights(rng, 4, 2, 8) for _ in range(3)]), {}),
        ((rng.normal(size=(2, 3, 4)), [_weights(rng, 4, 2, 8) for _ in range(3)]), {}),
    ]


_tower = Step(
    name="tower",
    task="stack blocks, three deep or twenty-four",
    solution=tower,
    cases=_tower_cases,
    mistakes=(
        Mistake(_every_block_reads_the_input,
                "Every block of yours reads the ground floor. A block reads what the one below it returned: hand it "
                "on, `z = block(z, ...)`, before the next round of the loop."),
        Mistake(_first_weights_throughout,
                "Every floor uses the weights of the first block. The loop must take a new triple in each round: "
                "`for heads, W1, W2 in blocks`."),
        Mistake(_adds_once_more,
                "You add a block's result to what went in. A block has added its two notes already: hand on what it "
                "returns."),
        Mistake(_tidied_floors,
                "You tidy after every block. The stream stays as it is all the way up; a final norm comes once, at "
                "the top, and is not part of this step."),
        Mistake(lambda z, blocks: tower(z, blocks[::-1]),
                "You climb from the last block to the first. Begin with `blocks[0]`."),
        Mistake(lambda z, blocks: tower(z, blocks)[1:],
                "The ground floor is missing. Floor 0 is `z` itself: start the list with `z` in it."),
        Mistake(lambda z, blocks: tower(z, blocks)[:-1],
                "The top floor is missing. Append after the block has worked, not before: S blocks give S + 1 "
                "floors."),
        Mistake(lambda z, blocks: tower(z, blocks)[-1],
                "This is the top floor alone. Keep every floor in a list, and return `np.stack` of the list."),
    ),
    hints=(
        "A list that holds `z`, and a loop over the blocks: the climb of the dying stack, with a block for a storey.",
        "Each round makes a new `z` out of the last one and appends it.",
        "`z = block(z, heads, W1, W2)` and `floors.append(z)`; `np.stack(floors)` at the end.",
    ),
)

STEPS = (_first_half, _second_half, _block, _tower)
