"""Every figure of chapters 0 to 7 that the maths can produce. Where a measurement differs from a claim, a comment says so."""

import inspect
import math

import numpy as np
import pytest

import transformer_block as tb
from tests.maths import oracles
from tests.maths.cases import lists

BANK_W1 = np.array([[1.0, 0, -1], [-1, 1, -1]])
BANK_W2 = np.array([[1, 0.5], [-0.5, 1], [0.5, -1]])
SILENT = {"Wo": np.zeros((32, 32)), "W2": np.zeros((128, 32))}


@pytest.fixture(scope="module")
def draw():
    return tb.part_one_draw()


@pytest.fixture(scope="module")
def two_hundred_draws():
    return [tb.part_one_draw(seed) for seed in range(200)]


@pytest.fixture(scope="module")
def example():
    return tb.worked_example()


def agrees(measured, printed, decimals):
    """Whether the measurement, rounded to so many decimals, is the printed figure."""
    return np.array_equal(np.round(measured, decimals) + 0.0, np.asarray(printed, dtype=float))


def band(sizes):
    """The 5th, 50th and 95th percentile."""
    return np.percentile(sizes, [5, 50, 95])


# --- Chapter 0: gathering ------------------------------------------------------------------------------------


def test_the_draw_has_the_course_s_sizes(draw):
    assert draw.x.shape == (6, 32)
    assert [[W.shape for W in head] for head in draw.weights.heads] == [[(32, 8)] * 3] * 4
    assert (draw.weights.W1.shape, draw.weights.W2.shape) == ((32, 128), (128, 32)) and 128 == 4 * 32
    assert [W.shape for W in draw.matrices] == [(32, 32)] * 24
    assert draw.signal.shape == draw.adding.shape == (32,)


def test_the_draw_takes_its_numbers_in_the_course_s_order(draw):
    rng = np.random.default_rng(0)
    heads, w = draw.weights.heads, draw.weights
    for array, gain in [(draw.x, 1), *((W, 32**-0.5) for head in heads for W in head), (w.W1, 32**-0.5), (w.W2, 128**-0.5),
                        *((W, 0.7 * 32**-0.5) for W in draw.matrices), (draw.signal, 1), (draw.adding, 1)]:
        assert np.allclose(array, rng.normal(size=array.shape) * gain, rtol=1e-14, atol=0)


def test_gathering_mixes_rows_and_nothing_else(draw):
    weights = tb.attention_weights(draw.x, *draw.weights.heads[0][:2])
    assert weights.shape == (6, 6) and np.array_equal(weights[0], [1, 0, 0, 0, 0, 0])
    assert np.array_equal(np.triu(weights, 1), np.zeros((6, 6)))
    assert tb.multi_head(draw.x, draw.weights.heads).shape == (6, 32)


# --- Chapter 1: one if at a time -----------------------------------------------------------------------------


@pytest.mark.parametrize("evidence, match, strength", [([0.8, -0.6], 1.4, 1.4), ([-0.8, 0.6], -1.4, 0), ([0.5, 0.5], 0, 0)])
def test_the_table_of_the_if_unit(evidence, match, strength):
    pattern, contribution = [1, -1], [1, 0.5]
    assert agrees(np.dot(evidence, pattern), match, 12)
    assert agrees(tb.fires(evidence, pattern), strength, 12)
    assert agrees(tb.if_unit(evidence, pattern, contribution), [strength, strength / 2], 12)


def test_angle_and_length_both_matter():
    assert tb.fires([0.8, -0.6], [1, -1]) * 2 == tb.fires([1.6, -1.2], [1, -1])  # as close in angle, twice as long
    assert tb.fires([0.6, -0.8], [1, 0]) < tb.fires([0.8, -0.6], [1, 0])  # as long, closer in angle


# --- Chapter 2: a bank of ifs --------------------------------------------------------------------------------


def test_the_bank_of_three():
    assert agrees([0.8, -0.6] @ BANK_W1, [1.4, -0.6, -0.2], 12)
    assert agrees(tb.relu([0.8, -0.6] @ BANK_W1), [1.4, 0, 0], 12)
    assert agrees(tb.feed_forward([0.8, -0.6], BANK_W1, BANK_W2), [1.4, 0.7], 12)


def test_a_bank_is_the_sum_of_its_units():
    units = [tb.if_unit([0.8, -0.6], pattern, contribution) for pattern, contribution in zip(BANK_W1.T, BANK_W2, strict=True)]
    assert agrees(sum(units), [1.4, 0.7], 12)


@pytest.mark.parametrize("row, matches, fired, thought", [
    ([-1, 1], [-1, 2, 1], [0, 2, 1], [1, 1]),
    ([1, -1], [1, -2, -1], [1, 0, 0], [1, 0]),
])
def test_two_three_two(example, row, matches, fired, thought):
    w = example.weights
    assert np.array_equal(row @ w.W1, matches)
    assert np.array_equal(tb.relu(row @ w.W1), fired)
    assert np.array_equal(tb.feed_forward(row, w.W1, w.W2), thought)
    assert np.array_equal(tb.feed_forward(row, w.W1, w.W2, np.zeros(3), np.zeros(2)), thought)


def test_row_two_alone_is_row_two_of_the_batch(draw):
    w = draw.weights
    assert np.allclose(tb.feed_forward(draw.x[2], w.W1, w.W2), tb.feed_forward(draw.x, w.W1, w.W2)[2], rtol=1e-12, atol=1e-12)


def test_the_widest_tensor_is_the_hidden_one(draw):
    shapes = {name: stage.shape for name, stage in tb.block_stages(draw.x, draw.weights).items()}
    assert shapes.pop("hidden") == (6, 128) and set(shapes.values()) == {(6, 32)}


def test_about_two_thirds_of_a_block_are_its_bank(draw):
    bank, heads = draw.weights.W1.size + draw.weights.W2.size, sum(W.size for head in draw.weights.heads for W in head)
    assert (bank, heads, heads + 32 * 32) == (8 * 32**2, 3 * 32**2, 4 * 32**2)
    assert math.isclose(bank / (bank + heads + 32 * 32), 2 / 3)
    # The draw has no output projection, so that the share in it is larger.
    assert agrees(bank / (bank + heads), 0.727, 3)


# --- Chapter 3: the collapse ---------------------------------------------------------------------------------


def test_two_matrices_are_one(draw):
    w = draw.weights
    # "To the digit" holds for the small bank; on the draw the two orders of rounding part at about 1e-15.
    assert agrees(BANK_W1 @ BANK_W2, [[0.5, 1.5], [-2, 1.5]], 15)
    assert agrees(([0.8, -0.6] @ BANK_W1) @ BANK_W2, [1.6, 0.3], 15)
    assert agrees([0.8, -0.6] @ (BANK_W1 @ BANK_W2), [1.6, 0.3], 15)
    assert np.allclose((draw.x @ w.W1) @ w.W2, draw.x @ (w.W1 @ w.W2), rtol=0, atol=1e-14)
    assert not np.allclose(tb.feed_forward(draw.x, w.W1, w.W2), draw.x @ (w.W1 @ w.W2), atol=0.1)


# --- Chapter 4: the dying stack ------------------------------------------------------------------------------


def test_replacing_dies(draw):
    sizes = tb.spread(tb.stack(draw.signal, draw.matrices, "replace"))
    assert agrees(0.7**24, 0.000192, 6)
    # "Size 0.0001" is this one draw, rounded: 0.000065, a third of the closed form.
    assert agrees(sizes[[1, 6, 12, 24]], [0.6786, 0.0768, 0.0068, 0.0001], 4)
    assert agrees(sizes[24], 0.000065, 6)


def test_replacing_over_two_hundred_draws(two_hundred_draws):
    # The source says 4e-5 to 4e-4 with a median of 1.2e-4. Its seeds draw the signal before the matrices (below).
    sizes = [tb.spread(tb.stack(draw.signal, draw.matrices, "replace")[-1]) for draw in two_hundred_draws]
    assert agrees(band(sizes), [4.70e-5, 13.53e-5, 38.22e-5], 7)


def test_the_source_s_own_seeds_draw_the_signal_first():
    replaced, added = [], []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        signal = rng.normal(size=32)
        matrices = [rng.normal(size=(32, 32)) * 0.7 / np.sqrt(32) for _ in range(24)]
        replaced.append(tb.spread(tb.stack(signal, matrices, "replace")[-1]))
        added.append(tb.spread(tb.stack(signal, matrices, "add")[-1]))
    assert agrees(band(replaced), [4e-5, 12e-5, 36e-5], 5)  # said: about 4e-5 to 4e-4, median about 1.2e-4
    assert agrees(np.median(added), 88, 0)  # said: median about 88


def test_a_dud_storey_kills_a_replacing_stack_alone(draw):
    with_dud = [*draw.matrices[:9], np.zeros((32, 32)), *draw.matrices[10:]]
    assert np.array_equal(tb.stack(draw.signal, with_dud, "replace")[10:], np.zeros((15, 32)))
    floors = tb.stack(draw.adding, with_dud, "add")
    assert np.array_equal(floors[9], floors[10])
    assert agrees(tb.spread(floors[24]), 100.2, 1)  # 108.3 without the dud


def test_a_zero_note_costs_nothing(draw):
    assert np.array_equal(tb.stack(draw.adding, [np.zeros((32, 32))] * 24, "add"), np.tile(draw.adding, (25, 1)))
    assert np.array_equal(tb.residual(draw.x, np.zeros((6, 32))), draw.x)


def test_direction_dies_before_size(draw):
    def directions(rule):
        product = tb.stack(np.eye(32), draw.matrices, rule)[-1]  # also the slope that arrives at storey 1
        values = np.linalg.svd(product, compute_uv=False)
        return values[0], int((values > values[0] / 100).sum())

    largest_replaced, left_replaced = directions("replace")
    largest_added, left_added = directions("add")
    assert agrees(largest_replaced, 0.00131, 5) and left_replaced == 8  # of 32, above a hundredth of the largest
    assert agrees(largest_added, 693.3, 1) and left_added == 12


@pytest.mark.parametrize("update", [(1, 5, 16), (2, 5, 1), (5, 16), (2, 4, 16)])
def test_only_equal_shapes_are_added(update):
    with pytest.raises(ValueError, match="of one shape"):
        tb.residual(np.ones((2, 5, 16)), np.ones(update))


# --- Chapter 5: the drift ------------------------------------------------------------------------------------


def test_adding_drifts(draw):
    sizes = tb.spread(tb.stack(draw.adding, draw.matrices, "add"))
    assert agrees(sizes[6], 3.43, 2) and agrees(sizes[24], 108.3, 1)
    assert agrees((1 + 0.7**2) ** 12, 119.7, 1)


def test_adding_over_two_hundred_draws(two_hundred_draws):
    # The source says a median of about 88, from seeds that draw the signal before the matrices (see above).
    sizes = [tb.spread(tb.stack(draw.adding, draw.matrices, "add")[-1]) for draw in two_hundred_draws]
    assert agrees(band(sizes), [47.7, 100.9, 196.4], 1)


def test_tidying_after_every_addition_holds_the_spread(draw):
    spreads = tb.spread(tb.stack(draw.adding, draw.matrices, "add-then-tidy"))
    assert agrees(spreads[1:], [1.00] * 24, 2)


@pytest.mark.parametrize("row, tidy", [
    ([1, 3], [-0.999995, 0.999995]),
    ([2, 4], [-0.999995, 0.999995]),
    ([10, 10], [0, 0]),
    ([20, 20], [0, 0]),
    ([1, 2, 3, 4], [-1.341635, -0.447212, 0.447212, 1.341635]),
    ([1, 0, 0, 0], [1.732005, -0.577335, -0.577335, -0.577335]),
])
def test_layer_norm_of_small_rows(row, tidy):
    assert agrees(tb.layer_norm(row), tidy, 6)


@pytest.mark.parametrize("row", [[10, 10], [20, 20]])
def test_a_constant_row_becomes_beta(row):
    assert np.array_equal(tb.layer_norm(row, gamma=[5, 7], beta=[3, -1]), [3, -1])


def test_the_sample_deviation_is_a_trap():
    row = np.array([1.0, 0, 0, 0])
    assert agrees((row - row.mean())[0] / row.std(ddof=1), 1.5, 12)
    # The printed 1.732005 is 3 / sqrt(3) = 1.732051 less what eps inside the root takes away.
    assert agrees(tb.layer_norm(row)[0], 1.732005, 6) and agrees(0.75 / math.sqrt(0.1875 + 1e-5), 1.732005, 6)


def test_the_default_epsilon_is_the_customary_one():
    for function in (tb.layer_norm, tb.rms_norm, tb.block_stages, tb.block):
        assert inspect.signature(function).parameters["eps"].default == 1e-5


def test_a_norm_across_positions_leaks_the_future(draw):
    def tidy_across(x):
        return (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + 1e-5)

    meddled = draw.x.copy()
    meddled[-1] += 1
    heads = draw.weights.heads
    assert np.array_equal(*(tb.multi_head(tb.layer_norm(x), heads)[:5] for x in (draw.x, meddled)))
    assert not np.allclose(*(tb.multi_head(tidy_across(x), heads)[0] for x in (draw.x, meddled)), atol=0.01)


def test_rms_norm_keeps_what_layer_norm_forgets():
    assert np.allclose(tb.rms_norm([1, 3]), np.array([1, 3]) / math.sqrt(5), rtol=0, atol=2e-6)
    assert np.allclose(tb.rms_norm([10, 10]), [1, 1], rtol=0, atol=1e-7)


def test_a_pre_norm_stream_still_grows(draw):
    floors = [draw.x]
    for _ in range(24):
        floors.append(tb.block(floors[-1], draw.weights))
    # The source's size is that of all entries together; the mean of the rows' spreads goes from 1.39 to 29.8.
    assert agrees([floors[1].std(), floors[24].std()], [1.43, 29.90], 2)
    assert agrees([tb.spread(floors[1]).mean(), tb.spread(floors[24]).mean()], [1.39, 29.82], 2)
    # Tidying what is read turns the factor of each linear storey into a step: 2.57 where adding reaches 108.3.
    assert agrees(tb.spread(tb.stack(draw.adding, draw.matrices, "tidy-then-add")[[1, 6, 24]]), [1.22, 1.96, 2.57], 2)


# --- Chapter 6: the full block -------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 3, 24])
def test_shape_in_is_shape_out(draw, depth):
    z = draw.x
    for _ in range(depth):
        z = tb.block(z, draw.weights)
    assert z.shape == (6, 32) and np.isfinite(z).all()


def test_zero_updates_leave_the_block_the_identity(draw):
    assert np.array_equal(tb.block(draw.x, draw.weights._replace(**SILENT)), draw.x)


def test_who_hears_of_a_changed_row(draw):
    meddled = draw.x.copy()
    meddled[2] += 1

    def changed(function):
        return np.flatnonzero((function(draw.x) != function(meddled)).any(axis=-1)).tolist()

    w = draw.weights
    assert changed(lambda x: tb.feed_forward(x, w.W1, w.W2)) == [2]
    assert changed(lambda x: tb.multi_head(x, w.heads)) == [2, 3, 4, 5]
    assert changed(lambda x: tb.multi_head(x, w.heads, causal=False)) == [0, 1, 2, 3, 4, 5]
    assert changed(lambda x: tb.block(x, w)) == [2, 3, 4, 5]


@pytest.mark.parametrize("part", tb.PARTS)
def test_every_ablation_shows_in_the_trace(draw, part):
    assert not np.allclose(tb.block(draw.x, draw.weights, without=[part]), tb.block(draw.x, draw.weights), atol=0.01)


# --- Chapter 7: follow one row -------------------------------------------------------------------------------

FIRST_ROW = {
    "X": [1, 0],
    "N1": [0.999980, -0.999980],
    "U": [0, 1.999960],
    "R": [1, 1.999960],
    "N2": [-0.999980, 0.999980],
    "hidden": [0, 1.999960, 0.999980],
    "FFN": [0.999980, 0.999980],
    "Y": [1.999980, 2.999940],
}
WHOLE_Y = [[1.999980, 2.999940], [0.999912, 1.476742], [2.999964, 3.746396]]


def test_the_worked_example_is_the_source_s(example):
    w = example.weights
    assert np.array_equal(example.X, [[1, 0], [0, 2], [2, 1]])
    assert [[W.tolist() for W in head] for head in w.heads] == [[[[1], [0]]] * 3, [[[0], [1]]] * 3]
    assert np.array_equal(np.hstack([head[0] for head in w.heads]), np.eye(2))  # Wq, and so Wk and Wv, is the identity
    assert w.Wo.tolist() == [[1, 1], [1, -1]]
    assert w.W1.tolist() == [[1, -1, 0], [0, 1, 1]] and w.W2.tolist() == [[1, 0], [0, 1], [1, -1]]


def test_the_eight_stages_of_the_first_row(example):
    stages = tb.block_stages(example.X, example.weights)
    assert list(stages) == list(FIRST_ROW)
    assert [name for name in stages if not agrees(stages[name][0], FIRST_ROW[name], 6)] == []


def test_the_whole_output(example):
    assert agrees(tb.block(example.X, example.weights), WHOLE_Y, 6)


def test_the_scalar_route_agrees_at_every_stage(example):
    by_hand = oracles.block_stages(lists(example.X), lists(example.weights))
    for name, stage in tb.block_stages(example.X, example.weights).items():
        assert np.allclose(stage, by_hand[name], rtol=0, atol=1e-12), name


def test_the_closed_form_of_the_first_row(example):
    a = 0.5 / math.sqrt(0.25001)
    u = (2 * a - 1) / (2 * math.sqrt(((2 * a - 1) / 2) ** 2 + 0.00001))
    closed = {"X": [1, 0], "N1": [a, -a], "U": [0, 2 * a], "R": [1, 2 * a], "N2": [-u, u], "hidden": [0, 2 * u, u],
              "FFN": [u, u], "Y": [1 + u, 2 * a + u]}
    for name, stage in tb.block_stages(example.X, example.weights).items():
        assert np.allclose(stage[0], closed[name], rtol=0, atol=1e-12), name


def test_old_row_three_one_two(example):
    # Unmasked gathering follows a reordering; with the causal triangle the same claim fails.
    order, w = [2, 0, 1], example.weights
    for causal in (False, True):
        moved = tb.multi_head(example.X[order], w.heads, w.Wo, causal=causal)
        follows = np.allclose(moved, tb.multi_head(example.X, w.heads, w.Wo, causal=causal)[order], rtol=0, atol=1e-12)
        assert follows is not causal


@pytest.mark.parametrize("six, count", [
    ((12, 768, 12, 4, 50257, 1024), 124_439_808), ((24, 1024, 16, 4, 50257, 1024), 354_823_168),
    ((36, 1280, 20, 4, 50257, 1024), 774_030_080), ((48, 1600, 25, 4, 50257, 1024), 1_557_611_200),
])
def test_the_counts_of_gpt_2(six, count):
    config = tb.Config(*six)
    assert tb.parameter_count(config) == count == sum(tb.parameter_bill(config).values())
    assert config.head_width == 64
