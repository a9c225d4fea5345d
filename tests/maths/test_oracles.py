"""The maths equals its plain-Python oracle, keeps float types, takes batches and leaves its arguments alone."""

import copy
import inspect

import numpy as np
import pytest

import transformer_block as tb
from tests.maths import cases

NAMES = [case[0] for case in cases.CASES]


def test_every_function_agrees_with_its_oracle():
    assert cases.differences(vars(tb)) == []


def test_every_function_has_a_case():
    functions = {name for name in tb.__all__ if inspect.isfunction(getattr(tb, name))}
    assert functions - {"block", "part_one_draw", "worked_example"} == {case[1] for case in cases.CASES}


def test_a_block_is_its_last_stage():
    assert np.array_equal(tb.block(cases.X, cases.WEIGHTS), tb.block_stages(cases.X, cases.WEIGHTS)["Y"])


def as_type(value, dtype):
    if isinstance(value, tb.BlockWeights):
        return tb.BlockWeights(*(as_type(field, dtype) for field in value))
    if isinstance(value, list | tuple):
        return [as_type(item, dtype) for item in value]
    return value.astype(dtype) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("case", cases.CASES, ids=NAMES)
def test_float32_stays_float32_and_integers_become_float64(case):
    _, function, _, arguments, options = case
    for dtype, expected in ((np.float32, np.float32), (np.int64, np.float64)):
        given = as_type([argument * 3 if isinstance(argument, np.ndarray) else argument for argument in arguments], dtype)
        result = getattr(tb, function)(*given, **options)
        for array in result.values() if isinstance(result, dict) else [result]:
            assert np.asarray(array).dtype == expected


@pytest.mark.parametrize("case", cases.CASES, ids=NAMES)
def test_arguments_are_never_changed(case):
    _, function, _, arguments, options = case
    before = copy.deepcopy(arguments)
    getattr(tb, function)(*arguments, **options)
    assert cases.lists(before) == cases.lists(arguments)


@pytest.mark.parametrize("function, arguments", [
    ("softmax", ()), ("attention_weights", cases.HEADS[0][:2]), ("causal_head", cases.HEADS[0]),
    ("multi_head", (cases.HEADS, cases.WEIGHTS.Wo)), ("fires", (cases.ROW,)), ("if_unit", (cases.ROW, cases.ROW)),
    ("relu", ()), ("feed_forward", (cases.WEIGHTS.W1, cases.WEIGHTS.W2, cases.WEIGHTS.b1)), ("layer_norm", (cases.ROW,)),
    ("rms_norm", ()), ("spread", ()), ("block", (cases.WEIGHTS,)),
])
def test_leading_axes_are_a_loop_over_examples(function, arguments):
    batch = np.random.default_rng(1).normal(size=(2, 3, cases.T, cases.C))
    whole = getattr(tb, function)(batch, *arguments)
    for i, j in np.ndindex(2, 3):
        assert np.allclose(whole[i, j], getattr(tb, function)(batch[i, j], *arguments), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("rule", tb.RULES)
def test_a_stack_takes_rows_and_batches(rule):
    floors = tb.stack(cases.X, cases.MATRICES, rule)
    assert floors.shape == (5, cases.T, cases.C)
    assert np.allclose(floors[:, 2], tb.stack(cases.X[2], cases.MATRICES, rule))
