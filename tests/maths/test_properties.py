"""What must hold for all numbers, tried on many. The examples are the same in every run (see conftest.py)."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import transformer_block as tb

T, C, F = 5, 4, 6
numbers = st.floats(-10, 10, allow_nan=False).map(lambda number: round(number, 3))
seeds = st.integers(0, 10_000)
orders = st.permutations(range(T))
positions = st.integers(0, T - 1)


def rows(*shape):
    """Arrays of moderate numbers, (T, C) unless told otherwise."""
    return arrays(np.float64, shape or (T, C), elements=numbers)


def weights_for(seed):
    """Weights of a whole block, with biases, scales and shifts."""
    rng = np.random.default_rng(seed)
    heads = [tuple(rng.normal(size=(C, 2)) for _ in range(3)) for _ in range(2)]
    return tb.BlockWeights(heads, *(rng.normal(size=shape) for shape in [(C, F), (F, C), (C, C), F, C, C, C, C, C]))


def with_row(x, row, other):
    """A copy of x in which one row is another."""
    changed = x.copy()
    changed[row] = other
    return changed


# --- Rows alone ----------------------------------------------------------------------------------------------


@given(rows(), seeds, positions, rows(C))
def test_the_feed_forward_layer_treats_each_row_alone(x, seed, row, other):
    w = weights_for(seed)
    out, moved = (tb.feed_forward(z, w.W1, w.W2, w.b1, w.b2) for z in (x, with_row(x, row, other)))
    assert np.array_equal(np.delete(moved, row, axis=0), np.delete(out, row, axis=0))


@given(rows(), seeds, positions)
def test_a_row_alone_gives_what_it_gives_in_a_batch(x, seed, row):
    w = weights_for(seed)
    for function in (lambda z: tb.feed_forward(z, w.W1, w.W2, w.b1, w.b2), lambda z: tb.if_unit(z, w.b2, w.beta1),
                     tb.layer_norm, tb.rms_norm, tb.spread, tb.relu, tb.softmax):
        assert np.allclose(function(x[row]), function(x)[row], rtol=1e-12, atol=1e-12)


# --- Order and the mask --------------------------------------------------------------------------------------


@given(rows(), seeds, orders)
def test_attention_without_a_mask_follows_a_reordering(x, seed, order):
    w = weights_for(seed)
    out = tb.multi_head(x, w.heads, w.Wo, causal=False)
    assert np.allclose(tb.multi_head(x[order], w.heads, w.Wo, causal=False), out[order], rtol=1e-9, atol=1e-9)


@given(rows(), seeds, orders)
def test_a_whole_block_without_a_mask_follows_a_reordering(x, seed, order):
    assume((x.std(axis=-1) > 0.1).all())  # where the entries of a row hardly differ, a norm enlarges rounding
    w = weights_for(seed)
    out = tb.block(x, w, without=["mask"])
    assert np.allclose(tb.block(x[order], w, without=["mask"]), out[order], rtol=1e-6, atol=1e-6)


@given(seeds, orders)
def test_the_causal_triangle_breaks_that(seed, order):
    assume(list(order) != sorted(order))
    w, x = weights_for(seed), np.random.default_rng(seed).normal(size=(T, C))
    assert not np.allclose(tb.multi_head(x[order], w.heads), tb.multi_head(x, w.heads)[order], atol=1e-6)


@given(rows(), seeds, positions, rows(C))
def test_nothing_reads_ahead(x, seed, row, other):
    w, changed = weights_for(seed), with_row(x, row, other)
    for function in (lambda z: tb.multi_head(z, w.heads, w.Wo), lambda z: tb.block(z, w),
                     lambda z: tb.block(tb.block(z, w), w)):
        assert np.array_equal(function(changed)[:row], function(x)[:row])


def any_mask(seed):
    """Who may read whom, at random; every row at least itself."""
    return (np.random.default_rng(seed).random((T, T)) < 0.4) | np.eye(T, dtype=bool)


@given(rows(), seeds, positions, rows(C))
def test_nobody_notices_a_row_that_it_may_not_read(x, seed, row, other):
    w, mask, changed = weights_for(seed), any_mask(seed), with_row(x, row, other)
    for function in (lambda z: tb.multi_head(z, w.heads, w.Wo, mask=mask), lambda z: tb.block(z, w, mask=mask)):
        blind = ~mask[:, row]
        assert np.array_equal(function(changed)[blind], function(x)[blind])


@given(rows(), seeds, orders)
def test_a_mask_that_moves_along_lets_attention_follow_a_reordering(x, seed, order):
    w, mask = weights_for(seed), any_mask(seed)
    out = tb.multi_head(x, w.heads, w.Wo, mask=mask)
    moved = mask[np.ix_(order, order)]
    assert np.allclose(tb.multi_head(x[order], w.heads, w.Wo, mask=moved), out[order], rtol=1e-9, atol=1e-9)


@given(rows(), rows(3, C), seeds)
def test_readers_of_another_sequence_do_not_read_each_other(x, source, seed):
    w = weights_for(seed)
    together = tb.multi_head(x, w.heads, w.Wo, source=source)
    alone = np.concatenate([tb.multi_head(row[None], w.heads, w.Wo, source=source) for row in x])
    assert np.allclose(together, alone, rtol=1e-12, atol=1e-12)


@given(seeds)
def test_without_a_mask_the_first_row_does(seed):
    w, x = weights_for(seed), np.random.default_rng(seed).normal(size=(T, C))
    changed = with_row(x, T - 1, x[T - 1] + 1)
    assert not np.array_equal(*(tb.multi_head(z, w.heads, causal=False)[0] for z in (x, changed)))


@given(rows(), seeds, positions)
def test_a_row_reads_a_blend_of_what_it_may_see(x, seed, row):
    Wq, Wk, Wv = weights_for(seed).heads[0]
    values, gathered = (x @ Wv)[:row + 1], tb.causal_head(x, Wq, Wk, Wv)[row]
    assert (values.min(axis=0) - 1e-9 <= gathered).all() and (gathered <= values.max(axis=0) + 1e-9).all()


# --- Norms ---------------------------------------------------------------------------------------------------


@given(rows(), st.floats(-100, 100))
def test_layer_norm_forgets_a_shift(x, shift):
    assert np.allclose(tb.layer_norm(x + shift), tb.layer_norm(x), rtol=0, atol=1e-8)


@given(rows(), st.floats(0.1, 50))
def test_layer_norm_forgets_a_scale_up_to_epsilon(x, scale):
    # Exactly: scaling x by s is as good as dividing epsilon by s squared.
    assert np.allclose(tb.layer_norm(x * scale), tb.layer_norm(x, eps=1e-5 / scale**2), rtol=1e-9, atol=1e-9)
    clear = x.std(axis=-1) > 0.5
    assert np.allclose(tb.layer_norm(x * scale, eps=1e-12)[clear], tb.layer_norm(x, eps=1e-12)[clear], rtol=0, atol=1e-8)


@given(rows())
def test_layer_norm_gives_mean_zero_and_a_spread_just_below_one(x):
    tidy = tb.layer_norm(x)
    assert np.allclose(tidy.mean(axis=-1), 0, atol=1e-9) and (tb.spread(tidy) < 1).all()
    assert np.allclose(tb.spread(tidy) ** 2, x.var(axis=-1) / (x.var(axis=-1) + 1e-5), rtol=1e-9, atol=1e-12)


@given(rows(), rows(C), rows(C))
def test_gamma_scales_and_beta_shifts_what_is_tidy(x, gamma, beta):
    assert np.allclose(tb.layer_norm(x, gamma, beta), tb.layer_norm(x) * gamma + beta, rtol=1e-12, atol=1e-12)
    assert np.allclose(tb.rms_norm(x, gamma), tb.rms_norm(x) * gamma, rtol=1e-12, atol=1e-12)


@given(rows(), st.floats(0.1, 50))
def test_rms_norm_forgets_a_scale_up_to_epsilon(x, scale):
    assert np.allclose(tb.rms_norm(x * scale), tb.rms_norm(x, eps=1e-5 / scale**2), rtol=1e-9, atol=1e-9)


@given(rows(C), st.floats(1, 100))
def test_rms_norm_remembers_a_shift(x, shift):
    assume(x.std() > 0.1)
    assert not np.allclose(tb.rms_norm(x + shift + 10), tb.rms_norm(x), rtol=0, atol=1e-6)


# --- Adding --------------------------------------------------------------------------------------------------


@given(rows(), seeds)
def test_zero_updates_make_the_block_the_identity(x, seed):
    silent = weights_for(seed)._replace(Wo=np.zeros((C, C)), W2=np.zeros((F, C)), b2=None)
    assert np.array_equal(tb.block(x, silent), x)
    assert np.array_equal(tb.block(x, silent, without=["add 2"]), np.zeros((T, C)))


@given(rows())
def test_zero_notes_cost_nothing(z):
    nothing = [np.zeros((C, C))] * 24
    for rule in ("add", "tidy-then-add"):
        assert np.array_equal(tb.stack(z, nothing, rule), np.stack([z] * 25))
    assert np.array_equal(tb.stack(z, nothing, "replace")[1:], np.zeros((24, T, C)))
    assert np.array_equal(tb.residual(z, np.zeros_like(z)), z)


@given(rows(), st.lists(seeds, min_size=1, max_size=4))
def test_a_linear_stack_is_one_matrix(z, several_seeds):
    matrices = [np.random.default_rng(seed).normal(size=(C, C)) for seed in several_seeds]
    for rule in ("replace", "add"):
        product = tb.stack(np.eye(C), matrices, rule)[-1]
        assert np.allclose(tb.stack(z, matrices, rule)[-1], z @ product, rtol=1e-9, atol=1e-8)


# --- The collapse --------------------------------------------------------------------------------------------


@given(rows(), seeds)
def test_without_a_bend_the_bank_is_one_affine_map(x, seed):
    w = weights_for(seed)._replace(Wo=np.zeros((C, C)))
    straight = tb.block_stages(x, w, without=["norm 1", "norm 2", "bend"])["FFN"]
    assert np.allclose(straight, x @ (w.W1 @ w.W2) + (w.b1 @ w.W2 + w.b2), rtol=1e-9, atol=1e-9)


@given(rows(C), rows(C), seeds)
def test_an_affine_map_sends_a_midpoint_to_the_midpoint_and_a_bend_does_not(a, b, seed):
    w, ends = weights_for(seed), np.stack([a, b])
    matches = ends @ w.W1 + w.b1
    assume(((matches > 0.1).any(axis=0) & (matches < -0.1).any(axis=0)).any())  # a unit that fires at one end alone
    # Each unit is convex, so that the sum of what all units fire sags below the straight line.
    ones = np.ones((F, C))
    sag = tb.feed_forward(ends, w.W1, ones, w.b1).mean(axis=0) - tb.feed_forward((a + b) / 2, w.W1, ones, w.b1)
    assert (sag > 0.01).all()


# --- Softmax -------------------------------------------------------------------------------------------------


@given(rows(), st.floats(-1e3, 1e3))
def test_softmax_gives_weights_and_forgets_a_shift(scores, shift):
    weights = tb.softmax(scores)
    assert np.allclose(weights.sum(axis=-1), 1, rtol=0, atol=1e-12) and (weights > 0).all()
    assert np.allclose(tb.softmax(scores + shift), weights, rtol=0, atol=1e-9)


@given(rows(C))
def test_softmax_keeps_the_order_of_the_scores(scores):
    weights = tb.softmax(scores)
    assert all(weights[i] > weights[j] for i in range(C) for j in range(C) if scores[i] > scores[j])


@given(arrays(np.float64, (T, C), elements=st.floats(-1e308, 1e308, allow_nan=False)))
def test_scores_of_any_size_give_weights(scores):
    weights = tb.softmax(scores)  # a warning about an overflow would be an error here
    assert np.allclose(weights.sum(axis=-1), 1, rtol=0, atol=1e-12) and (weights >= 0).all()


def test_the_largest_scores_there_are():
    largest = np.finfo(np.float64).max
    assert np.array_equal(tb.softmax([1e308, 1e308]), [0.5, 0.5])
    assert np.array_equal(tb.softmax([largest, -largest, -np.inf]), [1, 0, 0])
    assert np.array_equal(tb.softmax(np.array([3e38, -3e38], dtype=np.float32)), [1, 0])


# --- Slopes --------------------------------------------------------------------------------------------------

HAIR = 1e-6


def slope(function, x):
    """The finite-difference slope of a function of a row that gives one number: (C,) -> (C,)."""
    return np.array([(function(x + step) - function(x - step)) / (2 * HAIR) for step in HAIR * np.eye(len(x))])


@given(rows(C), rows(C))
def test_the_slope_of_a_unit_is_its_pattern_or_nothing(evidence, pattern):
    match = evidence @ pattern
    assume(abs(match) > 0.01)
    assert np.allclose(slope(lambda e: tb.fires(e, pattern), evidence), pattern if match > 0 else 0, rtol=0, atol=1e-6)
    assert np.allclose(slope(lambda p: tb.fires(evidence, p), pattern), evidence if match > 0 else 0, rtol=0, atol=1e-6)


@given(rows(C))
def test_the_slope_of_the_bend_is_one_or_nothing(x):
    assume((abs(x) > 0.01).all())
    assert np.allclose((tb.relu(x + HAIR) - tb.relu(x - HAIR)) / (2 * HAIR), x > 0, rtol=0, atol=1e-6)


def test_a_dead_unit_has_no_slope_anywhere_in_its_data():
    evidence, pattern = -np.abs(np.random.default_rng(0).normal(size=(100, C))) - 0.1, np.ones(C)
    assert (tb.fires(evidence, pattern) == 0).all()
    assert all(np.array_equal(slope(lambda p, e=e: tb.fires(e, p), pattern), np.zeros(C)) for e in evidence)


@given(seeds)
def test_slopes_are_what_finite_differences_find(seed):
    w, rng = weights_for(seed), np.random.default_rng(seed)
    z, wish, step = rng.normal(size=(3, 2, T, C))[:, :1]
    for order in tb.ORDERS:
        up, down = (tb.block(z + side * 1e-7 * step, w, order=order) for side in (1, -1))
        slope = (tb.block_slopes(z, w, wish, order=order)["X"] * step).sum()
        assert np.isclose(((up - down) * wish).sum() / 2e-7, slope, rtol=1e-3, atol=1e-3)


@given(seeds)
def test_a_batch_of_slopes_is_each_example_alone(seed):
    w, (z, wish) = weights_for(seed), np.random.default_rng(seed).normal(size=(2, 3, T, C))
    for order in tb.ORDERS:
        together = tb.block_slopes(z, w, wish, order=order)
        for name, slopes in together.items():
            alone = [tb.block_slopes(one, w, other, order=order)[name] for one, other in zip(z, wish, strict=True)]
            assert np.allclose(slopes, alone, rtol=1e-9, atol=1e-9)


@given(rows(), seeds)
def test_a_post_norm_block_with_zero_updates_only_tidies(x, seed):
    silent = weights_for(seed)._replace(Wo=np.zeros((C, C)), W2=np.zeros((F, C)), b2=None, gamma1=None, beta1=None, gamma2=None, beta2=None)
    assert np.allclose(tb.block(x, silent, order="post"), tb.layer_norm(tb.layer_norm(x)), rtol=1e-12, atol=1e-12)
