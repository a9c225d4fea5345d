"""Chapters 8 and 9: solutions against the course's own functions, other right answers, other slips."""

import numpy as np
import pytest

import transformer_block as tb
from tests.labs.test_steps_3_to_6 import called, step, words
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.steps import order_of_norm, who_sees_whom

SEEDS = range(5)


# --- The solutions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_post_norm_block_is_the_courses_own(seed):
    draw, (gamma1, gamma2) = tb.part_one_draw(seed), np.random.default_rng(seed).normal(size=(2, 32))
    heads, W1, W2 = draw.weights.heads, draw.weights.W1, draw.weights.W2
    theirs = tb.block(draw.x, draw.weights._replace(gamma1=gamma1, gamma2=gamma2), order="post")
    assert np.allclose(order_of_norm.post_norm_block(draw.x, heads, W1, W2, gamma1, gamma2), theirs, rtol=0, atol=1e-12)


def test_a_trace_gives_away_the_order_and_exchanged_norms():
    draw = tb.part_one_draw()
    gamma1, gamma2 = 1 + 0.3 * np.random.default_rng(8).normal(size=(2, 32))
    saved, swapped = (draw.weights._replace(gamma1=a, gamma2=b) for a, b in ((gamma1, gamma2), (gamma2, gamma1)))
    trace = tb.block_stages(draw.x, saved)
    for ours, stage in ((tb.block_stages(draw.x, saved), "none"), (tb.block_stages(draw.x, saved, order="post"), "U"),
                        (tb.block_stages(draw.x, swapped), "N1")):
        assert order_of_norm.first_to_part(trace, ours, 1e-3) == stage


@pytest.mark.parametrize("order, rule", [("pre", "tidy-then-add"), ("post", "add-then-tidy")])
def test_the_way_back_against_nudges_of_the_whole_tower(order, rule):
    draw, hair = tb.part_one_draw(), 1e-6
    wish = np.random.default_rng(9).normal(size=32)
    slope = order_of_norm.way_back(tb.stack(draw.adding, draw.matrices, rule), draw.matrices, wish, order)[0]
    tops = [tb.stack(draw.adding + sign * hair * np.eye(32), draw.matrices, rule)[-1] for sign in (1, -1)]
    assert np.allclose((tops[0] - tops[1]) @ wish / (2 * hair), slope, rtol=0, atol=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_masks_and_heads_are_the_courses_own(seed):
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 6, size=3)
    mask = who_sees_whom.text_mask(lengths, 5)
    assert np.array_equal(mask, tb.causal_mask(5) & tb.padding_mask(lengths, 5))
    x, (Wq, Wk, Wv) = rng.normal(size=(3, 5, 4)), rng.normal(size=(3, 4, 2))
    theirs = tb.causal_head(x, Wq, Wk, Wv, mask=mask)
    assert np.allclose(who_sees_whom.cross_head(x, x, Wq, Wk, Wv, mask), theirs, rtol=0, atol=1e-12)


def test_who_notices_agrees_with_random_masks():
    own_row, rng = np.eye(6, dtype=bool), np.random.default_rng(9)
    for seed in range(20):
        draw, mask = tb.part_one_draw(seed), own_row | (rng.random((6, 6)) < 0.4)
        noticed = who_sees_whom.who_notices(lambda z, d=draw, m=mask: tb.multi_head(z, d.weights.heads, mask=m), draw.x)
        assert np.array_equal(noticed, mask)


# --- Other ways to write a right answer ----------------------------------------------------------------------


def post_norm_by_rows(z, heads, W1, W2, gamma1, gamma2):
    R = tb.layer_norm(np.add(z, tb.multi_head(z, heads))) * gamma1
    rows = [row + np.where(row @ W1 > 0, row @ W1, 0) @ W2 for row in R.reshape(-1, R.shape[-1])]
    return (tb.layer_norm(np.array(rows)) * gamma2).reshape(R.shape)


def parted_by_squares(right, ours, tolerance):
    for name, rows in right.items():
        if name not in ours:
            continue
        if ((rows - ours[name]) ** 2).sum() > tolerance ** 2 * (rows ** 2).sum():
            return name
    return "none"


def slope_by_a_table(x, slope, gamma, eps=1e-5):
    C = x.shape[-1]
    spread = np.sqrt(x.var(-1, keepdims=True) + eps)
    tidy = (x - x.mean(-1, keepdims=True)) / spread
    table = np.eye(C) - 1 / C - np.einsum("...i,...j->...ij", tidy, tidy) / C
    return np.einsum("...i,...ij->...j", gamma * slope, table) / spread


def slope_as_in_textbooks(x, slope, gamma, eps=1e-5):
    centred = x - x.mean(-1, keepdims=True)
    variance, d_tidy = (centred ** 2).mean(-1, keepdims=True) + eps, slope * gamma
    d_variance = (d_tidy * centred).sum(-1, keepdims=True) * -0.5 * variance ** -1.5
    d_mean = -(d_tidy / np.sqrt(variance)).sum(-1, keepdims=True)
    return d_tidy / np.sqrt(variance) + (d_variance * 2 * centred + d_mean) / x.shape[-1]


def down_by_one_matrix(z, W, slope, order):
    ones, both = np.ones(len(W)), W + np.eye(len(W))
    if order == "post":
        return np.einsum("cd,...d->...c", both, slope_by_a_table(z @ both, slope, ones))
    return slope_by_a_table(z, np.einsum("cd,...d->...c", W, slope), ones) + slope


def way_back_by_calling_itself(floors, matrices, slope, order):
    if not len(matrices):
        return slope[None]
    below = down_by_one_matrix(floors[-2], matrices[-1], slope, order)
    return np.concatenate([way_back_by_calling_itself(floors[:-1], matrices[:-1], below, order), slope[None]])


def mask_by_loops(lengths, T):
    return np.array([[[s <= t and s < n for s in range(T)] for t in range(T)] for n in lengths])


def mask_by_a_smaller_end(lengths, T):
    return np.arange(T) <= np.minimum(np.arange(T)[:, None], lengths[:, None, None] - 1)


def weights_by_adding(scores, mask):
    if (mask.sum(axis=-1) == 0).any():
        raise ValueError("nothing to read")
    return tb.softmax(scores + np.where(mask, 0, -np.inf))


def weights_by_a_large_number(scores, mask):
    if not np.all(mask.any(-1)):
        raise ValueError("nothing to read")
    return tb.softmax(np.where(mask, scores, -1e9))


def cross_by_einsum(x, source, Wq, Wk, Wv, mask):
    scores = np.einsum("...tc,cd,ed,...se->...ts", x, Wq, Wk, source) / Wk.shape[1] ** 0.5
    return weights_by_adding(scores, mask) @ source @ Wv


def places_by_loops(x, table):
    *_, T, C = x.shape
    if table.shape[0] < T:
        raise ValueError(f"{T} rows")
    return np.array([[row + table[t] for t, row in enumerate(text)] for text in x.reshape(-1, T, C)]).reshape(x.shape)


def places_by_an_error(x, table):
    try:
        return x + table[np.arange(x.shape[-2])]
    except IndexError:
        raise ValueError("too long") from None


def notices_in_one_go(machine, rows):
    turned = [machine(np.where((np.arange(len(rows)) == s)[:, None], -rows, rows)) for s in range(len(rows))]
    return np.linalg.norm(np.stack(turned, axis=1) - machine(rows)[:, None], axis=-1) > 1e-9


RIGHT = [
    (order_of_norm, "post_norm_block", post_norm_by_rows), (order_of_norm, "first_to_part", parted_by_squares),
    (order_of_norm, "slope_of_norm", slope_by_a_table), (order_of_norm, "slope_of_norm", slope_as_in_textbooks),
    (order_of_norm, "down_one_storey", down_by_one_matrix), (order_of_norm, "way_back", way_back_by_calling_itself),
    (who_sees_whom, "text_mask", mask_by_loops), (who_sees_whom, "text_mask", mask_by_a_smaller_end),
    (who_sees_whom, "masked_weights", weights_by_adding), (who_sees_whom, "masked_weights", weights_by_a_large_number),
    (who_sees_whom, "cross_head", cross_by_einsum), (who_sees_whom, "add_positions", places_by_loops),
    (who_sees_whom, "add_positions", places_by_an_error), (who_sees_whom, "who_notices", notices_in_one_go),
]


@pytest.mark.parametrize(("module", "name", "answer"), RIGHT, ids=called)
def test_another_right_answer_passes(module, name, answer):
    verdict = diagnose(step(module, name), answer)
    assert verdict.passed, words(verdict)


def test_every_step_has_another_right_answer():
    steps = {(module, one.name) for module in (order_of_norm, who_sees_whom) for one in module.STEPS}
    assert steps == {(module, name) for module, name, _ in RIGHT}


# --- Slips written in another way than the module writes them ------------------------------------------------


def one_gamma(z, heads, W1, W2, gamma1, gamma2):
    z = tb.layer_norm(tb.residual(z, tb.multi_head(z, heads))) * gamma1
    return tb.layer_norm(tb.residual(z, tb.feed_forward(z, W1, W2))) * gamma1


def course_pre_norm(z, heads, W1, W2, gamma1, gamma2):
    return tb.block(z, tb.BlockWeights(heads, W1, W2, gamma1=gamma1, gamma2=gamma2))


def parted_by_any(right, ours, tolerance):
    return next((name for name in right if name in ours and (right[name] != ours[name]).any()), "none")


def overwritten_until_the_last(right, ours, tolerance):
    found = "none"
    for name in right:
        if name in ours and np.linalg.norm(right[name] - ours[name]) > tolerance * np.linalg.norm(right[name]):
            found = name
    return found


def slope_with_the_spread_fixed(x, slope, gamma, eps=1e-5):
    slope = slope * gamma
    return (slope - slope.mean(-1, keepdims=True)) * (x.var(-1, keepdims=True) + eps) ** -0.5


def down_without_a_lane(z, W, slope, order):
    return down_by_one_matrix(z, W, slope, order) - (slope if order == "pre" else 0)


def upside_down(floors, matrices, slope, order):
    slopes = [slope]
    for number in range(len(matrices) - 1, -1, -1):
        slopes.append(down_by_one_matrix(floors[number], matrices[number], slopes[-1], order))
    return np.array(slopes)


def mask_transposed(lengths, T):
    return np.stack([np.triu(np.ones((T, T))) * (np.arange(T) < n) == 1 for n in lengths])


def mask_of_readers(lengths, T):
    tables = np.repeat(np.tri(T)[None], len(lengths), axis=0) == 1
    for table, length in zip(tables, lengths, strict=True):
        table[length:] = False
    return tables


def mask_times_scores(scores, mask):
    return weights_by_adding(mask * scores, mask | True)


def mask_times_weights(scores, mask):
    return tb.softmax(scores) * mask


def keys_from_x(x, source, Wq, Wk, Wv, mask):
    scores = np.einsum("...td,...sd->...ts", x @ Wq, x @ Wk) / np.sqrt(Wk.shape[1])
    return weights_by_adding(scores, mask) @ (source @ Wv)


def clamped(x, table):
    return x + np.take(table, np.arange(x.shape[-2]), axis=0, mode="clip")


def by_rows_that_were_turned(machine, rows):
    return notices_in_one_go(machine, rows).T


SLIPS = [
    (order_of_norm, "post_norm_block", one_gamma, "Both norms use `gamma1`"),
    (order_of_norm, "post_norm_block", course_pre_norm, "This is pre-norm"),
    (order_of_norm, "first_to_part", parted_by_any, "any difference at all"),
    (order_of_norm, "first_to_part", overwritten_until_the_last, "the last stage that differs"),
    (order_of_norm, "slope_of_norm", slope_with_the_spread_fixed, "take the spread as given"),
    (order_of_norm, "down_one_storey", down_without_a_lane, "the lane is missing"),
    (order_of_norm, "way_back", upside_down, "lie upside down"),
    (who_sees_whom, "text_mask", mask_transposed, "The triangle is transposed"),
    (who_sees_whom, "text_mask", mask_of_readers, "away from the readers"),
    (who_sees_whom, "masked_weights", mask_times_scores, "multiply the scores by the mask"),
    (who_sees_whom, "masked_weights", mask_times_weights, "zero after softmax"),
    (who_sees_whom, "cross_head", keys_from_x, "keys are made from `x`"),
    (who_sees_whom, "add_positions", clamped, "its last row"),
    (who_sees_whom, "who_notices", by_rows_that_were_turned, "transposed"),
]


@pytest.mark.parametrize(("module", "name", "answer", "said"), SLIPS, ids=called)
def test_a_slip_is_known_however_it_is_written(module, name, answer, said):
    verdict = diagnose(step(module, name), answer)
    assert not verdict.passed and verdict.mistake is not None, words(verdict)
    assert said in verdict.mistake.says


@pytest.mark.parametrize("module", [order_of_norm, who_sees_whom], ids=called)
def test_every_step_knows_at_least_four_mistakes_by_name(module):
    for one in module.STEPS:
        assert len({mistake.says for mistake in one.mistakes}) >= 4
