"""What a step's solution must agree with: transformer_block's own function where there is one, else another route."""

import itertools

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
}


def oracle(slug, step):
    """The function to compare a solution with, and the tolerance."""
    if (slug, step.name) in OTHER_ROUTES:
        return OTHER_ROUTES[slug, step.name]
    return getattr(tb, step.name), 1e-12
