"""What a step's solution must agree with: transformer_block's own function where there is one, else another route."""

import itertools
import math

import numpy as np

import transformer_block as tb


def _bank(patterns, contributions):
    F, C = len(patterns), len(patterns[0])
    W1, W2 = np.zeros((C, F)), np.zeros((F, C))
    for unit in range(F):
        for coordinate in range(C):
            W1[coordinate, unit] = patterns[unit][coordinate]
            W2[unit, coordinate] = contributions[unit][coordinate]
    return W1, W2


def _slope(evidence, pattern, hair=1e-6):
    moved = [(tb.fires(evidence, pattern + step) - tb.fires(evidence, pattern - step)) / (2 * hair)
             for step in hair * np.eye(len(pattern))]
    return np.stack(moved, axis=-1)


def _count(C, F):
    return sum(np.zeros(shape).size for shape in ((C, F), (F,), (F, C), (C,)))


def _merged(W1, W2):
    return np.array([[sum(a * b for a, b in zip(row, column, strict=True)) for column in W2.T] for row in W1])


def _merged_bias(b1, W2, b2):
    return np.array([b2[d] + sum(b1[f] * W2[f, d] for f in range(len(W2))) for d in range(len(b2))])


def _dial(match, dial):
    return np.vectorize(lambda m: m if m > 0 else dial * m)(match)


def _left_over(x, y):
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    onto_x = np.linalg.qr(x)[0]
    return np.linalg.norm(y - onto_x @ (onto_x.T @ y)) / np.linalg.norm(y)


def _pieces(y):
    pieces, slope = 1, y[1] - y[0]
    for before, after in itertools.pairwise(y[1:]):
        pieces += abs(after - before - slope) > 1e-9
        slope = after - before
    return int(pieces)


def _jacobian(matrices, adds):
    # The stacks are linear: where the rows of the identity arrive is the table itself.
    return tb.stack(np.eye(len(matrices[0])), matrices, "add" if adds else "replace")[-1]


def _first_half(z, heads):
    C = z.shape[-1]
    return tb.block_stages(z, tb.BlockWeights(heads, np.zeros((C, 1)), np.zeros((1, C))))["R"]


def _tower(z, blocks):
    floors = [z]
    for heads, W1, W2 in blocks:
        floors.append(tb.block(floors[-1], tb.BlockWeights(heads, W1, W2)))
    return np.array(floors)


def _first_row(p, q, eps=1e-5):
    return tb.block([[p, q]], tb.worked_example().weights, eps=eps)[0]


def _trace(X, heads, Wo, W1, W2):
    return tb.block_stages(X, tb.BlockWeights(heads, W1, W2, Wo))


def _how_far(one, other):
    return {name: max(abs(a - b) for a, b in zip(np.ravel(one[name]).tolist(), np.ravel(other[name]).tolist(), strict=True)) for name in one}


def _where_they_part(one, other, tolerance=1e-12):
    return next((name for name, far in _how_far(one, other).items() if far > tolerance), None)


def _post_norm(z, heads, W1, W2, gamma1, gamma2):
    return tb.block(z, tb.BlockWeights(heads, W1, W2, gamma1=gamma1, gamma2=gamma2), order="post")


def _parted(right, ours, tolerance):
    for name in [name for name in right if name in ours]:
        pairs = list(zip(np.ravel(right[name]).tolist(), np.ravel(ours[name]).tolist(), strict=True))
        if math.hypot(*(b - a for a, b in pairs)) > tolerance * math.hypot(*(a for a, _ in pairs)):
            return name
    return "none"


def _turned_back(machine, x, slope, hair=1e-30):
    """The slope below a machine that works on each row alone, by nudges along the imaginary axis: no digit is lost."""
    moved = [(machine(x + 1j * hair * one).imag / hair * slope).sum(axis=-1) for one in np.eye(x.shape[-1])]
    return np.stack(moved, axis=-1)


def _any_norm(x, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + eps)


def _slope_of_norm(x, slope, gamma, eps=1e-5):
    return _turned_back(lambda z: gamma * _any_norm(z, eps), x, slope)


def _down(z, W, slope, order):
    storeys = {"pre": lambda z: z + _any_norm(z) @ W, "post": lambda z: _any_norm(z + z @ W)}
    return _turned_back(storeys[order], z, slope)


def _way_back(floors, matrices, slope, order):
    # From each floor all the way to the top at once.
    def climb(z, rest):
        for W in rest:
            z = z + _any_norm(z) @ W if order == "pre" else _any_norm(z + z @ W)
        return z

    return np.array([_turned_back(lambda z, n=number: climb(z, matrices[n:]), floor, slope)
                     for number, floor in enumerate(floors)])


def _text_mask(lengths, T):
    return tb.causal_mask(T) & tb.padding_mask(lengths, T)


def _masked_weights(scores, mask):
    return tb.softmax(np.where(mask, scores, -np.inf))


def _cross_head(x, source, Wq, Wk, Wv, mask):
    return tb.causal_head(x, Wq, Wk, Wv, mask=mask, source=source)


def _add_positions(x, table):
    if x.shape[-2] > table.shape[0]:
        raise ValueError("too many")
    placed = np.array(x, dtype=float)
    for index in np.ndindex(x.shape):
        placed[index] += table[index[-2], index[-1]]
    return placed


def _who_notices(machine, rows):
    signs = 1 - 2 * np.eye(len(rows))
    moves = np.array([machine(sign[:, None] * rows) - machine(rows) for sign in signs])
    return np.array([[any(abs(number) > 1e-9 for number in moves[s, t]) for s in range(len(rows))]
                     for t in range(moves.shape[1])])


def _what_is_wrong(L, C, H, multiplier, V, T, length):
    names = dict(zip(tb.SIX, ("L", "C", "H", "multiplier", "V", "T"), strict=True))
    try:
        config = tb.Config(L, C, H, multiplier, V, T)
    except ValueError as refusal:
        sizes_first = length < 1 and "divides" in str(refusal)
        return "length" if sizes_first else names[str(refusal).split(":")[0]]
    try:
        tb.forward_work(config, length)
    except ValueError:
        return "length"


def _block_bill(C, H, multiplier):
    bill = tb.parameter_bill(tb.Config(1, C, H, multiplier, 1, 1), final_norm=False)
    return {item: bill[item] for item in ("gather", "think", "biases", "norms")}


def _forward_work(*six):
    work = tb.forward_work(tb.Config(*six), six[-1])
    return {"matrices": work["gather"] + work["think"], "tables": work["tables"], "head": work["head"]}


def _kept_bytes(L, C, H, groups, T, size):
    # An array of that many numbers, of which one is stored.
    kept = np.broadcast_to(np.zeros((), dtype=f"V{size}"), (L, 2, T, groups, C // H))
    return math.prod(kept.shape) * kept.itemsize


# (lab, step) -> a function of the same arguments, and how near it must come.
OTHER_ROUTES = {
    ("if_unit", "match"): (lambda evidence, pattern: np.einsum("...c,c->...", evidence, pattern), 1e-12),
    ("if_unit", "slope"): (_slope, 1e-6),
    ("bank_of_ifs", "bank"): (_bank, 0),
    ("bank_of_ifs", "hidden"): (lambda x, W1, b1: tb.relu(np.einsum("...c,cf->...f", x, W1) + b1), 1e-12),
    ("bank_of_ifs", "count"): (_count, 0),
    ("collapse", "merge"): (_merged, 1e-12),
    ("collapse", "merged_bias"): (_merged_bias, 1e-12),
    ("collapse", "bend_dial"): (_dial, 0),
    ("collapse", "left_over"): (_left_over, 1e-12),
    ("collapse", "straight_pieces"): (_pieces, 0),
    ("dying_stack", "replace_stack"): (lambda z, matrices: tb.stack(z, matrices, "replace"), 1e-12),
    ("dying_stack", "sizes"): (tb.spread, 1e-12),
    ("dying_stack", "add_stack"): (lambda z, matrices: tb.stack(z, matrices, "add"), 1e-12),
    ("dying_stack", "jacobian"): (_jacobian, 1e-12),
    ("drift", "centre"): (lambda x: x @ (np.eye(x.shape[-1]) - 1 / x.shape[-1]), 1e-12),
    ("drift", "tidy"): (lambda x, eps=1e-5: tb.layer_norm(x, eps=eps), 1e-12),
    ("drift", "add_then_tidy_stack"): (lambda z, matrices: tb.stack(z, matrices, "add-then-tidy"), 1e-12),
    ("full_block", "first_half"): (_first_half, 1e-12),
    ("full_block", "second_half"): (lambda z, W1, W2: z + tb.feed_forward(tb.layer_norm(z), W1, W2), 1e-12),
    ("full_block", "block"): (lambda z, heads, W1, W2: tb.block(z, tb.BlockWeights(heads, W1, W2)), 1e-12),
    ("full_block", "tower"): (_tower, 1e-12),
    ("one_row", "first_row"): (_first_row, 1e-12),
    ("one_row", "trace"): (_trace, 1e-12),
    ("one_row", "how_far"): (_how_far, 1e-12),
    ("one_row", "where_they_part"): (_where_they_part, 0),
    ("order_of_norm", "post_norm_block"): (_post_norm, 1e-12),
    ("order_of_norm", "first_to_part"): (_parted, 0),
    ("order_of_norm", "slope_of_norm"): (_slope_of_norm, 1e-11),
    ("order_of_norm", "down_one_storey"): (_down, 1e-11),
    ("order_of_norm", "way_back"): (_way_back, 1e-11),
    ("who_sees_whom", "text_mask"): (_text_mask, 0),
    ("who_sees_whom", "masked_weights"): (_masked_weights, 1e-12),
    ("who_sees_whom", "cross_head"): (_cross_head, 1e-12),
    ("who_sees_whom", "add_positions"): (_add_positions, 0),
    ("who_sees_whom", "who_notices"): (_who_notices, 0),
    ("six_numbers", "what_is_wrong"): (_what_is_wrong, 0),
    ("six_numbers", "block_bill"): (_block_bill, 0),
    ("six_numbers", "model_parameters"): (lambda *six: tb.parameter_count(tb.Config(*six)), 0),
    ("six_numbers", "forward_work"): (_forward_work, 0),
    ("six_numbers", "kept_bytes"): (_kept_bytes, 0),
}


def oracle(slug, step):
    """The function to compare a solution with, and the tolerance."""
    if (slug, step.name) in OTHER_ROUTES:
        return OTHER_ROUTES[slug, step.name]
    return getattr(tb, step.name), 1e-12
