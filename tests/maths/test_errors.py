"""Bad input is refused with what was expected, what came and what to try: the whole text of each refusal."""

import ast
import inspect
import traceback

import numpy as np
import pytest

import transformer_block as tb
from transformer_block import checks

X, W = tb.worked_example()
HEAD = W.heads[0]
SMALL = tb.Config(12, 768, 12, 4, 50257, 1024)
NAN, INF = float("nan"), float("inf")


def ones(*shape):
    return np.ones(shape)


def block_with(**changed):
    """A call of the worked block with other weights."""
    return lambda: tb.block(X, W._replace(**changed))


NUMBERS = "Pass integers or floats, such as [0.8, -0.6]."
BEFORE = "Look for a division by zero or an overflow before this step."
AXES = "Check which axis is which."
SWAPPED = "The two axes look swapped: try its transpose, .T."
ONE_ROW = "Wrap it in brackets: [1, 2, 3] is a row of three."
ROWS = "Wrap it once more in brackets: [[1, 2, 3]] is one row of three."
SHARED = "All examples share it: leave out its leading axes."
TRIPLES = "Pass one triple for each head."
STRETCH = "NumPy would stretch one over the other and hand the same update to several rows."
EPSILON = "It keeps the divisor from being zero; 1e-5 is customary."
CONDITION = "Write it as a condition, such as table == 1."
ONE_FOR_ALL = "One row for every reader is (1, S); examples with masks of their own are (B, 1, S)."
COUNT = "Count the real positions of each example."

REFUSED = [
    # --- what is no array of real numbers
    (lambda: tb.relu(None), TypeError, f"x: expected real numbers, got None. {NUMBERS}"),
    (lambda: tb.relu([1 + 2j]), TypeError, f"x: expected real numbers, got complex numbers. {NUMBERS}"),
    (lambda: tb.relu([True, False]), TypeError, f"x: expected real numbers, got booleans. {NUMBERS}"),
    (lambda: tb.relu("0.8"), TypeError, f"x: expected real numbers, got text. {NUMBERS}"),
    (lambda: tb.relu(["0.8", 1]), TypeError, f"x: expected real numbers, got text. {NUMBERS}"),
    (lambda: tb.relu([b"0.8"]), TypeError, f"x: expected real numbers, got bytes. {NUMBERS}"),
    (lambda: tb.relu([1, None]), TypeError, f"x: expected real numbers, got Python objects. {NUMBERS}"),
    (lambda: tb.relu(np.array([1, 2], dtype=object)), TypeError, f"x: expected real numbers, got Python objects. {NUMBERS}"),
    (lambda: tb.relu({0.8: -0.6}), TypeError, f"x: expected real numbers, got a value of type dict. {NUMBERS}"),
    (lambda: tb.relu(np.array(["2026-01-01"], dtype="datetime64[D]")), TypeError,
     f"x: expected real numbers, got dtype datetime64[D]. {NUMBERS}"),
    (lambda: tb.relu([[1, 2], [3]]), ValueError,
     "x: expected rows of equal length, got rows that differ. Make every row as long as the first."),
    (lambda: tb.relu([]), ValueError,
     "x: expected at least one number, got an empty array of shape (0,). Every axis must be 1 or longer."),
    (lambda: tb.relu(ones(2, 0, 3)), ValueError,
     "x: expected at least one number, got an empty array of shape (2, 0, 3). Every axis must be 1 or longer."),
    (lambda: tb.relu(NAN), ValueError, f"x: expected finite numbers, got nan. {BEFORE}"),
    (lambda: tb.layer_norm([[1, 2], [3, NAN]]), ValueError, f"x: expected finite numbers, got nan at position (1, 1). {BEFORE}"),
    (lambda: tb.spread([1, INF]), ValueError, f"x: expected finite numbers, got inf at position (1,). {BEFORE}"),
    (lambda: tb.residual([INF, -INF, NAN], [1, 2, 3]), ValueError,
     f"x: expected finite numbers, got inf at position (0,) (and 2 more). {BEFORE}"),
    (lambda: tb.residual([1, 2], [1, -INF]), ValueError,
     f"update: expected finite numbers, got -inf at position (1,). {BEFORE}"),
    (block_with(W1=W.W1 * NAN), ValueError,
     f"W1: expected finite numbers, got nan at position (0, 0) (and 5 more). {BEFORE}"),
    (block_with(heads=[HEAD, (*HEAD[:2], [[1], [NAN]])]), ValueError,
     f"heads[1] Wv: expected finite numbers, got nan at position (1, 0). {BEFORE}"),
    (lambda: tb.stack(ones(2), [np.eye(2), np.eye(2) > 0]), TypeError,
     f"matrices[1]: expected real numbers, got booleans. {NUMBERS}"),
    (block_with(W1=None), TypeError, f"W1: expected real numbers, got None. {NUMBERS}"),
    (lambda: tb.if_unit([1, 2], [1, 2], None), TypeError, f"contribution: expected real numbers, got None. {NUMBERS}"),

    # --- too few axes, or too many
    (lambda: tb.softmax(3.0), ValueError, f"scores: expected a row of numbers, got shape (). {ONE_ROW}"),
    *((lambda function=function: getattr(tb, function)(3), ValueError,
       f"x: expected a row of numbers, got shape (). {ONE_ROW}") for function in ("layer_norm", "rms_norm", "spread")),
    (lambda: tb.feed_forward(3, W.W1, W.W2), ValueError, f"x: expected a row of numbers, got shape (). {ONE_ROW}"),
    (lambda: tb.fires(3, [1]), ValueError, f"evidence: expected a row of numbers, got shape (). {ONE_ROW}"),
    (lambda: tb.fires([3], 1), ValueError, f"pattern: expected a row of numbers, got shape (). {ONE_ROW}"),
    (lambda: tb.stack(3, []), ValueError, f"z: expected a row of numbers, got shape (). {ONE_ROW}"),
    (lambda: tb.layer_norm([1, 2], gamma=2), ValueError, f"gamma: expected a row of numbers, got shape (). {ONE_ROW}"),
    (lambda: tb.feed_forward([1, 2], W.W1, W.W2, b1=1), ValueError, f"b1: expected a row of numbers, got shape (). {ONE_ROW}"),
    (lambda: tb.multi_head(ones(2), W.heads), ValueError,
     f"x: expected rows of numbers, (..., rows, columns), got shape (2,). {ROWS}"),
    (lambda: tb.causal_head(ones(2), *HEAD), ValueError,
     f"x: expected rows of numbers, (..., rows, columns), got shape (2,). {ROWS}"),
    (lambda: tb.block(ones(2), W), ValueError,
     f"z: expected rows of numbers, (..., rows, columns), got shape (2,). {ROWS}"),
    (lambda: tb.feed_forward([1, 2], [1, 2], W.W2), ValueError,
     f"W1: expected rows of numbers, (..., rows, columns), got shape (2,). {ROWS}"),
    (lambda: tb.feed_forward([1, 2], ones(2, 2, 2), ones(2, 2, 2)), ValueError,
     f"W1: expected one matrix, (rows, columns), got shape (2, 2, 2). {SHARED}"),
    (block_with(W2=W.W2[None]), ValueError, f"W2: expected one matrix, (rows, columns), got shape (1, 3, 2). {SHARED}"),
    (lambda: tb.attention_weights(X, HEAD[0][None], HEAD[1]), ValueError,
     f"Wq: expected one matrix, (rows, columns), got shape (1, 2, 1). {SHARED}"),
    (lambda: tb.causal_head(X, *HEAD[:2], HEAD[2][None]), ValueError,
     f"Wv: expected one matrix, (rows, columns), got shape (1, 2, 1). {SHARED}"),

    # --- shapes that do not fit each other
    (lambda: tb.residual(ones(2, 5, 16), ones(2, 5, 8)), ValueError,
     "residual: expected x and update of one shape, got (2, 5, 16) and (2, 5, 8). "
     "Compute one update for every row, of shape (2, 5, 16)."),
    (lambda: tb.residual(ones(2, 5, 16), ones(1, 5, 16)), ValueError,
     f"residual: expected x and update of one shape, got (2, 5, 16) and (1, 5, 16). {STRETCH} "
     "Compute one update for every row, of shape (2, 5, 16)."),
    (lambda: tb.residual([1, 2], 3), ValueError,
     f"residual: expected x and update of one shape, got (2,) and (). {STRETCH} "
     "Compute one update for every row, of shape (2,)."),
    (lambda: tb.attention_weights(ones(3, 4), ones(2, 4), ones(2, 4)), ValueError,
     f"Wq: expected 4 on the second-to-last axis, the width of x, got shape (2, 4). {SWAPPED}"),
    (lambda: tb.attention_weights(ones(3, 4), ones(4, 2), ones(4, 3)), ValueError,
     f"Wk: expected shape (4, 2), the shape of Wq, got (4, 3). {AXES}"),
    (lambda: tb.attention_weights(ones(3, 4), ones(4, 2), ones(2, 4)), ValueError,
     "Wk: expected shape (4, 2), the shape of Wq, got (2, 4). Its transpose fits: try Wk.T."),
    (lambda: tb.causal_head(ones(3, 4), ones(4, 2), ones(4, 2), ones(3, 2)), ValueError,
     f"Wv: expected 4 on the second-to-last axis, the width of x, got shape (3, 2). {AXES}"),
    (lambda: tb.feed_forward(ones(5, 2), W.W1.T, W.W2), ValueError,
     f"W1: expected 2 on the second-to-last axis, the width of x, got shape (3, 2). {SWAPPED}"),
    (lambda: tb.feed_forward(ones(5, 4), W.W1, W.W2), ValueError,
     f"W1: expected 4 on the second-to-last axis, the width of x, got shape (2, 3). {AXES}"),
    (lambda: tb.feed_forward(ones(5, 2), W.W1, W.W2.T), ValueError,
     "W2: expected shape (3, 2), W1's shape the other way round, got (2, 3). Its transpose fits: try W2.T."),
    (block_with(W1=W.W1.T), ValueError,
     f"W1: expected 2 on the second-to-last axis, the width of x, got shape (3, 2). {SWAPPED}"),
    (block_with(W2=ones(3, 1)), ValueError,
     f"W2: expected shape (3, 2), W1's shape the other way round, got (3, 1). {AXES}"),
    (block_with(b1=ones(2)), ValueError, f"b1: expected shape (3,), one number for each column, got (2,). {AXES}"),
    (lambda: tb.feed_forward(ones(2), W.W1, W.W2, b2=ones(1, 2)), ValueError,
     f"b2: expected shape (2,), one number for each column, got (1, 2). {AXES}"),
    (lambda: tb.fires([1, 2, 3], [1, -1]), ValueError,
     f"pattern: expected shape (3,), one number for each of evidence's coordinates, got (2,). {AXES}"),
    (lambda: tb.fires([1, 2], [[1, -1]]), ValueError,
     f"pattern: expected shape (2,), one number for each of evidence's coordinates, got (1, 2). {AXES}"),
    (lambda: tb.if_unit([1, 2], [1, -1], [1, 2, 3]), ValueError,
     f"contribution: expected shape (2,), one number for each of evidence's coordinates, got (3,). {AXES}"),
    (lambda: tb.if_unit([1, 2], [1, -1], 3), ValueError,
     f"contribution: expected shape (2,), one number for each of evidence's coordinates, got (). {AXES}"),
    (lambda: tb.layer_norm(ones(3, 4), gamma=ones(3)), ValueError,
     f"gamma: expected shape (4,), one number for each coordinate, got (3,). {AXES}"),
    (lambda: tb.layer_norm(ones(3, 4), beta=ones(3, 4)), ValueError,
     f"beta: expected shape (4,), one number for each coordinate, got (3, 4). {AXES}"),
    (lambda: tb.rms_norm(ones(3, 4), gamma=ones(1)), ValueError,
     f"gamma: expected shape (4,), one number for each coordinate, got (1,). {AXES}"),
    (block_with(gamma1=ones(3)), ValueError, f"gamma1: expected shape (2,), one number for each coordinate, got (3,). {AXES}"),
    (block_with(beta1=2), ValueError, f"beta1: expected a row of numbers, got shape (). {ONE_ROW}"),
    (block_with(beta2=ones(3)), ValueError, f"beta2: expected shape (2,), one number for each coordinate, got (3,). {AXES}"),
    (lambda: tb.stack(ones(3), [np.eye(3), ones(3, 2)]), ValueError,
     f"matrices[1]: expected shape (3, 3), (C, C), got (3, 2). {AXES}"),
    (lambda: tb.stack(ones(3), np.eye(3)), ValueError, f"matrices[0]: expected shape (3, 3), (C, C), got (3,). {AXES}"),
    (lambda: tb.block_slopes(X, W, ones(3, 3)), ValueError,
     f"slope: expected shape (3, 2), one number for each number of Y, got (3, 3). {AXES}"),
    (lambda: tb.block_slopes(X, W, ones(1, 3, 2)), ValueError,
     f"slope: expected shape (3, 2), one number for each number of Y, got (1, 3, 2). {AXES}"),
    (lambda: tb.block_slopes(X, W, ones(2)), ValueError,
     f"slope: expected rows of numbers, (..., rows, columns), got shape (2,). {ROWS}"),

    # --- heads
    (lambda: tb.multi_head(ones(3, 32), [HEAD] * 5), ValueError,
     "heads: expected a number of heads that divides the width C = 32, got 5 heads (32 / 5 is not whole). "
     "The nearest that fits: 4."),
    (lambda: tb.multi_head(ones(3, 4), [HEAD] * 6), ValueError,
     "heads: expected a number of heads that divides the width C = 4, got 6 heads (4 / 6 is not whole). "
     "The nearest that fits: 4."),
    (lambda: tb.multi_head(X, []), ValueError,
     "heads: expected at least one (Wq, Wk, Wv), got none. Pass a list of triples."),
    (lambda: tb.multi_head(X, None), TypeError, f"heads: expected a list of (Wq, Wk, Wv) triples, got None. {TRIPLES}"),
    (lambda: tb.multi_head(X, 2), TypeError,
     f"heads: expected a list of (Wq, Wk, Wv) triples, got a value of type int. {TRIPLES}"),
    (lambda: tb.multi_head(X, iter(W.heads)), TypeError,
     f"heads: expected a list of (Wq, Wk, Wv) triples, got a value of type list_iterator. {TRIPLES}"),
    (lambda: tb.multi_head(X, {"first": HEAD}), TypeError,
     f"heads: expected a list of (Wq, Wk, Wv) triples, got a value of type dict. {TRIPLES}"),
    (block_with(heads=None), TypeError, f"heads: expected a list of (Wq, Wk, Wv) triples, got None. {TRIPLES}"),
    (lambda: tb.multi_head(X, [HEAD, None]), TypeError,
     f"heads[1]: expected a list of three matrices (Wq, Wk, Wv), got None. {TRIPLES}"),
    (lambda: tb.multi_head(X, [HEAD, HEAD[:2]]), ValueError,
     f"heads[1]: expected three matrices (Wq, Wk, Wv), got 2. {TRIPLES}"),
    (lambda: tb.multi_head(X, HEAD), ValueError,  # one head, where a list of heads is meant
     f"heads[0]: expected three matrices (Wq, Wk, Wv), got 2. {TRIPLES}"),
    (lambda: tb.multi_head(X, [(ones(2, 2),) * 3] * 2), ValueError,
     f"heads[0] Wq: expected shape (2, 1), (C, C / H), got (2, 2). {AXES}"),
    (lambda: tb.multi_head(X, [HEAD, (HEAD[0], HEAD[1].T, HEAD[2])]), ValueError,
     "heads[1] Wk: expected shape (2, 1), (C, C / H), got (1, 2). Its transpose fits: try heads[1] Wk.T."),
    (lambda: tb.multi_head(X, W.heads, ones(2, 3)), ValueError,
     f"Wo: expected shape (2, 2), (C, C), got (2, 3). {AXES}"),
    (lambda: tb.multi_head(X, W.heads, ones(1, 2, 2)), ValueError,
     f"Wo: expected shape (2, 2), (C, C), got (1, 2, 2). {AXES}"),

    # --- masks
    (lambda: tb.softmax([0, INF]), ValueError, f"scores: expected finite numbers, got inf at position (1,). {BEFORE}"),
    (lambda: tb.softmax([0, NAN]), ValueError, f"scores: expected finite numbers, got nan at position (1,). {BEFORE}"),
    (lambda: tb.softmax([[0, 1], [-INF, -INF]]), ValueError,
     "scores: expected every row to leave at least one score unmasked, but row (1,) is -inf throughout. "
     "Let each position see at least itself."),
    (lambda: tb.softmax([-INF]), ValueError,
     "scores: expected every row to leave at least one score unmasked, but the row is -inf throughout. "
     "Let each position see at least itself."),

    (lambda: tb.attention_weights(X, *HEAD[:2], mask=np.eye(3)), TypeError,
     f"mask: expected booleans, True where a position may read, got dtype float64. {CONDITION}"),
    (lambda: tb.multi_head(X, W.heads, mask=[[1, 0, 0]]), TypeError,
     f"mask: expected booleans, True where a position may read, got dtype int64. {CONDITION}"),
    (lambda: tb.causal_head(X, *HEAD, mask=ones(3) > 0), ValueError,
     f"mask: expected shape (3, 3), readers by what they read, got (3,). {ONE_FOR_ALL}"),
    (lambda: tb.causal_head(X, *HEAD, mask=ones(2, 3, 3) > 0), ValueError,
     f"mask: expected shape (3, 3), readers by what they read, got (2, 3, 3). {ONE_FOR_ALL}"),
    (lambda: tb.causal_head(X, *HEAD, source=ones(5, 2), mask=ones(5, 3) > 0), ValueError,
     "mask: expected shape (3, 5), readers by what they read, got (5, 3). "
     "Its transpose fits: rows are readers, columns are read, try mask.T."),
    (lambda: tb.block(ones(2, 3, 2), W, mask=tb.causal_mask(4)), ValueError,
     f"mask: expected shape (2, 3, 3), readers by what they read, got (4, 4). {ONE_FOR_ALL}"),
    (lambda: tb.block(X, W, mask=np.tril(ones(3, 3), -1) > 0), ValueError,
     "mask: expected every reader to have something to read, but row (0,) is False throughout. "
     "Let each position read at least one; let padding read too, and ignore what it gathers."),
    (lambda: tb.attention_weights(X, *HEAD[:2], causal=True, mask=tb.padding_mask(2, 3)), ValueError,
     "causal: expected a mask or causal=True, got both. The mask is the whole rule: "
     "put the triangle into it, mask & causal_mask(T)."),
    (lambda: tb.multi_head(X, W.heads, source=X, causal=True), ValueError,
     "causal: expected no triangle over a source, got causal=True. Positions of two sequences have no before and after: "
     "leave it out, or give a mask."),
    (lambda: tb.multi_head(X, W.heads, source=ones(4, 3)), ValueError,
     "source: expected shape (S, 2), the examples and the width of x, got (4, 3). Only the number of positions may differ."),
    (lambda: tb.multi_head(ones(2, 3, 2), W.heads, source=ones(4, 2)), ValueError,
     "source: expected shape (2, S, 2), the examples and the width of x, got (4, 2). Only the number of positions may differ."),
    (lambda: tb.multi_head(X, W.heads, source=ones(2)), ValueError,
     f"source: expected rows of numbers, (..., rows, columns), got shape (2,). {ROWS}"),
    *((lambda T=T: tb.causal_mask(T), TypeError, f"T: expected a whole number of positions, got {what}. Try len(x).")
      for T, what in [(3.0, "a value of type float"), (True, "a value of type bool"), (None, "None"), (X, "an array of shape (3, 2)")]),
    (lambda: tb.causal_mask(0), ValueError, "T: expected at least one position, got 0. Try len(x)."),
    (lambda: tb.padding_mask([1.5], 3), TypeError, f"lengths: expected whole numbers, got dtype float64. {COUNT}"),
    (lambda: tb.padding_mask([True], 3), TypeError, f"lengths: expected whole numbers, got booleans. {COUNT}"),
    *((lambda length=length: tb.padding_mask([2, length], 3), ValueError,
       f"lengths: expected whole numbers from 1 to 3, got {length}. "
       "Count the real positions of each example, without its padding.") for length in (0, 4, -1)),

    # --- epsilon
    *((lambda function=function, eps=eps: function([1, 2], eps=eps), ValueError,
       f"eps: expected a number above 0, got {eps}. {EPSILON}")
      for function in (tb.layer_norm, tb.rms_norm) for eps in (0, -1e-5, NAN, INF, -INF)),
    (lambda: tb.layer_norm([1, 2], eps=np.float32(0)), ValueError, f"eps: expected a number above 0, got 0.0. {EPSILON}"),
    (lambda: tb.block(X, W, eps=0), ValueError, f"eps: expected a number above 0, got 0. {EPSILON}"),
    *((lambda eps=eps: tb.layer_norm([1, 2], eps=eps), TypeError,
       f"eps: expected one number above 0, got {what}. 1e-5 is customary.")
      for eps, what in [(None, "None"), ("1e-5", "a value of type str"), (True, "a value of type bool"),
                        (1j, "a value of type complex"), (np.complex128(1), "a value of type complex128"),
                        (np.True_, f"a value of type {type(np.True_).__name__}"), ([1e-5], "a value of type list"),
                        (ones(2), "an array of shape (2,)"), (ones(1) > 0, "an array of shape (1,)")]),

    # --- choices
    *((lambda rule=rule: tb.stack(ones(2), [np.eye(2)], rule), ValueError,
       f"rule: expected one of 'replace', 'add', 'add-then-tidy', 'tidy-then-add', got {rule!r}. Pick one of those.")
      for rule in ("subtract", "ADD", None, ["add"], ones(2))),
    (lambda: tb.stack(ones(2), None), TypeError,
     "matrices: expected a list of (C, C) matrices, got None. Pass one matrix for each storey."),
    (lambda: tb.stack(ones(2), (np.eye(2) for _ in range(3))), TypeError,
     "matrices: expected a list of (C, C) matrices, got a value of type generator. Pass one matrix for each storey."),
    *((lambda part=part: tb.block(X, W, without=[part]), ValueError,
       f"without: expected one of 'norm 1', 'mask', 'add 1', 'norm 2', 'bend', 'add 2', got {part!r}. Pick one of those.")
      for part in ("head", "Mask", None, 1, ones(2))),
    *((lambda order=order: tb.block(X, W, order=order), ValueError,
       f"order: expected one of 'pre', 'post', got {order!r}. Pick one of those.") for order in ("Pre", "post-norm", None, True, ones(2))),
    (lambda: tb.block_slopes(X, W, X, order="after"), ValueError,
     "order: expected one of 'pre', 'post', got 'after'. Pick one of those."),
    (lambda: tb.block(X, W, without="mask"), TypeError,
     "without: expected a list or tuple of parts, got the text 'mask'. Try without=['mask']."),
    (lambda: tb.block(X, W, without=None), TypeError,
     "without: expected a list or tuple of parts, got None. Leave it out, or try without=['norm 1']."),
    (lambda: tb.block(X, W, without=iter(["mask"])), TypeError,  # the second look would find it empty
     "without: expected a list or tuple of parts, got a value of type list_iterator. Leave it out, or try without=['norm 1']."),
    *((lambda weights=weights: tb.block(X, weights), TypeError,
       f"weights: expected BlockWeights, got {what}. Try BlockWeights(heads, W1, W2).")
      for weights, what in [(None, "None"), (W._asdict(), "a value of type dict"), (tuple(W), "a value of type tuple"),
                            (W.W1, "an array of shape (2, 3)")]),
    # --- six numbers
    (lambda: tb.Config("12", 768, 12, 4, 50257, 1024), TypeError, "n_layers: expected a whole number, got a value of type str. Try 12."),
    (lambda: tb.Config(12, 768, True, 4, 50257, 1024), TypeError, "n_heads: expected a whole number, got a value of type bool. Try 12."),
    (lambda: tb.Config(12, 768.4, 12, 4, 50257, 1024), ValueError, "d_model: expected a whole number, got 768.4. The nearest: 768."),
    (lambda: tb.Config(12, NAN, 12, 4, 50257, 1024), ValueError, "d_model: expected a whole number, got nan. Try 12."),
    (lambda: tb.Config(12, 768, 12, -4, 50257, 1024), ValueError, "multiplier: expected 1 or more, got -4. The nearest that fits: 1."),
    (lambda: tb.Config(12, 768, 0, 4, 50257, 1024), ValueError, "n_heads: expected 1 or more, got 0. The nearest that fits: 1."),
    (lambda: tb.Config(12, 768, 11, 4, 50257, 1024), ValueError,
     "n_heads: expected a number of heads that divides d_model = 768, got 11 (768 / 11 is not whole). "
     "The nearest that fit: 12 heads, or a d_model of 770."),
    (lambda: tb.forward_work(SMALL, 1025), ValueError,
     "T: expected at most max_seq_len = 1024 positions, got 1025. A table of 1024 rows has no row 1024, since they count from 0. "
     "Shorten the text to 1024, or train a longer table."),
    *((call, TypeError, "config: expected Config, got a value of type tuple. Try Config(12, 768, 12, 4, 50257, 1024).")
      for call in (lambda: tb.parameter_bill((12, 768)), lambda: tb.parameter_count((12, 768)), lambda: tb.forward_work((12, 768), 8))),
]


@pytest.mark.parametrize("call, kind, text", REFUSED, ids=[f"{number}: {text[:50]}" for number, (_, _, text) in enumerate(REFUSED)])
def test_refused(call, kind, text):
    with pytest.raises(kind) as refused:
        call()
    assert type(refused.value) is kind
    assert str(refused.value) == text


def test_every_refusal_of_the_helper_is_among_them():
    source = inspect.getsource(checks)
    unseen = {node.lineno: node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise)}
    assert len(unseen) >= 15
    for call, kind, _ in REFUSED:
        with pytest.raises(kind) as refused:
            call()
        last = traceback.extract_tb(refused.value.__traceback__)[-1]
        assert last.filename == checks.__file__, "refused by NumPy, not by the helper"
        unseen.pop(last.lineno, None)
    assert [ast.unparse(node) for node in unseen.values()] == []


def test_every_text_says_what_came_and_what_to_try():
    for text in {text for _, _, text in REFUSED}:
        assert "expected" in text and (", got " in text or ", but " in text)
        assert text.endswith(".") and len(text.split(". ")) >= 2


@pytest.mark.parametrize("without", [["mask"], ("mask",), {"mask"}, frozenset({"mask"})])
def test_parts_come_in_any_collection(without):
    assert np.array_equal(tb.block(X, W, without=without), tb.block(X, W, without=["mask"]))


def test_heads_and_matrices_may_be_arrays():
    assert np.array_equal(tb.multi_head(X, np.array(W.heads)), tb.multi_head(X, W.heads))
    assert np.array_equal(tb.stack(ones(2), np.stack([np.eye(2)] * 3)), tb.stack(ones(2), [np.eye(2)] * 3))
