"""The maths equals its plain-Python oracle, keeps float types, takes batches and leaves its arguments alone."""

import inspect
import itertools

import numpy as np
import pytest

import transformer_block as tb
from tests.maths import cases, oracles
from tests.maths.cases import CASES, HEADS, MASK, MATRICES, ROW, WEIGHTS, C, T, X, lists

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
# They make booleans or counts out of whole numbers.
MAKERS = {"causal_mask", "padding_mask", "parameter_bill", "parameter_count", "forward_work"}
OF_NUMBERS = [case for case in CASES if case[1] not in MAKERS]
EVERY_CASE_OF_NUMBERS = pytest.mark.parametrize("case", OF_NUMBERS, ids=[case[0] for case in OF_NUMBERS])
WORKED = tb.worked_example()
DRAW = tb.part_one_draw()


def mapped(change, value):
    """The same arguments with every array of numbers changed; masks stay."""
    if isinstance(value, tb.BlockWeights):
        return tb.BlockWeights(*(mapped(change, field) for field in value))
    if isinstance(value, list | tuple):
        return type(value)(mapped(change, item) for item in value)
    if isinstance(value, dict):
        return {name: mapped(change, item) for name, item in value.items()}
    return change(value) if isinstance(value, np.ndarray) and value.dtype != bool else value


def arrays_of(result):
    """The arrays of a result, by name where it has names."""
    return result if isinstance(result, dict) else {"result": np.asarray(result)}


def equal(ours, theirs, slopes=False):
    """Whether a result of the helper and one of an oracle have equal shapes and, to 1e-12, equal numbers.

    With `slopes`, to 1e-8 of the largest: through a softmax of loud scores they are small differences of large numbers.
    """
    ours, theirs = arrays_of(ours), arrays_of(theirs)
    unit = max(1e4, *(1e4 * np.abs(array).max() for array in theirs.values())) if slopes else 1
    return ours.keys() == theirs.keys() and all(
        np.shape(ours[name]) == np.shape(theirs[name]) and np.allclose(ours[name], theirs[name], rtol=1e-12, atol=1e-12 * unit)
        for name in ours)


# --- Equal to the oracle -------------------------------------------------------------------------------------


def test_every_function_agrees_with_its_oracle():
    assert cases.differences(vars(tb)) == []


def test_every_function_has_a_case():
    functions = {name for name in tb.__all__ if inspect.isfunction(getattr(tb, name))}
    assert functions - {"block", "part_one_draw", "worked_example"} == {case[1] for case in CASES}


@EVERY_CASE_OF_NUMBERS
@pytest.mark.parametrize("size", [1e-3, 1, 30])
def test_fresh_numbers_small_and_large(case, size):
    _, function, oracle, arguments, options = case
    for seed in range(3):
        rng = np.random.default_rng(seed)
        fresh = mapped(lambda array, rng=rng: rng.normal(size=array.shape) * size, arguments)
        more = mapped(lambda array, rng=rng: rng.normal(size=array.shape) * size, options)
        assert equal(getattr(tb, function)(*fresh, **more), oracle(*map(lists, fresh), **more), function == "block_slopes")


@pytest.mark.parametrize("function, arguments", [
    ("attention_weights", (WORKED.X, *WORKED.weights.heads[0][:2])),
    ("causal_head", (WORKED.X, *WORKED.weights.heads[1])),
    ("multi_head", (WORKED.X, WORKED.weights.heads, WORKED.weights.Wo)),
    ("feed_forward", (WORKED.X, WORKED.weights.W1, WORKED.weights.W2)),
    ("layer_norm", (WORKED.X,)),
    ("rms_norm", (WORKED.X,)),
    ("block_stages", (WORKED.X, WORKED.weights)),
    ("multi_head", (DRAW.x, DRAW.weights.heads)),
    ("feed_forward", (DRAW.x, DRAW.weights.W1, DRAW.weights.W2)),
    ("block", (DRAW.x, DRAW.weights)),
    *(("stack", (DRAW.adding, DRAW.matrices, rule)) for rule in tb.RULES),
])
def test_the_course_s_own_numbers(function, arguments):
    assert equal(getattr(tb, function)(*arguments), getattr(oracles, function)(*map(lists, arguments)))


@pytest.mark.parametrize("example", [(WORKED.X, WORKED.weights), (X, WEIGHTS)], ids=["worked", "random"])
def test_a_block_with_any_of_its_parts_left_out(example):
    z, weights = example
    for count in range(len(tb.PARTS) + 1):
        for without in itertools.combinations(tb.PARTS, count):
            ours = tb.block_stages(z, weights, without=without)
            assert equal(ours, oracles.block_stages(lists(z), lists(weights), without)), without
            assert np.array_equal(tb.block(z, weights, without=without), ours["Y"])


def test_epsilon_reaches_both_norms():
    assert equal(tb.block(X, WEIGHTS, eps=0.5), oracles.block(lists(X), lists(WEIGHTS), eps=0.5))


def test_a_masked_score_gets_no_weight():
    weights = tb.softmax([0.5, -np.inf, -1.0])
    assert weights[1] == 0 and equal(weights[[0, 2]], oracles.softmax([0.5, -1.0]))


# --- Leading axes --------------------------------------------------------------------------------------------

BATCHED = [
    ("softmax", ()), ("attention_weights", HEADS[0][:2]), ("causal_head", HEADS[0]), ("multi_head", (HEADS, WEIGHTS.Wo)),
    ("fires", (ROW,)), ("if_unit", (ROW, ROW / 2)), ("relu", ()),
    ("feed_forward", (WEIGHTS.W1, WEIGHTS.W2, WEIGHTS.b1, WEIGHTS.b2)), ("feed_forward_stages", (WEIGHTS.W1, WEIGHTS.W2, WEIGHTS.b1, WEIGHTS.b2)),
    ("layer_norm", (ROW, X[0])), ("rms_norm", (ROW,)),
    ("spread", ()), *(("stack", (MATRICES, rule)) for rule in tb.RULES), ("block_stages", (WEIGHTS,)), ("block", (WEIGHTS,)),
]
HEADS_AS_LISTS = lists(HEADS)
OF_ONE_ROW = {"softmax", "fires", "if_unit", "spread", "stack"}


@pytest.mark.parametrize("function, arguments", BATCHED)
@pytest.mark.parametrize("leading", [(3,), (2, 3)])
def test_leading_axes_are_a_loop_over_examples(function, arguments, leading):
    batch = np.random.default_rng(1).normal(size=(*leading, T, C))
    whole = arrays_of(getattr(tb, function)(batch, *arguments))
    for index in np.ndindex((*leading, T) if function in OF_ONE_ROW else leading):
        single = getattr(oracles, function)(lists(batch[index]), *map(lists, arguments))
        place = (slice(None), *index) if function == "stack" else index
        assert equal({name: array[place] for name, array in whole.items()}, arrays_of(single))


def test_every_function_of_one_array_is_tried_on_a_batch():
    # What takes two batches is tried elsewhere: residual below, block_slopes in test_properties.py.
    assert {name for name, _ in BATCHED} == {case[1] for case in CASES} - {"residual", "block_slopes", *MAKERS} | {"block"}


@pytest.mark.parametrize("leading", [(3,), (2, 3)])
def test_each_example_has_its_own_mask_and_source(leading):
    rng = np.random.default_rng(1)
    batch, source = rng.normal(size=(*leading, T, C)), rng.normal(size=(*leading, 4, C))
    lengths = rng.integers(1, 5, size=leading)
    whole = tb.multi_head(batch, HEADS, WEIGHTS.Wo, source=source, mask=tb.padding_mask(lengths, 4))
    for index in np.ndindex(*leading):
        (mask,) = oracles.padding_mask([int(lengths[index])], 4)
        assert equal(whole[index], oracles.multi_head(lists(batch[index]), HEADS_AS_LISTS, lists(WEIGHTS.Wo), mask=mask,
                                                      source=lists(source[index])))


def test_the_default_is_the_causal_mask_and_false_is_none():
    for function, arguments in (("attention_weights", HEADS[0][:2]), ("causal_head", HEADS[0]), ("multi_head", (HEADS,))):
        f = getattr(tb, function)
        same = [f(X, *arguments), f(X, *arguments, causal=True), f(X, *arguments, mask=tb.causal_mask(T))]
        assert all(np.array_equal(one, same[0]) for one in same)
        free = [f(X, *arguments, causal=False), f(X, *arguments, mask=np.ones((T, T), bool)), f(X, *arguments, source=X)]
        assert all(np.array_equal(one, free[0]) for one in free)
        assert np.array_equal(f(X, *arguments, causal=False, mask=MASK), f(X, *arguments, mask=MASK))
    assert np.array_equal(tb.block(X, WEIGHTS, mask=np.ones((T, T), bool)), tb.block(X, WEIGHTS, without=["mask"]))
    assert np.array_equal(tb.block(X, WEIGHTS, mask=MASK, without=["mask"]), tb.block(X, WEIGHTS, without=["mask"]))


def test_residual_takes_any_one_shape():
    rng = np.random.default_rng(1)
    for shape in [(), (4,), (3, 4), (2, 3, 4)]:
        x, update = rng.normal(size=shape), rng.normal(size=shape)
        assert np.array_equal(tb.residual(x, update), x + update)


# --- Types ---------------------------------------------------------------------------------------------------


@EVERY_CASE_OF_NUMBERS
def test_float32_stays_float32(case):
    _, function, _, arguments, options = case
    exact = arrays_of(getattr(tb, function)(*arguments, **options))
    result = arrays_of(getattr(tb, function)(*mapped(np.float32, arguments), **mapped(np.float32, options)))
    for name, array in result.items():
        assert array.dtype == np.float32
        assert np.allclose(array, exact[name], rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("eps", [1e-5, np.float64(1e-5), np.float32(1e-5), np.array(1e-5), 1, np.int64(1)])
def test_epsilon_of_any_type_leaves_float32_alone(eps):
    for function in (tb.layer_norm, tb.rms_norm):
        assert function(X.astype(np.float32), eps=eps).dtype == np.float32
    assert tb.block(X.astype(np.float32), mapped(np.float32, WEIGHTS), eps=eps).dtype == np.float32


@EVERY_CASE_OF_NUMBERS
@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint8])
def test_integers_are_computed_in_float64(case, dtype):
    _, function, oracle, arguments, options = case
    low = 0 if dtype is np.uint8 else -9
    whole = mapped(lambda array: np.clip(np.rint(array * 2), low, 9).astype(dtype), arguments)
    result = getattr(tb, function)(*whole, **options)
    assert {array.dtype for array in arrays_of(result).values()} == {np.dtype(np.float64)}
    assert equal(result, oracle(*map(lists, whole), **options), function == "block_slopes")


@EVERY_CASE
def test_lists_do_as_well_as_arrays(case):
    _, function, _, arguments, options = case
    from_lists = getattr(tb, function)(*map(lists, arguments), **options)
    assert equal(from_lists, getattr(tb, function)(*arguments, **options))


# --- Arguments are left alone --------------------------------------------------------------------------------


@EVERY_CASE
def test_arguments_are_never_changed(case):
    _, function, _, arguments, options = case
    before = lists(arguments)
    getattr(tb, function)(*arguments, **options)
    assert lists(arguments) == before


@EVERY_CASE
def test_arguments_may_be_read_only(case):
    _, function, _, arguments, options = case

    def locked(array):
        array = array.copy()
        array.setflags(write=False)
        return array

    result = getattr(tb, function)(*mapped(locked, arguments), **options)
    assert equal(result, getattr(tb, function)(*arguments, **options))


@pytest.mark.parametrize("case", [case for case in CASES if case[1] != "block_stages"], ids=lambda case: case[0])
def test_writing_into_a_result_does_not_reach_the_arguments(case):
    # block_stages is left out: its X is the very array that came in.
    _, function, _, arguments, options = case
    before = lists(arguments)
    result = np.asarray(getattr(tb, function)(*arguments, **options))
    if result.ndim:
        result[...] = 0
    assert lists(arguments) == before


def test_the_ready_made_numbers_are_new_in_every_call():
    tb.part_one_draw().x[...] = 0
    tb.worked_example().X[...] = 0
    assert np.array_equal(tb.part_one_draw().x, DRAW.x) and np.array_equal(tb.worked_example().X, WORKED.X)
