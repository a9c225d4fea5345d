"""Chapters 3 to 6: solutions against the course's own functions and plain loops, other right answers, other slips."""

import math

import numpy as np
import pytest

import transformer_block as tb
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.steps import collapse, drift, dying_stack, full_block

SEEDS = range(5)


def step(module, name):
    return next(step for step in module.STEPS if step.name == name)


def called(value):
    """How a test's name calls a module, a function or a text."""
    return getattr(value, "__name__", value).removeprefix("transformer_block.lab.steps.")


def words(verdict):
    return " ".join(block if isinstance(block, str) else block.text for block in verdict.blocks)


# --- The solutions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_merged_layers_do_what_the_two_do(seed):
    rng = np.random.default_rng(seed)
    x, W1, b1 = rng.normal(size=(5, 3)), rng.normal(size=(3, 7)), rng.normal(size=7)
    W2, b2 = rng.normal(size=(7, 2)), rng.normal(size=2)
    one = x @ collapse.merge(W1, W2) + collapse.merged_bias(b1, W2, b2)
    assert np.allclose((x @ W1 + b1) @ W2 + b2, one, rtol=0, atol=1e-12)


@pytest.mark.parametrize("dial", [0, 0.1, 0.5, 1])
def test_the_dial_against_a_plain_loop(dial):
    match = np.random.default_rng(0).normal(size=50)
    assert collapse.bend_dial(match, dial).tolist() == [m if m > 0 else dial * m for m in match.tolist()]
    assert np.array_equal(collapse.bend_dial(match, 0), tb.relu(match))


@pytest.mark.parametrize("seed", SEEDS)
def test_left_over_against_simple_regression_by_hand(seed):
    """For one column there is a closed form: the root of 1 minus the squared correlation."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=30).tolist()
    y = [abs(a) + 3 + 0.1 * rng.normal() for a in x]
    mean_x, mean_y = sum(x) / 30, sum(y) / 30
    x_and_y = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    x_squared, y_squared = sum((a - mean_x) ** 2 for a in x), sum((b - mean_y) ** 2 for b in y)
    expected = math.sqrt(1 - x_and_y ** 2 / (x_squared * y_squared))
    assert collapse.left_over(np.array(x)[:, None], np.array(y)[:, None]) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_straight_pieces_against_lines_built_piece_by_piece(seed):
    rng = np.random.default_rng(seed)
    y, slopes = [0.0], []
    for _ in range(6):
        slope = next(s for s in rng.permutation([-0.3, -0.1, 0.0, 0.1, 0.7]) if not slopes or s != slopes[-1])
        slopes.append(slope)
        for _ in range(rng.integers(1, 5)):
            y.append(y[-1] + slope)
    assert collapse.straight_pieces(np.array(y)) == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_the_stacks_are_the_courses_own(seed):
    draw = tb.part_one_draw(seed)
    for z in (draw.signal, draw.x):
        assert np.array_equal(dying_stack.replace_stack(z, draw.matrices), tb.stack(z, draw.matrices, "replace"))
        assert np.array_equal(dying_stack.add_stack(z, draw.matrices), tb.stack(z, draw.matrices, "add"))
        tidied = drift.add_then_tidy_stack(z, draw.matrices)
        assert np.allclose(tidied, tb.stack(z, draw.matrices, "add-then-tidy"), rtol=0, atol=1e-12)
        assert np.allclose(dying_stack.sizes(tidied), tb.spread(tidied), rtol=0, atol=1e-12)


@pytest.mark.parametrize("adds", [True, False])
def test_the_jacobian_against_nudges(adds):
    draw = tb.part_one_draw()
    climb = dying_stack.add_stack if adds else dying_stack.replace_stack
    top = climb(draw.signal, draw.matrices)[-1]
    nudged = climb(draw.signal + np.eye(32), draw.matrices)[-1]
    assert np.allclose(nudged - top, dying_stack.jacobian(draw.matrices, adds), rtol=0, atol=1e-9)


def test_the_addition_refuses_what_the_course_refuses():
    shapes = [(2, 5, 16), (1, 5, 16), (5, 16), (2, 1, 16), (2, 5, 1), (16,), ()]
    for one in shapes:
        for other in shapes:
            x, update = np.ones(one), np.ones(other)
            if one == other:
                assert np.array_equal(dying_stack.residual(x, update), tb.residual(x, update))
                continue
            for add in (dying_stack.residual, tb.residual):
                with pytest.raises(ValueError):
                    add(x, update)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_norms_are_the_courses_own(seed):
    rng = np.random.default_rng(seed)
    x = 10 ** rng.uniform(-4, 2) * rng.normal(size=(2, 3, 6)) + 1
    gamma, beta = rng.normal(size=6), rng.normal(size=6)
    for eps in (1e-5, 0.1):
        for ours, theirs in ((drift.tidy(x, eps), tb.layer_norm(x, eps=eps)),
                             (drift.layer_norm(x, gamma, beta, eps), tb.layer_norm(x, gamma, beta, eps)),
                             (drift.rms_norm(x, gamma, eps), tb.rms_norm(x, gamma, eps))):
            assert np.allclose(ours, theirs, rtol=1e-12, atol=1e-12)
    assert np.abs(drift.centre(x).mean(axis=-1)).max() < 1e-12


@pytest.mark.parametrize("seed", SEEDS)
def test_the_block_is_the_courses_own(seed):
    draw = tb.part_one_draw(seed)
    one = draw.weights.heads, draw.weights.W1, draw.weights.W2
    stages = tb.block_stages(draw.x, draw.weights)
    assert np.array_equal(full_block.first_half(draw.x, one[0]), stages["R"])
    assert np.array_equal(full_block.second_half(stages["R"], *one[1:]), stages["Y"])
    assert np.array_equal(full_block.block(draw.x, *one), stages["Y"])
    floors = full_block.tower(draw.x, [one] * 3)
    assert np.array_equal(floors[2], tb.block(stages["Y"], draw.weights)) and floors.shape == (4, 6, 32)


# --- Other ways to write a right answer ----------------------------------------------------------------------


def einsum_merge(W1, W2):
    return np.einsum("cf,fd->cd", W1, W2)


def bias_as_a_row(b1, W2, b2):
    return (b1[None] @ W2)[0] + b2


def where_dial(match, dial):
    return np.where(match > 0, match, dial * match)


def left_over_by_residuals(x, y):
    centred = x - x.mean(axis=0), y - y.mean(axis=0)
    rest = centred[1] - centred[0] @ np.linalg.pinv(centred[0]) @ centred[1]
    return float(np.linalg.norm(rest) / np.linalg.norm(centred[1]))


def pieces_by_second_differences(y):
    return int(np.count_nonzero(np.abs(np.diff(y, 2)) > 1e-9)) + 1


def stack_into_an_array(z, matrices):
    floors = np.empty((len(matrices) + 1, *z.shape))
    floors[0] = z
    for number, W in enumerate(matrices):
        floors[number + 1] = floors[number] @ W
    return floors


def sizes_by_hand(floors):
    return ((floors - floors.mean(-1, keepdims=True)) ** 2).mean(-1) ** 0.5


def residual_with_an_assert(x, update):
    if x.shape == update.shape:
        return x + update
    raise ValueError


def one_matrix_a_storey(z, matrices):
    floors = [z]
    for W in matrices:
        floors.append(floors[-1] @ (np.eye(len(W)) + W))
    return np.array(floors)


def jacobian_by_nudges(matrices, adds):
    rows = np.eye(len(matrices[0]))
    for W in matrices:
        rows = adds * rows + rows @ W
    return rows


def centre_by_sums(x):
    return x - (x.sum(-1) / x.shape[-1])[..., None]


def tidy_by_var(x, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)


def layer_norm_by_var(x, gamma, beta, eps=1e-5):
    return tidy_by_var(x, eps) * gamma + beta


def rms_norm_by_length(x, gamma, eps=1e-5):
    return x * gamma / np.sqrt((np.linalg.norm(x, axis=-1, keepdims=True) ** 2) / x.shape[-1] + eps)


def tidied_storeys(z, matrices):
    floors = [z]
    for W in matrices:
        floors.append(tidy_by_var(floors[-1] @ (np.eye(len(W)) + W)))
    return np.array(floors)


def first_half_by_hand(z, heads):
    N, T = tidy_by_var(z), z.shape[-2]
    notes = []
    for Wq, Wk, Wv in heads:
        scores = (N @ Wq) @ np.swapaxes(N @ Wk, -1, -2) / np.sqrt(Wq.shape[-1])
        weights = np.exp(np.where(np.tri(T, dtype=bool), scores, -np.inf))
        notes.append(weights / weights.sum(axis=-1, keepdims=True) @ (N @ Wv))
    return z + np.concatenate(notes, axis=-1)


def first_half_by_hand_transposed(z, heads):
    """The same slip as a reversed order of rows, written as learners write it: np.triu for np.tril."""
    N, T = tidy_by_var(z), z.shape[-2]
    notes = []
    for Wq, Wk, Wv in heads:
        scores = (N @ Wq) @ np.swapaxes(N @ Wk, -1, -2) / np.sqrt(Wq.shape[-1])
        weights = np.exp(np.where(np.triu(np.ones((T, T), dtype=bool)), scores, -np.inf))
        notes.append(weights / weights.sum(axis=-1, keepdims=True) @ (N @ Wv))
    return z + np.concatenate(notes, axis=-1)


def second_half_by_hand(z, W1, W2):
    match = tidy_by_var(z) @ W1
    return z + (match * (match > 0)) @ W2


def block_by_hand(z, heads, W1, W2):
    return second_half_by_hand(first_half_by_hand(z, heads), W1, W2)


def tower_into_a_list(z, blocks):
    floors = [z]
    for weights in blocks:
        floors.append(block_by_hand(floors[-1], *weights))
    return np.array(floors)


RIGHT = [
    (collapse, "merge", einsum_merge), (collapse, "merged_bias", bias_as_a_row), (collapse, "bend_dial", where_dial),
    (collapse, "left_over", left_over_by_residuals), (collapse, "straight_pieces", pieces_by_second_differences),
    (dying_stack, "replace_stack", stack_into_an_array), (dying_stack, "sizes", sizes_by_hand),
    (dying_stack, "residual", residual_with_an_assert), (dying_stack, "residual", tb.residual),
    (dying_stack, "add_stack", one_matrix_a_storey), (dying_stack, "jacobian", jacobian_by_nudges),
    (drift, "centre", centre_by_sums), (drift, "tidy", tidy_by_var), (drift, "layer_norm", layer_norm_by_var),
    (drift, "layer_norm", tb.layer_norm), (drift, "rms_norm", rms_norm_by_length), (drift, "rms_norm", tb.rms_norm),
    (drift, "add_then_tidy_stack", tidied_storeys),
    (full_block, "first_half", first_half_by_hand), (full_block, "second_half", second_half_by_hand),
    (full_block, "block", block_by_hand), (full_block, "tower", tower_into_a_list),
]


@pytest.mark.parametrize(("module", "name", "answer"), RIGHT, ids=called)
def test_another_right_answer_passes(module, name, answer):
    verdict = diagnose(step(module, name), answer)
    assert verdict.passed, words(verdict)


def test_every_step_has_another_right_answer():
    steps = [(module, one.name) for module in (collapse, dying_stack, drift, full_block) for one in module.STEPS]
    assert set(steps) == {(module, name) for module, name, _ in RIGHT}


# --- Slips written in another way than the module writes them ------------------------------------------------


def sample_deviation(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, ddof=1, keepdims=True) + eps) + beta


def first_axis(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps) + beta


def eps_outside(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + eps) + beta


def over_everything(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta


def without_the_root(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(-1, keepdims=True)) / (x.var(-1, keepdims=True) + eps) + beta


def broadcast_residual(x, update):
    return np.add(x, update)


def bend_of_all(z, W1, W2):
    return tb.relu(z + tb.layer_norm(z) @ W1 @ W2)


def post_norm_block(z, heads, W1, W2):
    z = tb.layer_norm(tb.residual(z, tb.multi_head(z, heads)))
    return tb.layer_norm(tb.residual(z, tb.feed_forward(z, W1, W2)))


def second_norm_reads_x(z, heads, W1, W2):
    R = z + tb.multi_head(tb.layer_norm(z), heads)
    return R + tb.feed_forward(tb.layer_norm(z), W1, W2)


def replacing_block(z, heads, W1, W2):
    return tb.feed_forward(tb.layer_norm(tb.multi_head(tb.layer_norm(z), heads)), W1, W2)


SLIPS = [
    (drift, "layer_norm", sample_deviation, "C - 1"), (drift, "layer_norm", first_axis, "first axis"),
    (drift, "layer_norm", eps_outside, "beside the root"), (drift, "layer_norm", over_everything, "over all numbers"),
    (drift, "layer_norm", without_the_root, "divide by the variance"),
    (dying_stack, "residual", broadcast_residual, "nothing is refused"),
    (full_block, "first_half", first_half_by_hand_transposed, "other side"),
    (full_block, "block", post_norm_block, "post-norm"),
    (full_block, "block", second_norm_reads_x, "second norm reads"),
    (full_block, "block", replacing_block, "Neither note is added"),
]


@pytest.mark.parametrize(("module", "name", "answer", "said"), SLIPS, ids=called)
def test_a_slip_is_known_however_it_is_written(module, name, answer, said):
    verdict = diagnose(step(module, name), answer)
    assert not verdict.passed and verdict.mistake is not None
    assert said in verdict.mistake.says


def test_two_slips_at_once_still_do_not_pass():
    assert not diagnose(step(full_block, "second_half"), bend_of_all).passed
