"""Bad input is refused with what was expected, what came and what to try: the whole text of each refusal."""

import numpy as np
import pytest

import transformer_block as tb

ONES = np.ones
W = tb.worked_example().weights
HEAD = W.heads[0]

REFUSED = [
    (lambda: tb.residual(ONES((2, 5, 16)), ONES((2, 5, 8))), ValueError,
     "residual: expected x and update of one shape, got (2, 5, 16) and (2, 5, 8). "
     "Compute one update for every row, of shape (2, 5, 16)."),
    (lambda: tb.residual(ONES((2, 5, 16)), ONES((1, 5, 16))), ValueError,
     "residual: expected x and update of one shape, got (2, 5, 16) and (1, 5, 16). NumPy would stretch one over the other "
     "and hand the same update to several rows. Compute one update for every row, of shape (2, 5, 16)."),
    (lambda: tb.multi_head(ONES((3, 32)), [HEAD] * 5), ValueError,
     "heads: expected a number of heads that divides the width C = 32, got 5 heads (32 / 5 is not whole). "
     "The nearest that fits: 4."),
    (lambda: tb.multi_head(ONES((3, 32)), []), ValueError,
     "heads: expected at least one (Wq, Wk, Wv), got none. Pass a list of triples."),
    (lambda: tb.multi_head(ONES((3, 2)), [(ONES((2, 2)),) * 3] * 2), ValueError,
     "heads[0] Wq: expected shape (2, 1), (C, C / H), got (2, 2). Check which axis is which."),
    (lambda: tb.multi_head(ONES((3, 2)), [HEAD, HEAD[:2]]), ValueError,
     "heads[1]: expected three matrices (Wq, Wk, Wv), got 2. Pass one triple for each head."),
    (lambda: tb.multi_head(ONES((3, 2)), W.heads, ONES((2, 3))), ValueError,
     "Wo: expected shape (2, 2), (C, C), got (2, 3). Check which axis is which."),
    (lambda: tb.attention_weights(ONES((3, 4)), ONES((2, 4)), ONES((2, 4))), ValueError,
     "Wq: expected 4 on the second-to-last axis, the width of x, got shape (2, 4). "
     "The two axes look swapped: try its transpose, .T."),
    (lambda: tb.attention_weights(ONES((3, 4)), ONES((4, 2)), ONES((4, 3))), ValueError,
     "Wk: expected shape (4, 2), the shape of Wq, got (4, 3). Check which axis is which."),
    (lambda: tb.causal_head(ONES((3, 4)), ONES((4, 2)), ONES((4, 2)), ONES((3, 2))), ValueError,
     "Wv: expected 4 on the second-to-last axis, the width of x, got shape (3, 2). "
     "Check which axis is which."),
    (lambda: tb.feed_forward(ONES((5, 2)), ONES((3, 2)), ONES((3, 2))), ValueError,
     "W1: expected 2 on the second-to-last axis, the width of x, got shape (3, 2). "
     "The two axes look swapped: try its transpose, .T."),
    (lambda: tb.feed_forward(ONES((5, 2)), ONES((2, 3)), ONES((2, 3))), ValueError,
     "W2: expected shape (3, 2), W1's shape the other way round, got (2, 3). Its transpose fits: try W2.T."),
    (lambda: tb.feed_forward(ONES(2), ONES((2, 3)), ONES((3, 2)), b1=ONES(2)), ValueError,
     "b1: expected shape (3,), one number for each column, got (2,). Check which axis is which."),
    (lambda: tb.fires([1, 2, 3], [1, -1]), ValueError,
     "pattern: expected shape (3,), one number for each of evidence's coordinates, got (2,). Check which axis is which."),
    (lambda: tb.if_unit([1, 2], [1, -1], [1, 2, 3]), ValueError,
     "contribution: expected shape (2,), one number for each of evidence's coordinates, got (3,). Check which axis is which."),
    (lambda: tb.layer_norm(ONES((3, 4)), gamma=ONES(3)), ValueError,
     "gamma: expected shape (4,), one number for each coordinate, got (3,). Check which axis is which."),
    (lambda: tb.stack(ONES(3), [ONES((3, 2))]), ValueError,
     "matrices[0]: expected shape (3, 3), (C, C), got (3, 2). Check which axis is which."),
    (lambda: tb.stack(ONES(3), [], "subtract"), ValueError,
     "rule: expected one of 'replace', 'add', 'add-then-tidy', 'tidy-then-add', got 'subtract'. Pick one of those."),
    (lambda: tb.block(ONES((3, 2)), W, without=("head",)), ValueError,
     "without: expected one of 'norm 1', 'mask', 'add 1', 'norm 2', 'bend', 'add 2', got 'head'. Pick one of those."),
    (lambda: tb.block(ONES((3, 2)), W, without="mask"), TypeError,
     "without: expected a list or tuple of parts, got the text 'mask'. Try without=['mask']."),
    (lambda: tb.multi_head(ONES(4), [HEAD]), ValueError,
     "x: expected rows of numbers, (..., rows, columns), got shape (4,). "
     "Wrap it once more in brackets: [[1, 2, 3]] is one row of three."),
    (lambda: tb.softmax(3.0), ValueError,
     "scores: expected a row of numbers, got shape (). Wrap it in brackets: [1, 2, 3] is a row of three."),
    (lambda: tb.relu([1 + 2j]), TypeError,
     "x: expected real numbers, got complex numbers. Pass integers or floats, such as [0.8, -0.6]."),
    (lambda: tb.relu([True, False]), TypeError,
     "x: expected real numbers, got booleans. Pass integers or floats, such as [0.8, -0.6]."),
    (lambda: tb.relu(None), TypeError,
     "x: expected real numbers, got None. Pass integers or floats, such as [0.8, -0.6]."),
    (lambda: tb.relu(["a"]), TypeError, "x: expected real numbers, got text. Pass integers or floats, such as [0.8, -0.6]."),
    (lambda: tb.relu(np.array(["2026-01-01"], dtype="datetime64[D]")), TypeError,
     "x: expected real numbers, got dtype datetime64[D]. Pass integers or floats, such as [0.8, -0.6]."),
    (lambda: tb.relu([[1, 2], [3]]), ValueError,
     "x: expected rows of equal length, got rows that differ. Make every row as long as the first."),
    (lambda: tb.relu(np.zeros((0, 3))), ValueError,
     "x: expected at least one number, got an empty array of shape (0, 3). Every axis must be 1 or longer."),
    (lambda: tb.layer_norm([[1, 2], [3, np.nan]]), ValueError,
     "x: expected finite numbers, got nan at position (1, 1). Look for a division by zero or an overflow before this step."),
    (lambda: tb.residual([np.inf, -np.inf], [1, 2]), ValueError,
     "x: expected finite numbers, got inf at position (0,) (and 1 more). "
     "Look for a division by zero or an overflow before this step."),
    (lambda: tb.softmax([0, np.inf]), ValueError,
     "scores: expected finite numbers, got inf at position (1,). Look for a division by zero or an overflow before this step."),
    (lambda: tb.softmax([[0, 1], [-np.inf, -np.inf]]), ValueError,
     "scores: expected every row to leave at least one score unmasked, but row (1,) is -inf throughout. "
     "Let each position see at least itself."),
    (lambda: tb.softmax([-np.inf]), ValueError,
     "scores: expected every row to leave at least one score unmasked, but the row is -inf throughout. "
     "Let each position see at least itself."),
    *((lambda eps=eps: tb.layer_norm([1, 2], eps=eps), ValueError,
       f"eps: expected a number above 0, got {eps}. It keeps the divisor from being zero; 1e-5 is customary.")
      for eps in (0, -1e-5, float("nan"), float("inf"))),
    (lambda: tb.multi_head(ONES((3, 2)), 5), TypeError,
     "heads: expected a list of (Wq, Wk, Wv) triples, got a value of type int. Pass one triple for each head."),
    (lambda: tb.multi_head(ONES((3, 2)), [1, 2]), TypeError,
     "heads[0]: expected a list of three matrices (Wq, Wk, Wv), got a value of type int. Pass one triple for each head."),
    (lambda: tb.stack([1, 2], None), TypeError,
     "matrices: expected a list of (C, C) matrices, got None. Pass one matrix for each storey."),
    (lambda: tb.block(ONES((3, 2)), (1, 2)), TypeError,
     "weights: expected BlockWeights, got a value of type tuple. Try BlockWeights(heads, W1, W2)."),
    (lambda: tb.block(ONES((3, 2)), W, without=None), TypeError,
     "without: expected a list or tuple of parts, got None. Leave it out, or try without=['norm 1']."),
    (lambda: tb.feed_forward([1, 2], ONES((2, 2, 3)), ONES((3, 2))), ValueError,
     "W1: expected one matrix, (rows, columns), got shape (2, 2, 3). All examples share it: leave out its leading axes."),
    (lambda: tb.layer_norm([1, 2], eps=[1, 2]), TypeError,
     "eps: expected one number above 0, got a value of type list. 1e-5 is customary."),
    (lambda: tb.rms_norm([1, 2], eps="small"), TypeError,
     "eps: expected one number above 0, got a value of type str. 1e-5 is customary."),
]


@pytest.mark.parametrize("call, kind, text", REFUSED, ids=[text[:50] for _, _, text in REFUSED])
def test_refused(call, kind, text):
    with pytest.raises(kind) as refused:
        call()
    assert str(refused.value) == text
