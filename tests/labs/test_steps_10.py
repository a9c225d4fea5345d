"""Chapter 10: counts against published models, other right answers, other slips, and whole numbers that stay whole."""

import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest

import transformer_block as tb
from tests.labs.test_steps_3_to_6 import called, step, words
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.steps import six_numbers

NAMES = ("L", "C", "H", "multiplier", "V", "T", "length")


# --- The solutions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("six", "count"), [
    (six_numbers.SMALL, 124_439_808), ((24, 1024, 16, 4, 50257, 1024), 354_823_168),
    ((36, 1280, 20, 4, 50257, 1024), 774_030_080), (six_numbers.XL, 1_557_611_200),
])
def test_the_published_models_of_gpt_2(six, count):
    assert six_numbers.model_parameters(*six) == count


def test_one_block_against_the_arrays_of_the_course():
    draw = tb.part_one_draw()
    bill = six_numbers.block_bill(32, 4, draw.weights.W1.shape[1] // 32)
    assert sum(np.size(matrix) for head in draw.weights.heads for matrix in head) == bill["gather"] * 3 // 4
    assert draw.weights.W1.size + draw.weights.W2.size == bill["think"]


@pytest.mark.parametrize("C", [64, 768])
@pytest.mark.parametrize("multiplier", [1, 4, 8])
def test_the_tables_catch_up_with_the_matrices_where_the_lab_says(C, multiplier):
    work = six_numbers.forward_work(3, C, 4, multiplier, 9, (2 + multiplier) * C)
    assert work["tables"] == work["matrices"]


# --- Other ways to write a right answer ----------------------------------------------------------------------


def wrong_by_numpy(*numbers):
    low = np.array(NAMES)[np.array(numbers) < 1]
    if low.size:
        return low[0]  # a text of NumPy's own
    return "H" if numbers[1] // numbers[2] * numbers[2] != numbers[1] else "length" if numbers[6] > numbers[5] else None


def wrong_by_a_list_of_rules(L, C, H, multiplier, V, T, length):
    rules = [(number > 0, name) for name, number in zip(NAMES, (L, C, H, multiplier, V, T, length), strict=True)]
    rules += [(H < 1 or math.gcd(C, H) == H, "H"), (length - T <= 0, "length")]
    return next((name for keeps, name in rules if not keeps), None)


def block_by_heads(C, H, multiplier):
    bill = defaultdict(int)
    for _ in range(H):
        bill["gather"] += 3 * C * (C // H)
        bill["biases"] += 3 * (C // H)
    bill["gather"] += C ** 2
    bill["think"] = math.prod((2, C, C, multiplier))
    bill["biases"] += C + multiplier * C + C
    bill["norms"] = C << 2
    return bill


def block_by_einsum(C, H, multiplier):
    numbers = np.einsum("i,i->i", np.array([4, 2 * multiplier, 5 + multiplier, 4]), np.array([C * C, C * C, C, C]))
    return dict(zip(("gather", "think", "biases", "norms"), numbers, strict=True))


def model_in_one_line(L, C, H, multiplier, V, T):
    return (V + T + 2) * C + L * (C * C * (4 + 2 * multiplier) + (9 + multiplier) * C)


def model_by_an_array(L, C, H, multiplier, V, T):
    block = sum(six_numbers.block_bill(C, H, multiplier).values())
    return np.array([V * C, T * C, 2 * C, L * block], dtype=np.int64).sum()


def work_by_heads(L, C, H, multiplier, V, T):
    tables = sum(2 * T * T * (C // H) + 2 * T * (C // H) * T for _ in range(L * H))
    return Counter(head=(T + T) * C * V, tables=tables, matrices=4 * T * L * C ** 2 * (2 + multiplier))


def work_of_the_course(*six):
    work = tb.forward_work(tb.Config(*six), six[-1])
    return {"matrices": np.array(work["gather"] + work["think"]), "tables": work["tables"], "head": work["head"]}


def kept_by_loops(L, C, H, groups, T, size):
    return sum(T * (C // H) * size for _ in range(L) for _ in "kv" for _ in range(groups))


def kept_by_a_fraction(L, C, H, groups, T, size):
    return int(Fraction(C, H) * 2 * L * T * groups * size)


RIGHT = [
    ("what_is_wrong", wrong_by_numpy), ("what_is_wrong", wrong_by_a_list_of_rules), ("block_bill", block_by_heads),
    ("block_bill", block_by_einsum), ("model_parameters", model_in_one_line), ("model_parameters", model_by_an_array),
    ("forward_work", work_by_heads), ("forward_work", work_of_the_course), ("kept_bytes", kept_by_loops),
    ("kept_bytes", kept_by_a_fraction),
]


@pytest.mark.parametrize(("name", "answer"), RIGHT, ids=called)
def test_another_right_answer_passes(name, answer):
    verdict = diagnose(step(six_numbers, name), answer)
    assert verdict.passed, words(verdict)


def test_every_step_has_another_right_answer():
    assert {one.name for one in six_numbers.STEPS} == {name for name, _ in RIGHT}


# --- Slips written in another way than the module writes them ------------------------------------------------


def heads_divided(*numbers):
    low = [name for name, number in zip(NAMES, numbers, strict=True) if number < 1]
    return low[0] if low else "H" if numbers[2] % numbers[1] else "length" if numbers[6] > numbers[5] else None


def three_matrices(C, H, multiplier):
    return {**block_by_heads(C, H, multiplier), "gather": 3 * C * (C // H) * H}


def head_of_its_own(L, C, H, multiplier, V, T):
    return 2 * V * C + (T + 2) * C + L * (12 * C * C - (8 - 2 * multiplier) * C * C + (9 + multiplier) * C)


def twelve_c_squared(L, C, H, multiplier, V, T):
    return (V + T + 2) * C + L * (12 * C * C + 13 * C)


def as_kaplan(*six):
    work = work_of_the_course(*six)
    return {**work, "tables": 2 * six[0] * six[5] ** 2 * six[1]}


def without_width(*six):
    return {**work_of_the_course(*six), "tables": 2 * 2 * six[0] * six[5] ** 2}


def keys_alone(L, C, H, groups, T, size):
    return np.zeros((L, min(T, 9), groups, C // H), dtype="i1").size * size * T // min(T, 9)


def for_every_head(L, C, H, groups, T, size):
    return 2 * L * T * H * (C // H) * size


SLIPS = [
    ("what_is_wrong", heads_divided, "whether the width divides the heads"),
    ("block_bill", three_matrices, "three matrices to gather"), ("model_parameters", head_of_its_own, "tied"),
    ("model_parameters", twelve_c_squared, "whatever `multiplier` says"), ("forward_work", as_kaplan, "half of what"),
    ("forward_work", without_width, "width is missing"), ("kept_bytes", keys_alone, "keys without the values"),
    ("kept_bytes", for_every_head, "a set for every head"),
]


@pytest.mark.parametrize(("name", "answer", "said"), SLIPS, ids=called)
def test_a_slip_is_known_however_it_is_written(name, answer, said):
    verdict = diagnose(step(six_numbers, name), answer)
    assert not verdict.passed and verdict.mistake is not None, words(verdict)
    assert said in verdict.mistake.says


def test_every_step_knows_at_least_four_mistakes_by_name():
    for one in six_numbers.STEPS:
        assert len({mistake.says for mistake in one.mistakes}) >= 4


@pytest.mark.parametrize("forgotten", NAMES)
def test_no_size_can_be_forgotten_and_no_order_changed(forgotten):
    def answer(*numbers, names=tuple(name for name in NAMES if name != forgotten), late=()):
        given = dict(zip(NAMES, numbers, strict=True))
        low = [name for name in (*names, *late) if given[name] < 1]
        return low[0] if low else six_numbers.what_is_wrong(*[max(number, 1) for number in numbers])

    judge = step(six_numbers, "what_is_wrong")
    assert not diagnose(judge, answer).passed
    if forgotten != NAMES[-1]:
        assert not diagnose(judge, lambda *numbers: answer(*numbers, late=(forgotten,))).passed


@pytest.mark.parametrize("too_many", [1, -1])
@pytest.mark.parametrize("name", ["block_bill", "model_parameters", "forward_work", "kept_bytes"])
def test_the_last_digit_of_a_count_matters(name, too_many):
    one = step(six_numbers, name)

    def answer(*given):
        value, large = one.solution(*given), max(given) > 1000
        if isinstance(value, dict):
            return {key: number + (too_many if large else 0) for key, number in value.items()}
        return value + (too_many if large else 0)

    assert not diagnose(one, answer).passed


# --- Whole numbers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["block_bill", "model_parameters", "forward_work", "kept_bytes"])
@pytest.mark.parametrize("kind", [float, np.float64])
def test_a_float_is_told(name, kind):
    one = step(six_numbers, name)

    def answer(*given):
        value = one.solution(*given)
        return {key: kind(number) for key, number in value.items()} if isinstance(value, dict) else kind(value)

    verdict = diagnose(one, answer)
    assert not verdict.passed and verdict.mistake is None
    assert "one comes as a float, " in words(verdict) and "`//`" in words(verdict)


def test_a_count_is_shown_with_all_its_digits():
    verdict = diagnose(step(six_numbers, "model_parameters"),
                       lambda *six: six_numbers.model_parameters(*six) + (max(six) > 50000))
    assert "124,439,808" in words(verdict) and "124,439,809" in words(verdict)
