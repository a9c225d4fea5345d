"""Recording: what a program holds, how small it is, and every refusal with its full text."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import transformer_block as tb
from transformer_block.live.trace import Node, TraceError, trace

THREE = np.array([1.0, -2.0, 3.0])
FLAGS = np.array([True, False, True])


def operations(program):
    return [node.operation for node in program.nodes]


# --- What a program holds ------------------------------------------------------------------------------------


def test_a_program_lists_inputs_constants_nodes_and_outputs():
    program = trace(lambda x, w: np.maximum(x @ w, 0), {"x": THREE}, {"w": np.ones(3)})
    assert program.inputs == {"x": (3,)}
    assert [constant.tolist() for constant in program.constants] == [[1, 1, 1], 0]
    assert program.nodes == (Node("matmul", (0, 1), {}, ()), Node("maximum", (3, 2), {}, ()))
    assert program.outputs == {"result": 4}


def test_json_is_compact_and_holds_what_json_lacks_as_text():
    program = trace(lambda x, w: {"y": (x * w).sum(axis=0, keepdims=True)}, {"x": 2.0},
                    {"w": np.array([1, -0.0, 0.1, np.nan, np.inf, -np.inf, 2.0**60])})
    text = json.dumps(program.to_json(), allow_nan=False, separators=(",", ":"))
    assert text == ('{"inputs":[["x",[]]],'
                    '"constants":[[[7],[1,-0.0,0.1,"NaN","Infinity","-Infinity",1.152921504606847e+18]]],'
                    '"nodes":[["multiply",[-1,-2],[7]],["sum",[1],[1],{"axis":0,"keepdims":true}]],"outputs":{"y":3}}')


def test_recording_twice_gives_the_same_text():
    def function(x, w):
        return {"a": np.tanh(x @ w).mean(axis=-1), "b": [1.0, 2.0], "c": np.einsum("ij,jk", x, w)[[1, 0]]}

    first, second = (json.dumps(trace(function, {"x": np.eye(2), "w": np.ones((2, 3))}).to_json()) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("returned", "names"), [
    (lambda x: x, ["result"]),
    (lambda x: (x, x), ["0", "1"]),
    (lambda x: [x], ["0"]),
    (lambda x: {"a": x, "b": 1}, ["a", "b"]),
])
def test_outputs_are_named_after_what_is_returned(returned, names):
    assert list(trace(returned, {"x": 1.0}).outputs) == names


def test_an_output_that_depends_on_no_input_is_a_constant():
    program = trace(lambda x: {"fixed": [1, 2], "flag": True}, {"x": 1.0})
    assert program.nodes == ()
    outputs = program.run({"x": 5.0})
    assert outputs["fixed"].tolist() == [1, 2]
    assert outputs["flag"].dtype == np.float64


def test_constants_reach_the_function_untouched_and_may_steer_it():
    def function(x, rule, rounds, table):
        for _ in range(rounds):
            x = x * 2 if rule == "double" else x + table["step"]
        return x

    constants = {"rounds": 3, "table": {"step": 0.5}}
    assert operations(trace(function, {"x": 1.0}, {"rule": "double", **constants})) == ["multiply"] * 3
    assert operations(trace(function, {"x": 1.0}, {"rule": "add", **constants})) == ["add"] * 3


def test_run_answers_for_other_values_than_the_recorded_ones():
    def function(x, on):
        return np.where(on, np.abs(x), x)

    program = trace(function, {"x": THREE, "on": True})
    assert program.run({"x": -THREE, "on": False})["result"].tolist() == (-THREE).tolist()
    assert program.run({"x": -THREE, "on": True})["result"].tolist() == [1, 2, 3]


@pytest.mark.parametrize(("values", "message"), [
    ({"x": [1, 2]}, "run: expected x of shape (3,), got (2,). "
                    "The program was recorded for that shape; record it again for another."),
    ({"y": THREE}, "run: expected values for x, got y."),
    ({}, "run: expected values for x, got ."),
])
def test_run_refuses_values_that_do_not_fit(values, message):
    with pytest.raises(ValueError) as refusal:
        trace(lambda x: x + 1, {"x": THREE}).run(values)
    assert str(refusal.value) == message


# --- How small it is -----------------------------------------------------------------------------------------


def test_equal_operations_and_equal_constants_are_kept_once():
    program = trace(lambda x: (np.exp(x) + 1) * (np.exp(x) + 1.0) * np.ones(()), {"x": 0.0})
    assert operations(program) == ["exp", "add", "multiply", "multiply"]
    assert len(program.constants) == 1


def test_what_no_output_needs_is_left_out():
    program = trace(lambda x: (x.sum() * np.full(9, 7.0), np.exp(x))[1], {"x": THREE})
    assert operations(program) == ["exp"]
    assert program.constants == ()


def test_what_depends_on_no_input_is_computed_beforehand():
    program = trace(lambda x: x * np.exp(np.tril(np.ones((2, 2)))).sum(), {"x": 1.0})
    assert operations(program) == ["multiply"]


def test_a_move_of_a_move_is_one_move_and_moving_back_is_none():
    program = trace(lambda x: (x.reshape(3, 2, 2).swapaxes(0, 1)[:, ::-1], x.T.T, x.reshape(12).reshape(3, 4)),
                    {"x": np.ones((3, 4))})
    assert operations(program) == ["view"]
    assert program.outputs["1"] == program.outputs["2"] == 0


def test_arrays_side_by_side_are_one_walk_and_no_table():
    program = trace(lambda x, y: (np.concatenate([x, y], axis=-1), np.repeat(x, 2, axis=1), np.stack([x, y], axis=1).reshape(2, -1)),
                    {"x": np.ones((2, 3, 4)), "y": np.ones((2, 3, 4))})
    assert operations(program) == ["join", "view", "view", "view"] and program.constants == ()
    assert program.nodes[1] == Node("view", (2,), {"start": 0, "steps": (4, 24, 1), "shape": (6, 2, 4), "into": (2, 3, 8)}, (2, 3, 8))
    x, y = np.random.default_rng(0).normal(size=(2, 2, 3, 4))
    assert (program.run({"x": x, "y": y})["0"] == np.concatenate([x, y], axis=-1)).all()
    assert operations(trace(lambda x: np.concatenate([x, x[:, :1]], axis=1), {"x": np.ones((2, 3))}))[-1] == "gather"


def test_a_storey_costs_a_handful_of_operations():
    def storeys(z, matrices):
        for W in matrices:
            z = z + z @ W
            z = (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + 1e-5)
        return z

    matrices = np.random.default_rng(0).normal(size=(24, 4, 4))
    assert len(trace(storeys, {"z": np.ones(4)}, {"matrices": matrices}).nodes) == 24 * 8


# --- What a recorded array is like ---------------------------------------------------------------------------


def test_a_recorded_array_has_the_shape_and_dtype_of_its_value():
    def function(x):
        assert (x.shape, x.ndim, x.size, len(x), x.dtype) == ((2, 3), 2, 6, 2, np.float64)
        assert (np.shape(x), np.ndim(x), np.size(x), np.size(x, 1)) == ((2, 3), 2, 6, 3)
        assert repr(x > 0) == "Traced(shape=(2, 3), dtype=bool)"
        assert (x > 0).astype(int).dtype == np.int64
        assert not hasattr(x, "no_such_attribute")
        assert not isinstance(x, np.ndarray)
        return sum(row.sum() for row in x)

    assert trace(function, {"x": np.ones((2, 3))}).run({"x": np.full((2, 3), 2.0)})["result"] == 12


def test_numbers_on_either_side_and_the_augmented_plus_of_python_sum():
    program = trace(lambda x: np.float64(2) * x + 2 * x + x * [1, 2] + np.ones(2) @ np.stack([x, x]) - sum([x, x]),
                    {"x": 1.5})
    assert program.run({"x": 1.0})["result"].tolist() == [2 + 2 + 1 + 2 - 2, 2 + 2 + 2 + 2 - 2]


def test_mistakes_of_shape_are_numpys_own():
    with pytest.raises(ValueError, match="matmul: Input operand 1 has a mismatch"):
        trace(lambda x: x @ np.ones(4), {"x": THREE})
    with pytest.raises(np.exceptions.AxisError):
        trace(lambda x: x.sum(axis=3), {"x": THREE})


# --- Whole numbers, and rows chosen by them ------------------------------------------------------------------

TABLE = np.arange(12.0).reshape(4, 3)


def test_whole_numbers_stay_whole_numbers():
    def function(i, several, plain):
        assert (i.dtype, several.dtype, plain.dtype) == (np.int64, np.int64, np.float64)
        assert (i + 1).dtype == plain.astype(int).dtype == np.int64 and (i / 2).dtype == np.float64
        return i + several + plain

    trace(function, {"i": np.int64(2), "several": np.array([1, -1], dtype=np.int8), "plain": 3})


def test_a_row_is_taken_in_one_operation():
    program = trace(lambda i, table: (table[i] * 1, np.take(table, i, axis=0) * 2), {"i": np.int64(1), "table": TABLE})
    assert operations(program) == ["take", "multiply", "multiply"]
    assert program.nodes[0] == Node("take", (1, 0), {"axis": 0}, (3,))
    assert program.run({"i": 3, "table": TABLE})["0"].tolist() == [9, 10, 11]


def test_many_rows_of_a_recorded_table_cost_a_number_each():
    places = np.array([[2, 0], [3, -1]])
    for function in (lambda table: table[places], lambda table: np.take(table, places, axis=0), lambda table: table.take(places, 0)):
        program = trace(function, {"table": TABLE})
        assert (operations(program), program.constants[0].tolist()) == (["take"], places.tolist())
        assert (program.run({"table": 2 * TABLE})["result"] == 2 * TABLE[places]).all()
    assert operations(trace(lambda table: table[np.arange(1, 3)], {"table": TABLE})) == ["view"]
    assert operations(trace(lambda x: x[np.array([2, 0, 1])], {"x": THREE})) == ["gather"]
    assert operations(trace(lambda table: table[places.astype(np.uint64) % 4], {"table": TABLE})) == ["gather"]
    with pytest.raises(IndexError, match="index 4 is out of bounds"):
        trace(lambda table: table[np.array([4, 0])], {"table": TABLE})


def test_a_row_of_a_plain_table_is_taken_and_numpys_own_function_is_there_again():
    numpys = np.take
    program = trace(lambda i: np.take(TABLE, i, axis=0) + np.take(TABLE, 0, axis=0), {"i": np.int64(1)})
    assert np.take is numpys
    with pytest.raises(TraceError):
        trace(lambda i: np.take(TABLE, i * 0.5), {"i": np.int64(1)})
    assert np.take is numpys
    assert [program.run({"i": i})["result"].tolist() for i in (2, -1)] == [[6, 8, 10], [9, 11, 13]]


@pytest.mark.parametrize("place", [4, -5, np.nan, 1e300])
def test_a_row_that_is_not_there_is_not_a_number(place):
    program = trace(lambda i: (np.take(TABLE, i, axis=0), np.take(TABLE, [0, 1] + i * 0, axis=1)), {"i": np.int64(1)})
    outputs = program.run({"i": place})
    assert np.isnan(outputs["0"]).all() and outputs["0"].shape == (3,)


def test_a_slider_is_cut_to_a_whole_number():
    program = trace(lambda x: np.take(TABLE, x.astype(int), axis=0), {"x": 0.0})
    assert [program.run({"x": x})["result"][0] for x in (2.9, -0.9, -1.5)] == [6, 0, 9]


def test_a_whole_number_has_no_minus_zero():
    assert trace(lambda x: 1 / x.astype(int), {"x": 1.0}).run({"x": -0.5})["result"] == np.inf


# --- Constants whose use is recorded -------------------------------------------------------------------------


def batch(x, weights, rows):
    return x + (rows @ weights["W"]).sum(axis=-1)


def test_what_is_made_of_constants_is_carried_unless_they_are_in_the_page():
    constants = {"weights": {"W": THREE, "none": None}, "rows": np.arange(60.0).reshape(20, 3)}
    carried = trace(batch, {"x": 1.0}, constants)
    computed = trace(batch, {"x": 1.0}, {**constants, "rows": constants["rows"]}, in_page=["weights"])
    assert ([constant.shape for constant in carried.constants], operations(carried)) == ([()], ["add"])
    assert ([constant.shape for constant in computed.constants], operations(computed)) == ([(3,), (20, 3)], ["matmul", "sum", "add"])
    assert computed.run({"x": 2.0})["result"] == carried.run({"x": 2.0})["result"] == batch(2.0, **constants)


def test_every_array_in_a_constant_is_recorded_and_nothing_else():
    seen = []

    def function(x, weights, table, plain):
        seen.extend([weights, table, plain])
        return x

    weights = tb.BlockWeights(heads=[(THREE, FLAGS, 3)], W1=THREE, W2=None)
    trace(function, {"x": 1.0}, {"weights": weights, "table": {"places": np.arange(3), "name": "text"}, "plain": THREE},
          in_page=["weights", "table"])
    weights, table, plain = seen
    assert isinstance(weights, tb.BlockWeights) and type(weights.heads) is list and type(weights.heads[0]) is tuple
    assert [repr(array) for array in (*weights.heads[0][:2], weights.W1, table["places"])] == [
        f"Traced(shape=(3,), dtype={dtype})" for dtype in ("float64", "bool", "float64", "int64")]
    assert (weights.heads[0][2], weights.W2, table["name"]) == (3, None, "text") and plain is THREE


def test_a_decision_on_a_recorded_constant_is_refused():
    operation, why, remedy = DECISION
    assert refused(lambda: trace(lambda x, w: x if w.sum() > 0 else -x, {"x": 1.0}, {"w": THREE}, in_page=["w"])) == (
        f"{operation} cannot be recorded: {why}.", remedy)


# --- Refusals: operation, line, remedy -----------------------------------------------------------------------

DECISION = ("A decision on a recorded value (if, while, and, or, not, in, min, max, sorted)",
            "the page runs one straight line of operations, whatever the slider says",
            "Use np.where(condition, a, b), np.maximum or np.minimum; what is a toggle or a choice, pass as a constant "
            "and record once for each case.")
NUMBER = ("Turning a recorded value into one plain number (float, int, round, math.*, a format, array[i] = value)",
          "its value changes with a slider", "Use NumPy's function of that name; build arrays with np.stack.")
INDEX = ("A recorded value as an index or a size", "shapes and positions are fixed when the function is recorded",
         "Pass a number of elements as a constant; pick row i with np.take(table, i, axis=0), a whole number by i.astype(int).")
ARRAY = ("Turning recorded values into a plain array (np.array, np.asarray, np.full, np.arange, array.method(value))",
         "they would lose their connection to the slider",
         "Build arrays with np.stack([a, b]) or np.where; pass recorded arrays on as they are "
         "(x if hasattr(x, '__array_function__') else np.asarray(x)).")


def unknown(name):
    return (name, "it is not among the recorded operations",
            "Write it with arithmetic, comparisons, np.where, np.exp and the like, @, sums and other reductions over "
            "axes, reshaping and indexing; or compute it beforehand from constants.")


def write(name):
    return name, "a recorded value never changes", "Make a new value instead: x = x + y, np.where or np.stack."


def shape(name):
    return (name, "what is chosen would change with a slider",
            "Keep the shape and weigh by a condition: np.where(condition, x, 0). Row i is np.take(x, i, axis=0).")


def lossy(conversion):
    return (f"Converting {conversion}", "numbers would be lost",
            "Stay with float64; x.astype(int) makes whole numbers, x != 0 makes a condition.")


def float64_only(name):
    return name, "the page computes in float64 alone", "Convert the operands first: x.astype(float)."


def whole(name):
    return (f"{name} between whole numbers", "NumPy rounds there, the page computes in float64",
            "Convert the operands first: x.astype(float).")


def not_numbers(kind):
    return (f"A value of type {kind}", "the page computes with real numbers alone",
            "Return and combine numbers and arrays of numbers.")


FRACTION = "An index with a fraction", "places are counted in whole numbers", "Convert it first: i.astype(int)."


def add_in_place(x):
    x += 1
    return x


def add_to_a_plain_array(x):
    total = np.zeros(3)
    total += x
    return total


def store(x):
    x[0] = 1.0


def store_in_a_plain_array(x):
    total = np.zeros(3)
    total[0] = x.sum()


def decide(x):
    if x.sum() > 0:
        return x
    return -x


def repeat_until(x):
    while x.max() > 0.1:
        x = x / 2
    return x


EINSUM = ("np.einsum with an ellipsis, with more than two operands or without subscripts",
          "it is not among the recorded operations", "Name every axis, and combine two arrays at a time.")

KEY = ("A recorded value as a key (a dict, a set, lru_cache)", "which entry it finds would change with a slider",
       "Use np.where(condition, a, b), or (keys == x) @ values.")
REFUSALS = [
    # Decisions
    (decide, "if x.sum() > 0:", DECISION),
    (repeat_until, "while x.max() > 0.1:", DECISION),
    (lambda x: max(x[0], 0), ..., DECISION),
    (lambda x: x[0] and x[1], ..., DECISION),
    (lambda x: 1.0 in x, ..., DECISION),
    (lambda x: sorted(x), ..., DECISION),
    # One plain number
    (lambda x: float(x[0]), ..., NUMBER),
    (lambda x: int(x[0]), ..., NUMBER),
    (lambda x: complex(x[0]), ..., NUMBER),
    (lambda x: round(x[0], 1), ..., NUMBER),
    (lambda x: math.sin(x[0]), ..., NUMBER),
    (lambda x: f"{x[0]:.2f}", ..., NUMBER),
    (store_in_a_plain_array, "total[0] = x.sum()", NUMBER),
    # Positions and sizes
    (lambda x: [1, 2, 3][x[0]], ..., INDEX),
    (lambda x: sum(range(x[0])), ..., INDEX),
    (lambda x: np.ones(x[0]), ..., INDEX),
    (lambda x: np.ones(3)[x > 0], ..., INDEX),
    (lambda x: x[x > 0], ..., shape("Choosing positions by recorded values")),
    (lambda x: x[None, x.argmax()], ..., shape("Choosing positions by recorded values")),
    (lambda x: np.take(x, [0, x.argmax()]), ..., shape("Choosing positions by recorded values")),
    (lambda x: THREE[x.argmax()], ..., INDEX),
    (lambda x: THREE[x.astype(int)], ..., INDEX),
    (lambda x: THREE.take(x.argmax()), ..., ARRAY),
    (lambda x: x[x[0]], ..., FRACTION),
    (lambda x: np.take(THREE, x), ..., FRACTION),
    (lambda x: np.take(THREE, x.argmax(), mode="wrap"), ..., unknown("np.take with mode='wrap'")),
    (lambda x: x.take(x.argmax(), mode="clip"), ..., unknown("np.take with mode='clip'")),
    (lambda x: np.repeat(x, x), ..., shape("Choosing positions by recorded values")),
    (lambda x: np.nonzero(x), ..., shape("np.nonzero")),
    (lambda x: np.unique(x), ..., shape("np.unique")),
    (lambda x: np.where(x > 0), ..., shape("np.where with a condition alone")),
    # Plain arrays
    (lambda x: np.asarray(x), ..., ARRAY),
    (lambda x: np.array([x[0], 1.0]), ..., ARRAY),
    (lambda x: np.full(3, x[0]), ..., ARRAY),
    (lambda x: np.arange(x[0]), ..., ARRAY),
    (lambda x: THREE.dot(x), ..., ARRAY),
    (lambda x: np.repeat(np.ones(3), x), ..., ARRAY),
    # Writes
    (add_in_place, "x += 1", write("np.add into an existing array (x += y, out=)")),
    (add_to_a_plain_array, "total += x", write("np.add into an existing array (x += y, out=)")),
    (store, "x[0] = 1.0", write("Writing into an array, x[...] = value,")),
    (lambda x: np.exp(x, out=np.zeros(3)), ..., write("np.exp into an existing array (x += y, out=)")),
    (lambda x: np.sum(x, out=np.zeros(())), ..., write("np.sum into an existing array (out=)")),
    # Conversions
    (lambda x: x.astype(np.int32), ..., lossy("float64 to int32")),
    (lambda x: x.astype(np.float32), ..., lossy("float64 to float32")),
    (lambda x: (x > 0).astype("int8"), ..., lossy("bool to int8")),
    (lambda x: np.exp(x > 0), ..., float64_only("np.exp in float16")),
    (lambda x: (x > 0) * np.float32([1, 2, 3]), ..., float64_only("np.multiply in float32")),
    (lambda x: x * 1j, ..., float64_only("np.multiply in complex128")),
    (lambda x: x.argmax() ** 3, ..., whole("np.power")),
    (lambda x: x.argmax() // 2, ..., whole("np.floor_divide")),
    # Keys
    (lambda x: {1.0: 2}[x[0]], ..., KEY),
    (lambda x: len({x[0], x[1]}), ..., KEY),
    # Unknown operations
    (lambda x: np.arcsinh(x), ..., unknown("np.arcsinh")),
    (lambda x: divmod(x, 2), ..., unknown("np.divmod")),
    (lambda x: np.add.reduce(x), ..., unknown("np.add.reduce")),
    (lambda x: np.add(x, 1, where=FLAGS), ..., unknown("np.add with where=")),
    (lambda x: np.sort(x), ..., unknown("np.sort")),
    (lambda x: np.linalg.inv(x * np.eye(3)), ..., unknown("np.linalg.inv")),
    (lambda x: np.linalg.norm(x, ord=1), ..., unknown("np.linalg.norm with ord=1")),
    (lambda x: np.linalg.norm(x * np.eye(3), 2), ..., unknown("np.linalg.norm with ord=2")),
    (lambda x: np.sum(x, where=FLAGS), ..., unknown("np.sum with these arguments")),
    (lambda x: np.stack([x, x], dtype=np.float32), ..., unknown("np.stack with dtype=")),
    (lambda x: np.full_like(x, x[0]), ..., unknown("np.full_like")),
    (lambda x: np.dot(x, x * np.ones((2, 3, 3))), ..., unknown("np.dot with more than two axes on the right")),
    (lambda x: x.tolist(), ..., unknown("The array method or attribute .tolist")),
    (lambda x: x.sort(), ..., unknown("The array method or attribute .sort")),
    (lambda x: np.einsum("...i->...", x), ..., EINSUM),
    (lambda x: np.einsum("i,i,i", x, x, x), ..., EINSUM),
    (lambda x: np.einsum(x, [0], [0]), ..., EINSUM),
    # What is not a number
    (lambda x: np.where(x > 0, "a", "b"), ..., float64_only("np.where in <U1")),
]


@pytest.mark.parametrize(("function", "source", "words"), REFUSALS,
                         ids=[f"{number}-{words[0][:40]}" for number, (_, _, words) in enumerate(REFUSALS)])
def test_every_refusal_names_operation_line_and_remedy(function, source, words):
    with pytest.raises(TraceError) as refusal:
        trace(function, {"x": THREE})
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    number = function.__code__.co_firstlineno
    if source is not ...:
        number = next(i for i in range(number, len(lines)) if lines[i].strip() == source) + 1
    operation, why, remedy = words
    assert str(refusal.value) == (f"{operation} cannot be recorded: {why}.\n"
                                  f"  test_trace.py, line {number}: {lines[number - 1].strip()}\n  {remedy}")


def refused(action):
    """The first and the last line of a refusal."""
    with pytest.raises(TraceError) as refusal:
        action()
    first, _, last = str(refusal.value).split("\n")
    return first, last.strip()


@pytest.mark.parametrize(("value", "kind"), [(None, "NoneType"), ("text", "str"), (1j, "complex"), ({}, "dict")])
def test_an_output_that_is_no_number_is_refused(value, kind):
    operation, why, remedy = not_numbers(kind)
    assert refused(lambda: trace(lambda x: {"a": x, "b": value}, {"x": 1.0})) == (
        f"{operation} cannot be recorded: {why}.", remedy)


def test_a_value_from_an_earlier_recording_is_refused():
    kept = []
    trace(lambda x: (kept.append(x), x)[1], {"x": 1.0})
    assert refused(lambda: trace(lambda x: x + kept[0], {"x": 1.0})) == (
        "A value kept from an earlier recording cannot be recorded: it belongs to another program.",
        "Do not store results outside the function; compute them from its arguments.")


def swallow(x):
    try:
        return np.asarray(x)
    except ValueError:
        return 0.0


def replace(x):
    try:
        return np.asarray(x)
    except ValueError:
        raise KeyError("something else") from None


@pytest.mark.parametrize("function", [swallow, replace])
def test_a_refusal_stands_even_where_the_function_handles_it(function):
    """Otherwise the program would follow another road than the function itself, silently."""
    operation, why, remedy = ARRAY
    assert refused(lambda: trace(function, {"x": THREE})) == (f"{operation} cannot be recorded: {why}.", remedy)
    assert trace(lambda x: x + 1, {"x": 1.0}).nodes


def test_errors_of_the_function_itself_pass_through():
    with pytest.raises(ZeroDivisionError):
        trace(lambda x: x * (1 // 0), {"x": 1.0})


def test_a_program_over_the_limits_is_refused_with_its_size():
    def long(x):
        for _ in range(11):
            x = np.tanh(x)
        return x

    assert len(trace(long, {"x": 1.0}, max_nodes=11).nodes) == 11
    assert refused(lambda: trace(long, {"x": 1.0}, max_nodes=10)) == (
        "np.tanh cannot be recorded: the program has reached 11 operations, more than the 10 a page should run.",
        "Take fewer rounds of the loop, or whole arrays at a time.")
    assert refused(lambda: trace(lambda x: x * np.ones((1000, 1000)), {"x": 1.0}, max_numbers=1_500_000)) == (
        "This operation cannot be recorded: the program has reached 2,000,001 numbers, more than the 1,500,000 a page "
        "should carry.", "Use fewer or smaller arrays.")


def test_a_refusal_points_at_the_innermost_line_of_the_author_not_at_numpy():
    def helper(x):
        return np.linspace(0, x, 3)

    with pytest.raises(TraceError) as refusal:
        trace(lambda x: helper(x), {"x": 1.0})
    line = helper.__code__.co_firstlineno + 1
    assert f"\n  test_trace.py, line {line}: return np.linspace(0, x, 3)\n" in str(refusal.value)


@pytest.mark.parametrize("file", ["/tmp/ipykernel_17/2841.py", "<ipython-input-3-5f0c>"])
def test_a_refusal_in_a_notebook_names_the_cell(file):
    names = {}
    exec(compile("\ndef f(x):\n    return 1 if x > 0 else 2\n", file, "exec"), names)
    with pytest.raises(TraceError) as refusal:
        trace(names["f"], {"x": 1.0})
    assert "\n  this cell, line 3: " in str(refusal.value)


def test_a_mask_may_move_with_a_slider():
    draw = tb.part_one_draw()
    Wq, Wk, _ = draw.weights.heads[0]

    def table(length):
        return tb.attention_weights(draw.x, Wq, Wk, mask=(np.arange(6) < length)[None])

    program = trace(table, {"length": 3})
    for length in (1, 3, 6):
        expected = tb.attention_weights(draw.x, Wq, Wk, mask=tb.padding_mask(length, 6))
        assert np.allclose(program.run({"length": length})["result"], expected, rtol=1e-12, atol=1e-15)
