"""What must hold for all numbers, tried on many."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import transformer_block as tb

numbers = st.floats(-10, 10, allow_nan=False).map(lambda number: round(number, 3))
seeds = st.integers(0, 10_000)
T, C, F = 5, 4, 6


def rows(*shape):
    return arrays(np.float64, shape or (T, C), elements=numbers)


def weights_for(seed):
    rng = np.random.default_rng(seed)
    heads = [tuple(rng.normal(size=(C, 2)) for _ in range(3)) for _ in range(2)]
    return tb.BlockWeights(heads, rng.normal(size=(C, F)), rng.normal(size=(F, C)), rng.normal(size=(C, C)))


@given(rows(), seeds, st.integers(0, T - 1), rows(C))
def test_the_feed_forward_layer_treats_each_row_alone(x, seed, row, other):
    w = weights_for(seed)
    out = tb.feed_forward(x, w.W1, w.W2)
    assert np.allclose(out[row], tb.feed_forward(x[row], w.W1, w.W2), atol=1e-9)
    changed = x.copy()
    changed[row] = other
    moved = tb.feed_forward(changed, w.W1, w.W2)
    assert np.array_equal(np.delete(moved, row, axis=0), np.delete(out, row, axis=0))


@given(rows(), seeds, st.permutations(range(T)))
def test_attention_without_a_mask_follows_a_reordering(x, seed, order):
    w = weights_for(seed)
    out = tb.multi_head(x, w.heads, w.Wo, causal=False)
    assert np.allclose(tb.multi_head(x[list(order)], w.heads, w.Wo, causal=False), out[list(order)], atol=1e-8)


def test_the_causal_triangle_breaks_that():
    w, x = weights_for(0), np.random.default_rng(0).normal(size=(T, C))
    assert not np.allclose(tb.multi_head(x[::-1], w.heads), tb.multi_head(x, w.heads)[::-1])


@given(rows(), seeds, st.integers(1, T - 1), rows(C))
def test_nothing_reads_ahead(x, seed, row, other):
    w = weights_for(seed)
    changed = x.copy()
    changed[row] = other
    for function in (lambda z: tb.multi_head(z, w.heads, w.Wo), lambda z: tb.block(z, w)):
        assert np.array_equal(function(changed)[:row], function(x)[:row])


@given(rows(), st.floats(-100, 100), st.floats(0.1, 50))
def test_layer_norm_forgets_shift_and_scale(x, shift, scale):
    tidy = tb.layer_norm(x, eps=1e-12)
    clear = x.std(axis=-1) > 0.1
    assert np.allclose(tb.layer_norm(x + shift, eps=1e-12)[clear], tidy[clear], atol=1e-6)
    assert np.allclose(tb.layer_norm(x * scale, eps=1e-12)[clear], tidy[clear], atol=1e-6)


@given(rows(), st.floats(0.1, 50))
def test_rms_norm_forgets_scale_alone(x, scale):
    clear = np.sqrt((x * x).mean(axis=-1)) > 0.1
    assert np.allclose(tb.rms_norm(x * scale, eps=1e-12)[clear], tb.rms_norm(x, eps=1e-12)[clear], atol=1e-6)
    assert not np.allclose(tb.rms_norm([1.0, 3.0]), tb.rms_norm([2.0, 4.0]))


@given(rows(), seeds)
def test_zero_updates_make_the_block_the_identity(x, seed):
    w = weights_for(seed)._replace(Wo=np.zeros((C, C)), W2=np.zeros((F, C)))
    assert np.array_equal(tb.block(x, w), x)


@given(rows(C))
def test_zero_notes_cost_nothing(z):
    assert np.array_equal(tb.stack(z, [np.zeros((C, C))] * 24, "add")[-1], z)


@given(rows(), rows(C, F), rows(F, C))
def test_without_a_bend_two_matrices_are_one(x, W1, W2):
    assert np.allclose((x @ W1) @ W2, x @ (W1 @ W2), rtol=1e-9, atol=1e-8)


def test_with_the_bend_they_are_not():
    x = np.array([[1.0, -1.0], [-1.0, 1.0]])
    W = np.eye(2)
    out = tb.feed_forward(x, W, W)
    assert np.linalg.matrix_rank(np.vstack([out.sum(axis=0), x.sum(axis=0)])) == 1  # opposites no longer cancel
    assert np.array_equal(x.sum(axis=0), [0, 0]) and np.array_equal(out.sum(axis=0), [1, 1])


@given(rows(C), st.floats(-1e3, 1e3))
def test_softmax_gives_weights_and_forgets_a_shift(scores, shift):
    weights = tb.softmax(scores)
    assert np.isclose(weights.sum(), 1) and (weights > 0).all()
    assert np.allclose(tb.softmax(scores + shift), weights, atol=1e-9)
    assert np.all(np.diff(weights[np.argsort(scores, kind="stable")]) >= 0)


def test_large_scores_do_not_overflow():
    assert np.allclose(tb.softmax([1e308, 1e308, 0]), [0.5, 0.5, 0])
    assert np.array_equal(tb.softmax([0.0, -np.inf]), [1, 0])


@given(rows(C), rows(C))
def test_the_slope_of_a_unit_is_its_evidence_or_nothing(evidence, pattern):
    match = evidence @ pattern
    if abs(match) < 0.01:
        return
    hair = 1e-7
    slope = [(tb.fires(evidence, pattern + step) - tb.fires(evidence, pattern - step)) / (2 * hair) for step in hair * np.eye(C)]
    assert np.allclose(slope, evidence if match > 0 else 0, atol=1e-4)
