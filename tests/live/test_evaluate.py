"""evaluate.js in a real browser against NumPy: every operation with its edge cases, random programs, real functions."""

import math
import warnings
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import transformer_block as tb
from tests.live.conftest import assert_same
from transformer_block.live.trace import PRIMITIVES, Program, trace

nan, inf = np.nan, np.inf
RNG = np.random.default_rng(20240607)


def direct(function, inputs):
    """The outputs of NumPy itself, by name."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # empty means and too few degrees of freedom are cases here
        returned = function(**inputs)
    if isinstance(returned, dict):
        return returned
    if isinstance(returned, (tuple, list)):
        return {str(number): value for number, value in enumerate(returned)}
    return {"result": returned}


def record(function, inputs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return trace(function, inputs)


# --- Every operation and its edge cases ----------------------------------------------------------------------

EDGES = np.array([0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3, -7, 1e-310, 1e-5, -1e-5, 0.1, 20, -40, 709, 710,
                  -745, -746, 1e15 + 0.5, -4.5e15, 2.0**53, 1e22, 1e308, -1e308, nan, inf, -inf])
UNARY = ("negative", "positive", "absolute", "sign", "square", "sqrt", "reciprocal", "exp", "expm1", "log", "log1p",
         "log2", "log10", "tanh", "sin", "cos", "floor", "ceil", "trunc", "rint", "logical_not", "isnan", "isinf",
         "isfinite")
BINARY = ("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", "arctan2",
          "maximum", "minimum", "fmax", "fmin", "greater", "greater_equal", "less", "less_equal", "equal", "not_equal",
          "logical_and", "logical_or", "logical_xor")
# The sign of a zero is the processor's choice here.
OPEN_ZEROS = {"maximum", "minimum", "fmax", "fmin", "max", "min"}
SMALLEST = np.finfo(float).tiny

CUBE = RNG.normal(size=(2, 3, 4)).round(2)
HOLED = np.where(RNG.random((2, 3, 4)) < 0.15, nan, CUBE)
TIED = RNG.integers(-1, 2, size=(2, 3, 4)).astype(float)
WIDE = RNG.normal(size=(2, 300)) * 10.0 ** RNG.integers(-8, 8, size=(2, 300))
MATRIX = RNG.normal(size=(3, 4))
AXES = (None, 0, -1, 1, (0, 2), (-1, -3), (2, 1, 0))


def case(function, **inputs):
    return function, inputs


CASES = [
    *(case(lambda x, f=getattr(np, name): f(x), x=EDGES) for name in UNARY),
    *(case(lambda x, y, f=getattr(np, name): f(x, y), x=EDGES[:, None], y=EDGES) for name in BINARY),
    # Stretching of axes: without any, of length 1, missing.
    *(case(lambda x, y, f=f: f(x, y), x=x, y=y) for f in (np.add, np.subtract, np.divide, np.maximum) for x, y in (
        (np.float64(2), CUBE), (CUBE, np.float64(3)), (np.float64(2), np.float64(3)), (CUBE, CUBE[:, :1]),
        (CUBE[:, 0], CUBE[:1, 0]), (CUBE[:, :, :1], MATRIX), (np.zeros((0, 3)), np.ones(3)))),
    case(lambda x, y: 2 - x + y * np.ones((3, 1)), x=1.5, y=np.array([1.0, nan])),
    case(lambda x: (x**2, x**0.5, x**3, x**-1, 2**x, x**0), x=EDGES),
    case(lambda x: (1 / (0 * x), 1 / -(0 * x), 1 / np.rint(x), 1 / np.ceil(x)), x=np.array([0.25, -0.25, -0.5])),
    case(lambda c, x, y: np.where(c, x, y), c=EDGES[:4, None], x=EDGES, y=-1.0),
    case(lambda x: np.where(x > 0, x, -np.inf), x=EDGES),
    case(lambda x: ((x > 0) & (x < 1), (x > 0) | (x < -1), (x > 0) ^ (x > 1), ~(x > 0), (x > 0) + (x > 1),
                    (x > 0) * (x > 1), (x > 0).sum(), (x > 0).mean(), (x > 0) * 3.0), x=EDGES),
    case(lambda x: np.clip(x, -1, 2) + x.clip(None, 5) + np.clip(x, a_min=0, a_max=None), x=EDGES),
    case(lambda x: (np.round(x), x.round(2), abs(x), +x, -x, x // 0.3, x % 0.3, x % -2), x=EDGES),
    # Reductions.
    *(case(lambda x, n=name, a=axis, k=keep: getattr(np, n)(x, axis=a, keepdims=k), x=x)
      for name in ("sum", "prod", "mean", "var", "std", "max", "min", "any", "all")
      for axis in AXES for keep in (False, True) for x in (CUBE, HOLED, TIED)),
    *(case(lambda x, n=name, a=axis, k=keep: getattr(np, n)(x, axis=a, keepdims=k), x=x)
      for name in ("argmax", "argmin") for axis in (None, 0, -1, 1) for keep in (False, True)
      for x in (CUBE, HOLED, TIED)),
    *(case(lambda x, n=name, a=axis: getattr(np, n)(x, axis=a), x=x)
      for name in ("cumsum", "cumprod") for axis in (None, 0, -1, 1) for x in (CUBE, HOLED)),
    *(case(lambda x, d=ddof: (np.var(x, axis=-1, ddof=d), x.std(axis=(0, 1), ddof=d)), x=CUBE)
      for ddof in (0, 1, 4, 9)),
    *(case(lambda x, n=n: (x[:, :n].sum(-1), x[:, :n].mean(-1), x[:, :n].var(axis=-1), x[:, :n].sum(0)), x=WIDE)
      for n in (1, 7, 8, 9, 15, 64, 128, 129, 136, 300)),
    case(lambda x: (x.sum(0), x.sum(1), x.prod(0), x.any(0), x.all(axis=0), x.sum(), x.cumsum(0), x.mean(1), x.max(1),
                    x.mean(0)), x=np.zeros((0, 3))),
    case(lambda x: (x.sum(), x.mean(), x.max(), x.std(), x.argmax(), x.cumsum(), x.any()), x=np.float64(-2)),
    *(case(lambda x, v=v: (x + np.array(v)).max(), x=0.0) for v in ([nan, 1], [1, nan], [inf, nan], [-inf, -inf])),
    *(case(lambda x, v=v: ((x + np.array(v)).argmax(), (x + np.array(v)).argmin()), x=0.0)
      for v in ([1, nan, 3], [nan, nan], [2, 1, 2, 1], [-inf, inf, inf], [inf, -inf, -inf])),
    # Products.
    *(case(lambda x, y: x @ y, x=np.ones(a) * RNG.normal(size=a), y=RNG.normal(size=b)) for a, b in (
        ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 1, 2, 3), (4, 3, 2)),
        ((3,), (2, 3, 4)), ((2, 3, 4), (4,)), ((1, 2, 3), (5, 3, 2)), ((2, 0), (0, 3)), ((1, 1), (1, 1)),
        ((0, 2), (2, 3)), ((2, 4), (4, 3)), ((2, 9), (9, 5)), ((3, 2, 11), (11, 4)), ((9,), (9, 2)), ((2, 1, 6), (2, 6, 3)))),
    case(lambda x, y: x @ y, x=np.array([[inf, 0], [nan, 1]]), y=np.array([[0.0, 1], [2, 3]])),
    *(case(lambda x, y, s=s: np.einsum(s, x, y), x=RNG.normal(size=a), y=RNG.normal(size=b)) for s, a, b in (
        ("ij,jk->ik", (2, 3), (3, 4)), ("ij, jk", (2, 3), (3, 4)), ("ij,ij->", (2, 3), (2, 3)), ("i,j->ij", (2,), (3,)),
        ("bij,bkj->bik", (2, 3, 4), (2, 5, 4)), ("ij,j", (2, 3), (3,)), ("ijk,jk->i", (2, 3, 4), (3, 4)),
        ("ij,jk->ik", (3, 7), (7, 2)), ("ji,jk->ik", (5, 3), (5, 4)), ("ij,jk->jik", (2, 3), (3, 4)), ("ijk,jkl->il", (2, 3, 4), (3, 4, 5)),
        ("ij,jk->ik", (2, 1), (3, 4)), ("ij,jk->ik", (2, 3), (1, 4)), ("ii,i->i", (3, 3), (3,)),
        ("ij,jk->ki", (2, 0), (0, 4)), (",i->i", (), (3,)))),
    *(case(lambda x, s=s: np.einsum(s, x), x=RNG.normal(size=(3, 3)))
      for s in ("ij->ji", "ii->i", "ii", "ij->", "ij->j")),
    case(lambda x, y: (np.dot(x, y), np.dot(2, x), x.dot(y), np.outer(x, y), np.inner(x, y), np.vdot(x, y),
                       np.linalg.norm(x), np.linalg.norm(x, 2)), x=MATRIX[0], y=MATRIX[1]),
    case(lambda x: (np.dot(x, x.T), np.inner(x, x), np.linalg.norm(x), np.linalg.norm(x, axis=-1, keepdims=True),
                    np.linalg.norm(x, axis=0), np.trace(x), np.vdot(x, x)), x=MATRIX),
    # Rows chosen by recorded whole numbers.
    *(case(lambda x, i, a=axis: np.take(x, i, axis=a), x=CUBE, i=i) for axis in (None, 0, -1, 1) for i in (
        np.int64(1), np.int64(-2), np.array([1, 0, -1, 1]), np.array([[0, -1], [-2, 1]]), np.zeros((0, 2), dtype=int))),
    case(lambda x, i: (x[i], x[x.argmax()], np.take([1.5, 2.5, -0.0], i), np.take(CUBE, i, axis=2), x.take(i), (x > 1)[i] + 0.5,
                       np.take([True, False, True], i) & (i > 0), np.take([4, 5, 6], i) + 1), x=np.array([1.0, nan, inf]), i=np.array([2, 0, -1])),
    case(lambda x: (np.take(np.arange(9.0), x.astype(int)), x.astype(int), 1 / x.astype(int), x.astype(int) - x, (x > 0).astype(int)),
         x=np.array([0.0, -0.0, 0.9, -0.9, 2.0, 8.999, -8.999])),
    case(lambda i, x: (i + 1, -i + 0.0, i / 2, i * x, i == 2, np.where(i < 0, 0, i), i.max(), x @ np.take(np.eye(4), i, axis=0)), i=np.array([0, 3, -1, 2]), x=MATRIX),
    # Moves.
    case(lambda x: (x.reshape(6, 4), x.reshape((4, -1)), np.reshape(x, (3, 8)), x.ravel(), x.flatten(), x.T,
                    x.transpose(1, 0, 2), np.transpose(x, (2, 0, 1)), x.swapaxes(0, 2), np.moveaxis(x, 0, -1), x.mT,
                    np.expand_dims(x, 1), np.squeeze(x[:, :1], 1), x[:1].squeeze(), x.copy(), x.diagonal(),
                    np.flip(x, 1), np.roll(x, 1, axis=2), np.tile(x, (2, 1, 1)), np.repeat(x, 2, axis=0),
                    x.take([2, 0], 1), np.take(x, [[0, 1]], axis=-1), np.tril(x), np.triu(x, 1), np.diag(x[0, 0], 1),
                    np.atleast_2d(x[0, 0]), x.repeat(2, 1)),
         x=CUBE),
    case(lambda x: (x[0], x[-1, 2], x[..., 0], x[:, None, 1], x[:, ::-1], x[1, 1:, ::2], x[..., None], x[[1, 0, 1]],
                    x[:, [0, 2], [1, 3]], x[np.array([True, False])], x[CUBE > 0], x[:, 3:], x[0][1][2], x[()],
                    x.swapaxes(0, 1).reshape(3, 8)[1:].T, list(x)[1], len(x) * x), x=CUBE),
    case(lambda x: (x.take([2, 0], 1), np.take(x, 1), np.take(x, [7], mode="wrap", axis=0)), x=CUBE),
    case(lambda x, y: (np.stack([x, y]), np.stack([x, y, x], axis=-1), np.concatenate([x, y], axis=1),
                       np.concatenate([x, np.ones((1, 4))]), np.vstack([x, y]), np.hstack([x, y]),
                       np.stack([x[0, 0], 2.0]), np.column_stack([x[0], y[1]]), np.split(y, 2, axis=1)[1],
                       np.concatenate([x > 0, y > 0])),
         x=MATRIX, y=-MATRIX),
    case(lambda x: (np.broadcast_to(x, (2, 3, 4)), np.broadcast_to(x[:, :1], (3, 2)), np.tril(x > 0) & (x < 1),
                    np.zeros_like(x) + np.ones_like(x) * x[0, 0], np.full_like(x, 3)), x=MATRIX),
]


@pytest.fixture(scope="module")
def cases():
    """Each case as (operations in its program, program, inputs, NumPy's own outputs)."""
    prepared = []
    for function, inputs in CASES:
        program = record(function, inputs)
        prepared.append(({node.operation for node in program.nodes}, program, inputs, direct(function, inputs)))
    return prepared


def assert_case(operations, got, expected):
    assert got.keys() == expected.keys()
    for name, value in expected.items():
        # Sums may cancel; what works number by number may not lose anything.
        scale = SMALLEST if operations <= {*UNARY, *BINARY, "where"} else 1
        assert_same(got[name], value, scale, zero_signs=not operations & OPEN_ZEROS)


def test_every_case_equals_numpy(cases, in_page):
    answers = in_page(*((program, [inputs]) for _, program, inputs, _ in cases))
    for (operations, program, _, expected), (got,) in zip(cases, answers, strict=True):
        try:
            assert_case(operations, got, expected)
        except AssertionError as error:
            raise AssertionError(f"{[node.operation for node in program.nodes]}: {error}") from error


def test_the_reference_interpreter_equals_numpy_in_every_case(cases):
    for operations, program, inputs, expected in cases:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            got = program.run(inputs)
        assert_case(operations, got, expected)


def test_every_operation_has_an_evaluator_and_a_case(cases, evaluator):
    assert set(evaluator.evaluate("Object.keys(OPERATIONS)")) == set(PRIMITIVES)
    assert set().union(*(operations for operations, *_ in cases)) == set(PRIMITIVES)


def test_a_row_that_is_not_there_is_not_a_number_in_the_page(in_page):
    program = record(lambda i: (np.take(MATRIX, i, axis=1), np.take(MATRIX, i)), {"i": np.array([0, 1])})
    settings = [{"i": np.array(places, dtype=float)} for places in ([4, 1], [-5, -4], [nan, 0], [inf, -13])]
    (answers,) = in_page((program, settings))
    for setting, got in zip(settings, answers, strict=True):
        for name, value in program.run(setting).items():
            assert_same(got[name], value)
        assert np.isnan(got["0"][:, 0]).all()
    assert np.isnan(answers[3]["1"]).all() and np.isfinite(answers[1]["1"]).all()


# --- Random programs -----------------------------------------------------------------------------------------
# Values made of quarters by exact arithmetic are the same on both sides to the last bit, so that they may be compared,
# rounded and divided by. Others differ by rounding, which a jump or a pole would blow up: they take smooth roads only.

EXACT = [np.add, np.subtract, np.maximum, np.minimum, np.negative, np.absolute, np.square, np.sign, np.floor, np.rint,
         np.greater, np.less_equal, np.equal, np.logical_or, np.sum, np.max, np.min, np.argmax, np.any, np.cumsum,
         np.where]
FROM_EXACT = [lambda x, y: x / (y + 0.0), lambda x: 1 / (x + 0.0), np.sqrt, np.exp, np.log, np.remainder, np.multiply,
              np.matmul, np.prod,
              lambda x, y: np.power(x, np.where(y == 0.5, 0.25, y))]  # NumPy's root of -inf depends on the layout
SMOOTH = [np.add, np.subtract, np.maximum, np.minimum, np.tanh, np.sin, np.cos, np.abs,
          lambda x: np.exp(np.minimum(x, 2)), lambda x: np.log1p(np.abs(x)), lambda x, y: np.tanh(x) * np.tanh(y),
          lambda x, y: x / (1 + y * y),
          lambda x, y: np.tanh(x) @ np.tanh(y), np.mean, np.var, np.sum, np.max, np.cumsum,
          lambda x: (x - x.mean()) / np.sqrt(x.var() + 1)]
MOVES = [lambda x: x.T, lambda x: x.ravel(), lambda x: x[..., ::-1], lambda x: x[None],
         lambda x: np.stack([x, -x], axis=-1), lambda x: np.concatenate([x, x]), lambda x: x[-1],
         lambda x: x[..., [0, -1, 0]], np.tril]
BY_AXIS = {np.sum, np.prod, np.mean, np.var, np.max, np.min, np.argmax, np.any, np.cumsum}
ARITY = {np.where: 3, **dict.fromkeys((np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.remainder,
                                       np.greater, np.less_equal, np.equal, np.logical_or, np.matmul), 2)}


def arity(function):
    return ARITY.get(function) or getattr(getattr(function, "__code__", None), "co_argcount", 1) or 1


@st.composite
def random_programs(draw):
    """A random function of a, b and c, and four settings of them."""
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    fitting = [(), (columns,), (rows, columns), (rows, 1), (columns, columns), (2, rows, columns)]
    shapes = {name: draw(st.sampled_from(fitting)) for name in "abc"}
    quarters = st.integers(-12, 12).map(lambda n: n / 4)
    specials = st.one_of(quarters, st.sampled_from([inf, -inf, nan]))

    def setting(numbers):
        return {name: np.array([draw(numbers) for _ in range(math.prod(shape))]).reshape(shape)
                for name, shape in shapes.items()}

    situations = [setting(quarters), setting(quarters), setting(quarters), setting(specials)]
    pool, exact, steps = [situations[0][name] for name in "abc"], [True] * 3, []
    for _ in range(draw(st.integers(1, 10))):
        operands = [draw(st.integers(0, len(pool) - 1)) for _ in range(3)]
        all_exact = all(exact[i] for i in operands)
        kind = draw(st.sampled_from([EXACT, FROM_EXACT, SMOOTH, MOVES] if all_exact else [SMOOTH, MOVES]))
        function = draw(st.sampled_from(kind))
        operands = operands[:arity(function)]
        options = {}
        if function in BY_AXIS:
            options["axis"] = draw(st.sampled_from([None, 0, -1]))
            if function is not np.cumsum:
                options["keepdims"] = draw(st.booleans())
        with np.errstate(all="ignore"):
            try:
                value = np.asarray(function(*(pool[i] for i in operands), **options)) * 1.0
            except (ValueError, IndexError, TypeError):  # shapes that do not fit
                continue
        if value.size > 500:
            continue
        steps.append((function, operands, options))
        pool.append(value)
        exact.append(all(exact[i] for i in operands) and kind in (EXACT, MOVES))

    def function(a, b, c):
        values = [a, b, c]
        for step, operands, options in steps:
            values.append(step(*(values[i] for i in operands), **options) * 1.0)
        return values[3:] or values

    return function, situations


@settings(max_examples=250, derandomize=True, deadline=None, database=None,
          suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(random_programs())
def test_random_programs_equal_numpy(in_page, random_program):
    function, situations = random_program
    program = record(function, situations[0])
    (answers,) = in_page((program, situations))
    for inputs, got in zip(situations, answers, strict=True):
        expected = direct(function, inputs)
        reference = program.run(inputs)
        sizes = [np.abs(value[np.isfinite(value)]).max(initial=1) for value in map(np.asarray, expected.values())]
        for number, (name, value) in enumerate(expected.items()):
            assert_same(reference[name], value, scale=max(sizes[:number + 1]))
            assert_same(got[name], value, scale=max(sizes[:number + 1]))


# --- Functions as the chapters have them ---------------------------------------------------------------------


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention(x, Wq, Wk, Wv):
    T = x.shape[0]
    scores = (x @ Wq) @ (x @ Wk).T / np.sqrt(Wq.shape[1])
    weights = softmax(np.where(np.tril(np.ones((T, T), dtype=bool)), scores, -np.inf))
    return {"weights": weights, "gathered": weights @ (x @ Wv), "most read": weights.argmax(axis=-1)}


def multi_head(x, Wq, Wk, Wv):
    T, C, H = *x.shape, 2
    q, k, v = ((x @ W).reshape(T, H, C // H).swapaxes(0, 1) for W in (Wq, Wk, Wv))
    mask = np.tril(np.ones((T, T)))
    weights = softmax(np.where(mask == 1, q @ k.swapaxes(-1, -2) / np.sqrt(C // H), -np.inf))
    return (weights @ v).swapaxes(0, 1).reshape(T, C), np.einsum("htu,hud->thd", weights, v)


def layer_norm(x, gain, shift, eps):
    return gain * (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + shift


def storeys(z, gain, eps):
    matrices = np.random.default_rng(5).normal(size=(24, 32, 32)) / np.sqrt(32)
    floors = [z]
    for W in matrices:
        z = layer_norm(z + gain * (z @ W), 1.0, 0.0, eps)
        floors.append(z)
    floors = np.stack(floors)
    return {"floors": floors, "spread": floors.std(axis=-1)}


def if_units(evidence, patterns, contributions, threshold):
    fires = np.maximum(evidence @ patterns - threshold, 0)
    return {"fires": fires, "sum": fires @ contributions, "open": fires > 0,
            "cosine": evidence @ patterns / (np.linalg.norm(evidence) * np.linalg.norm(patterns, axis=0))}


def random_settings(*shapes, count=20):
    return [[RNG.normal(size=shape) for shape in shapes] for _ in range(count)]


REAL = {
    attention: random_settings((6, 8), (8, 4), (8, 4), (8, 4)),
    multi_head: random_settings((6, 8), (8, 8), (8, 8), (8, 8)),
    layer_norm: [[x, g, s, abs(e) + 1e-5] for x, g, s, e in random_settings((6, 8), (8,), (8,), ())],
    storeys: [[z, g, abs(e) + 1e-5] for z, g, e in random_settings((32,), (), (), count=5)],
    if_units: random_settings((2,), (2, 3), (3, 2), (3,)),
}


@pytest.mark.parametrize("function", REAL, ids=lambda function: function.__name__)
def test_functions_as_the_chapters_have_them(function, in_page):
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    situations = [dict(zip(names, map(np.asarray, values), strict=True)) for values in REAL[function]]
    (answers,) = in_page((record(function, situations[0]), situations))
    for inputs, got in zip(situations, answers, strict=True):
        for name, value in direct(function, inputs).items():
            assert_same(got[name], value)


def learned(seed=0, C=8, F=16, H=2, bias=True):
    rng = np.random.default_rng(seed)
    heads = [tuple(rng.normal(size=(C, C // H)) for _ in range(3)) for _ in range(H)]
    rows = [rng.normal(size=size) for size in (F, C, C, C, C, C)] if bias else [None] * 6
    return tb.BlockWeights(heads, rng.normal(size=(C, F)), rng.normal(size=(F, C)), rng.normal(size=(C, C)), *rows)


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("order", ["pre", "post"])
def test_a_block_whose_weights_are_recorded(in_page, order, bias):
    rng = np.random.default_rng(4)
    embedding, questions = rng.normal(size=(9, 8)), rng.integers(9, size=(5, 4))

    def ask(words, muted, weights, embedding):
        W2 = np.where((np.arange(16) == muted)[:, None], 0, weights.W2)
        many = tb.block_stages(np.take(embedding, questions, axis=0), weights._replace(W2=W2), order=order)
        one = tb.block_stages(np.take(embedding, words, axis=0), weights, order=order)
        final = tb.layer_norm(many["Y"][:, -1], weights.gamma1, weights.beta1)
        return {**one, "answers": (final @ embedding.T).argmax(axis=-1), "asked": tb.block(embedding, weights)}

    constants = {"weights": learned(bias=bias), "embedding": embedding}
    situations = [{"words": rng.integers(9, size=3), "muted": np.int64(unit)} for unit in (0, 7, 15)]
    program = trace(ask, situations[0], constants, in_page=["weights", "embedding"])
    assert sum(constant.size for constant in program.constants) < 900
    (answers,) = in_page((program, situations))
    for inputs, got in zip(situations, answers, strict=True):
        for name, value in ask(**inputs, **constants).items():
            assert_same(got[name], value)


# --- How the page calls it -----------------------------------------------------------------------------------


def test_only_what_depends_on_a_changed_input_is_computed_again(evaluator):
    program = record(lambda a, b: (np.exp(a), a + b), {"a": 1.0, "b": 2.0})
    counts = evaluator.evaluate("""program => {
      const { exp } = OPERATIONS;
      let computed = 0;
      OPERATIONS.exp = (node) => {
        const compute = exp(node);
        return () => { computed += 1; compute(); };
      };
      const compiled = compileProgram(program);
      OPERATIONS.exp = exp;
      return [[0, 2], [0, 3], [0, 3], [-0, 3], [NaN, 3], [NaN, 4]].map(
        ([a, b]) => [compiled.run({ a, b })[1].data[0], computed]);
    }""", program.to_json())
    assert [computed for _, computed in counts] == [1, 1, 1, 2, 3, 3]
    assert [total for total, _ in counts[:4]] == [2, 3, 3, 3]


def test_what_depends_on_constants_alone_is_computed_by_the_first_run(evaluator):
    program = trace(lambda a, w: a + np.exp(w).sum(), {"a": 1.0}, {"w": np.array([0.0, 1.0])}, in_page=["w"])
    counts = evaluator.evaluate("""program => {
      const { exp } = OPERATIONS;
      let computed = 0;
      OPERATIONS.exp = (node) => {
        const compute = exp(node);
        return () => { computed += 1; compute(); };
      };
      const compiled = compileProgram(program);
      OPERATIONS.exp = exp;
      let said = "";
      try { compiled.run({}); } catch (error) { said = error.message; }
      return [[said, computed], ...[0, 1, 2].map((a) => [compiled.run({ a }).result.data[0], computed])];
    }""", program.to_json())
    assert counts[0] == ["a: expected 1 number(s) of shape (), got 0.", 0]
    assert [computed for _, computed in counts[1:]] == [1, 1, 1]
    np.testing.assert_allclose([total for total, _ in counts[1:]], np.arange(3) + 1 + np.e, rtol=1e-12)


def test_values_come_flat_nested_typed_or_as_booleans(evaluator):
    program = record(lambda x, on: np.where(on, x, -x).sum(), {"x": np.ones((2, 2)), "on": True})
    sums = evaluator.evaluate("""program => {
      const { run } = compileProgram(program);
      const flat = [1, 2, 3, 4];
      return [[flat, true], [[[1, 2], [3, 4]], true], [Float64Array.from(flat), 1], [flat, false]].map(
        ([x, on]) => run({ x, on }).result.data[0]);
    }""", program.to_json())
    assert sums == [10, 10, 10, -10]


@pytest.mark.parametrize(("values", "message"), [
    ("{ x: [1, 2] }", "x: expected 3 number(s) of shape (3), got 2."),
    ("{ x: [1, 2, 3, 4] }", "x: expected 3 number(s) of shape (3), got 4."),
    ("{}", "x: expected 3 number(s) of shape (3), got 0."),
])
def test_values_that_do_not_fit_are_refused_and_the_next_run_is_right(evaluator, values, message):
    program = record(lambda x: x * 2, {"x": np.zeros(3)})
    said, after = evaluator.evaluate(f"""program => {{
      const compiled = compileProgram(program);
      compiled.run({{ x: [0, 0, 0] }});
      let said = "nothing";
      try {{ compiled.run({values}); }} catch (error) {{ said = error.message; }}
      return [said, Array.from(compiled.run({{ x: [1, 2, 5] }}).result.data)];
    }}""", program.to_json())
    assert said == message
    assert after == [2, 4, 10]


def test_an_operation_that_is_not_known_is_named(evaluator):
    said = evaluator.evaluate("""() => {
      try { compileProgram({ inputs: [], constants: [], nodes: [["toString", [], []]], outputs: {} }); }
      catch (error) { return error.message; }
    }""")
    assert said == 'evaluate.js has no operation "toString".'


# --- The comparison can fail ---------------------------------------------------------------------------------

SPOIL = """name => {
  const right = OPERATIONS[name];
  OPERATIONS[name] = (node) => {
    const compute = right(node);
    if (node.data === node.args[0].data) node.data = node.data.slice();
    return () => {
      compute();
      node.data.fill(7.25);
    };
  };
  compileProgram.restore = () => { OPERATIONS[name] = right; };
}"""


def test_any_operation_that_goes_wrong_in_the_page_is_noticed(cases, evaluator, in_page):
    by_operation = defaultdict(list)
    for prepared in cases:
        for operation in prepared[0]:
            by_operation[operation].append(prepared)
    for operation in PRIMITIVES:
        evaluator.evaluate(SPOIL, operation)
        try:
            answers = in_page(*((program, [inputs]) for _, program, inputs, _ in by_operation[operation]))
        finally:
            evaluator.evaluate("() => compileProgram.restore()")
        noticed = 0
        for (operations, _, _, expected), (got,) in zip(by_operation[operation], answers, strict=True):
            try:
                assert_case(operations, got, expected)
            except AssertionError:
                noticed += 1
        assert noticed, f"no case notices a wrong {operation}"


ANOTHER = {"add": "subtract", "subtract": "add", "multiply": "add", "divide": "multiply", "maximum": "minimum",
           "sqrt": "square", "mean": "sum", "var": "std", "sum": "max", "greater": "less_equal", "argmax": "argmin",
           "exp": "expm1"}


def test_any_node_or_constant_that_is_altered_is_noticed(in_page):
    mask = np.tril(np.ones((6, 6)))

    def function(x, W1, W2):
        h = 2.0 * (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 0.01)
        read = np.exp(np.where(mask == 1, h @ h.T, -np.inf) / 8)
        fires = np.maximum(read @ h @ W1, 0.25)
        return {"y": fires @ W2, "open": fires > 0.5, "most": fires.argmax(axis=-1), "size": read.sum(axis=-1)}

    situations = [dict(zip(("x", "W1", "W2"), values, strict=True)) for values in
                  random_settings((6, 8), (8, 5), (5, 8), count=2)]
    program = record(function, situations[0])
    altered = []
    for number, node in enumerate(program.nodes):
        spoilt = program.to_json()
        alter = spoilt["nodes"][number]
        if node.operation == "view":
            alter[3]["steps"].reverse()
        elif node.operation in ("where", "matmul"):
            alter[1][-1] = alter[1][-2]
        else:
            alter[0] = ANOTHER[node.operation]
        altered.append(spoilt)
    for number in range(len(program.constants)):
        spoilt = program.to_json()
        numbers = spoilt["constants"][number][1]
        numbers[-1] = 0 if numbers[-1] else 1
        altered.append(spoilt)
    assert len(altered) > 20
    expected = direct(function, situations[1])
    for spoilt in altered:
        with pytest.raises(AssertionError):
            ((_, got),) = in_page((spoilt, situations))
            for name, value in expected.items():
                assert_same(got[name], value)


def test_the_comparison_sees_a_difference_of_two_parts_in_a_million_million():
    assert_same(np.array([1 + 5e-13, nan, inf, 1e-13]), np.array([1, nan, inf, 0]))
    for got, expected in (([1 + 2.5e-12], [1.0]), ([nan], [1.0]), ([1.0], [nan]), ([-inf], [inf]), ([2e-12], [0.0]),
                          ([[1.0]], [1.0])):
        with pytest.raises(AssertionError):
            assert_same(np.array(got), np.array(expected))


def test_a_program_is_its_json(in_page):
    """What the page gets is text: to the last bit, with NaN, infinities and -0.0."""
    numbers = np.array([0.1, 1 / 3, 1e-308, 5e-324, 1.7976931348623157e308, -0.0, nan, inf, -inf, 2.0**53, 123456789.0])
    program = record(lambda x: x * 0 + numbers * np.ones(1), {"x": np.float64(1)})
    assert isinstance(program, Program)
    ((got,),) = in_page((program, [{"x": 1.0}]))
    np.testing.assert_array_equal(got["result"], numbers)
    ((got,),) = in_page((record(lambda x: {"x": x, "numbers": numbers}, {"x": 0.0}), [{"x": -0.0}]))
    np.testing.assert_array_equal(got["numbers"].view(np.int64), numbers.view(np.int64))
    assert np.signbit(got["x"])
