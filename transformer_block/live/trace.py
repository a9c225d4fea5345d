"""Record what a NumPy function does with its arrays, as a straight-line program that a page can run.

The function is run once on `Traced` arrays. Each carries its real value, so that NumPy itself decides every shape,
and notes every operation through NumPy's own protocols (`__array_ufunc__`, `__array_function__`). What depends on no
input is computed on the spot and becomes a constant. `evaluate.js` runs the program in float64 in the page;
`Program.run` does so in NumPy. What cannot be recorded faithfully is refused by name, source line and remedy.
"""

import inspect
import linecache
import operator
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path

import numpy as np

from transformer_block.live.constants import listed


class TraceError(ValueError):
    """A function does something that no straight-line program over float64 arrays of fixed shape can repeat."""


# --- The operations that a program is made of ----------------------------------------------------------------


def _positions(start, steps, shape):
    """The evenly spaced positions start + i * steps[0] + j * steps[1] + ...: -> integers of `shape`."""
    axes = np.indices(shape, sparse=True)
    return np.broadcast_to(start + sum(step * index for step, index in zip(steps, axes, strict=True)), shape)


def _take(table, index, *, axis):
    """np.take with whole numbers, but NaN where one is out of range: a page cannot stop."""
    index, length = np.asarray(index).astype(np.intp), np.shape(table)[axis]
    inside = (index >= -length) & (index < length)
    taken = np.take(table, np.where(inside, index, 0), axis)
    return taken if inside.all() else np.where(inside.reshape(*inside.shape, *[1] * (np.ndim(table) - axis - 1)), taken, np.nan)


# One entry for each operation: the recorder computes with it, `Program.run` computes with it, and `evaluate.js` has
# an entry of the same name. Attributes are passed by keyword.
PRIMITIVES = {
    **{ufunc.__name__: ufunc for ufunc in (
        np.add, np.subtract, np.multiply, np.divide, np.floor_divide, np.remainder, np.power,
        np.negative, np.positive, np.absolute, np.sign, np.square, np.sqrt, np.reciprocal,
        np.exp, np.expm1, np.log, np.log1p, np.log2, np.log10, np.tanh, np.sin, np.cos, np.arctan2,
        np.maximum, np.minimum, np.fmax, np.fmin, np.floor, np.ceil, np.trunc, np.rint,
        np.greater, np.greater_equal, np.less, np.less_equal, np.equal, np.not_equal,
        np.logical_and, np.logical_or, np.logical_xor, np.logical_not, np.isnan, np.isinf, np.isfinite, np.matmul,
    )},
    "where": np.where,
    "einsum": lambda *operands, subscripts: np.einsum(subscripts, *operands),
    "sum": np.sum, "prod": np.prod, "mean": np.mean, "var": np.var, "std": np.std, "max": np.max, "min": np.min,
    "argmax": np.argmax, "argmin": np.argmin, "any": np.any, "all": np.all, "cumsum": np.cumsum, "cumprod": np.cumprod,
    "take": _take,
    # Whatever only moves numbers is one of three: operands laid end to end, an evenly spaced walk through one
    # operand (reshape, transpose, slices, broadcasting), or a look-up of whole-number positions.
    "join": lambda *operands: np.concatenate([np.ravel(operand) for operand in operands]),
    "view": lambda x, *, start, steps, shape, into=None: np.ravel(x)[_positions(start, steps, shape)].reshape(into or shape),
    "gather": lambda x, table: np.ravel(x)[np.asarray(table, dtype=np.intp)],
}

# NumPy gives these another meaning between booleans, or knows them only there.
_BETWEEN_BOOLEANS = {"add": "logical_or", "bitwise_or": "logical_or", "bitwise_and": "logical_and",
                     "bitwise_xor": "logical_xor", "invert": "logical_not"}
# Counts and places: NumPy's own whole numbers have 32 bits where Python runs in a browser.
_WHOLE = (np.dtype(np.int64), np.dtype(np.intp))
# NumPy does these in whole numbers when all operands are whole; the page has only float64.
_OTHERWISE_IN_WHOLE_NUMBERS = {"power", "reciprocal", "floor_divide", "remainder"}
# The exponents for which NumPy itself takes another road, with other results at -inf and -0.0.
_POWERS = {2: "square", 0.5: "sqrt"}


# --- The program ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Node:
    """One step: `operation` (a key of PRIMITIVES) on the slots `arguments`, giving an array of `shape`."""

    operation: str
    arguments: tuple[int, ...]
    attributes: dict
    shape: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """A straight line of operations. Slots are numbered through inputs, then constants, then nodes."""

    inputs: dict[str, tuple[int, ...]]
    constants: tuple[np.ndarray, ...]
    nodes: tuple[Node, ...]
    outputs: dict[str, int]

    def run(self, values):
        """Compute the outputs for `values`, name -> number or array, all float64: the reference for the page.

        Raises ValueError when a name is missing or unknown or a shape differs from the recorded one.
        """
        if values.keys() != self.inputs.keys():
            raise ValueError(f"run: expected values for {', '.join(self.inputs)}, got {', '.join(values)}.")
        slots = []
        for name, shape in self.inputs.items():
            slots.append(np.asarray(values[name], dtype=np.float64))
            if slots[-1].shape != shape:
                raise ValueError(f"run: expected {name} of shape {shape}, got {slots[-1].shape}. "
                                 f"The program was recorded for that shape; record it again for another.")
        slots.extend(self.constants)
        with np.errstate(all="ignore"):
            for node in self.nodes:
                result = PRIMITIVES[node.operation](*(slots[slot] for slot in node.arguments), **node.attributes)
                slots.append(np.asarray(result, dtype=np.float64))
        return {name: slots[slot] for name, slot in self.outputs.items()}

    def to_json(self, constants=None):
        """The program as plain lists and dicts that `JSON.parse` restores to the last bit; see `evaluate.js`.

        `constants` is what stands for them, if they are not to be listed here.

        A node names another by how many places it lies behind (1, 2, ...), an input or constant by -1 - slot: then the
        storeys of a stack read alike, and a page of many storeys packs as small as a page of one.
        """
        first = len(self.inputs) + len(self.constants)
        references = [[first + place - slot if slot >= first else -1 - slot for slot in node.arguments]
                      for place, node in enumerate(self.nodes)]
        return {
            "inputs": [[name, list(shape)] for name, shape in self.inputs.items()],
            "constants": constants or [[list(constant.shape), listed(constant)] for constant in self.constants],
            "nodes": [[node.operation, operands, list(node.shape), *([_lists(node.attributes)] if node.attributes else [])]
                      for node, operands in zip(self.nodes, references, strict=True)],
            "outputs": dict(self.outputs),
        }


def _lists(attributes):
    return {name: list(value) if isinstance(value, tuple) else value for name, value in attributes.items()}


# --- Recording -----------------------------------------------------------------------------------------------


def trace(function, inputs, constants=None, *, in_page=(), max_nodes=5_000, max_numbers=4_000_000):
    """Run `function(**inputs, **constants)` once and return what it did as a `Program`.

    `inputs` are what the page may change: name -> number or array, whose shape is kept. `constants` reach the
    function untouched and may be anything; control flow may depend on them. Those that `in_page` names are recorded
    instead, each array in them (also in lists, tuples and dicts): what is computed from them is part of the program.
    The function returns an array (the output is then called "result"), a tuple or list ("0", "1", ...), or a dict of
    arrays by name.

    Raises TraceError, naming operation, source line and remedy, for what cannot be recorded: decisions on an
    input's value, operations that are not in PRIMITIVES and not made of them, writes into arrays, conversions that
    lose numbers, shapes that depend on values, and programs of more than `max_nodes` operations or `max_numbers`
    numbers.
    """
    recorder = _Recorder(max_nodes, max_numbers)
    recorded = {name: recorder.input(name, value) for name, value in inputs.items()}
    given = {name: recorder.constant(value) if name in in_page else value for name, value in (constants or {}).items()}
    with np.errstate(all="ignore"), _insisting_on_refusals(), _take_asking_its_index():
        returned = function(**recorded, **given)
    if isinstance(returned, (tuple, list)):
        returned = {str(number): value for number, value in enumerate(returned)}
    elif not isinstance(returned, dict):
        returned = {"result": returned}
    return recorder.program({str(name): recorder.slot(value) for name, value in returned.items()})


class _Recorder:
    """Collects operations; equal ones share a slot, and so do equal constants."""

    def __init__(self, max_nodes, max_numbers):
        self.max_nodes, self.max_numbers, self.numbers = max_nodes, max_numbers, 0
        self.inputs, self.constants, self.nodes = {}, {}, {}  # by slot, in the order of recording
        self.known = {}  # what a slot holds -> the slot
        self.moves = {}  # the slot of a moved array -> (where its numbers came from, their positions there)

    def input(self, name, value):
        array = np.asarray(value)
        if array.dtype.kind in "iu" and isinstance(value, np.integer | np.ndarray):
            array = array.astype(np.int64)
        elif array.dtype.kind != "b":
            array = array.astype(np.float64)
        slot = self.claim(("input", name), array.size)
        self.inputs[slot] = name, array.shape
        return Traced(self, slot, array)

    def constant(self, value):
        """What stands for a constant whose every use is recorded: its arrays, wherever they are in it."""
        if isinstance(value, np.ndarray):
            return Traced(self, self.slot(value), value)
        if isinstance(value, dict):
            return {name: self.constant(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            parts = map(self.constant, value)
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        return value

    def slot(self, operand):
        """The slot of a recorded value, or of a plain one as a constant."""
        if isinstance(operand, Traced):
            if operand.recorder is not self:
                _refuse("A value kept from an earlier recording", "it belongs to another program",
                        "Do not store results outside the function; compute them from its arguments.")
            return operand.slot
        array = np.asarray(operand)
        if array.dtype.kind not in "bifu":
            _refuse(f"A value of type {type(operand).__name__}", "the page computes with real numbers alone",
                    "Return and combine numbers and arrays of numbers.")
        array = array.astype(np.float64)
        slot = self.claim(("constant", array.shape, array.tobytes()), array.size)
        self.constants.setdefault(slot, array)
        return slot

    def claim(self, content, size):
        """The slot with this content, a new one if there is none yet."""
        if content not in self.known:
            self.numbers += size
            if self.numbers > self.max_numbers:
                _refuse("This operation", f"the program has reached {self.numbers:,} numbers, more than the "
                        f"{self.max_numbers:,} a page should carry", "Use fewer or smaller arrays.")
            self.known[content] = len(self.known)
        return self.known[content]

    def record(self, operation, *operands, **attributes):
        """Compute one primitive for its value and note it: -> Traced."""
        value = np.asarray(PRIMITIVES[operation](*map(_value, operands), **attributes))
        if value.dtype not in (np.float64, *_WHOLE, np.bool_):
            _refuse(f"np.{operation} in {value.dtype}", "the page computes in float64 alone",
                    "Convert the operands first: x.astype(float).")
        arguments = tuple(map(self.slot, operands))
        slot = self.claim((operation, arguments, tuple(attributes.items())), value.size)
        self.nodes.setdefault(slot, Node(operation, arguments, attributes, value.shape))
        if len(self.nodes) > self.max_nodes:
            _refuse(f"np.{operation}", f"the program has reached {len(self.nodes):,} operations, more than the "
                    f"{self.max_nodes:,} a page should run",
                    "Take fewer rounds of the loop, or whole arrays at a time.")
        return Traced(self, slot, value)

    def program(self, outputs):
        """The nodes and constants that the outputs need, renumbered: inputs, constants, nodes."""
        needed = set(outputs.values())
        for slot in reversed(self.nodes):
            if slot in needed:
                needed.update(self.nodes[slot].arguments)
        constants, nodes = ([slot for slot in kind if slot in needed] for kind in (self.constants, self.nodes))
        number = {slot: new for new, slot in enumerate([*self.inputs, *constants, *nodes])}
        renumbered = (Node(node.operation, tuple(number[slot] for slot in node.arguments), node.attributes, node.shape)
                      for node in map(self.nodes.get, nodes))
        return Program(dict(self.inputs.values()), tuple(map(self.constants.get, constants)), tuple(renumbered),
                       {name: number[slot] for name, slot in outputs.items()})


class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """An array whose every use is recorded. It has its real value's shape and dtype, but no value to look at."""

    def __init__(self, recorder, slot, value):
        self.recorder, self.slot, self.value = recorder, slot, value

    shape = property(lambda self: self.value.shape)
    ndim = property(lambda self: self.value.ndim)
    size = property(lambda self: self.value.size)
    dtype = property(lambda self: self.value.dtype)
    T = property(lambda self: np.transpose(self))
    mT = property(lambda self: np.swapaxes(self, -1, -2))

    def __repr__(self):
        return f"Traced(shape={self.shape}, dtype={self.dtype})"

    def __len__(self):
        return len(self.value)

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def __getitem__(self, key):
        if isinstance(key, Traced) and key.dtype.kind != "b" or isinstance(key, np.ndarray) and key.dtype.kind == "i":
            return _take_at(self, key, axis=0)
        return _move(operator.getitem, self, key)

    def __setitem__(self, key, value):
        _refuse_write("Writing into an array, x[...] = value,")

    def __getattr__(self, name):
        if name in _METHODS:
            return partial(getattr(np, name), self)
        if name in _MOVING_METHODS:
            return partial(_move, getattr(np.ndarray, name), self)
        if name.startswith("__") or not hasattr(np.ndarray, name):
            raise AttributeError(f"a recorded array has no attribute {name!r}")
        _refuse_unknown(f"The array method or attribute .{name}")

    def astype(self, dtype, **_options):
        """Convert to float64, or to whole numbers (int64), which cuts off what is behind the point.

        NaN, infinities and what lies beyond 2**53 are no whole numbers in the page, and whatever comes to hand in NumPy.
        """
        dtype = np.dtype(dtype)
        if dtype not in (self.dtype, np.float64, *_WHOLE):
            _refuse(f"Converting {self.dtype} to {dtype}", "numbers would be lost",
                    "Stay with float64; x.astype(int) makes whole numbers, x != 0 makes a condition.")
        if dtype in _WHOLE and self.dtype == np.float64:
            cut = np.trunc(self) + 0.0  # there is no -0 among whole numbers
            return Traced(self.recorder, cut.slot, cut.value.astype(dtype))
        return Traced(self.recorder, self.slot, self.value.astype(dtype))

    def __array_ufunc__(self, ufunc, method, *operands, **options):
        name = ufunc.__name__
        if "out" in options:
            _refuse_write(f"np.{name} into an existing array (x += y, out=)")
        if method != "__call__":
            _refuse_unknown(f"np.{name}.{method}")
        if options:
            _refuse_unknown(f"np.{name} with {', '.join(options)}=")
        dtypes = [operand.dtype if isinstance(operand, Traced) else np.asarray(operand).dtype for operand in operands]
        if all(dtype.kind == "b" for dtype in dtypes):
            name = _BETWEEN_BOOLEANS.get(name, name)
        if name == "power" and not isinstance(operands[1], Traced) and np.ndim(operands[1]) == 0:
            exponent = float(operands[1])
            name, operands = (_POWERS[exponent], operands[:1]) if exponent in _POWERS else (name, operands)
        if name not in PRIMITIVES:
            _refuse_unknown(f"np.{name}")
        if name in _OTHERWISE_IN_WHOLE_NUMBERS and all(dtype.kind in "biu" for dtype in dtypes):
            _refuse(f"np.{name} between whole numbers", "NumPy rounds there, the page computes in float64",
                    "Convert the operands first: x.astype(float).")
        return self.recorder.record(name, *operands)

    def __array_function__(self, function, types, arguments, options):
        name = f"{function.__module__.replace('numpy', 'np')}.{function.__name__}"
        if options.get("out") is not None:
            _refuse_write(f"{name} into an existing array (out=)")
        if function in _FROM_SHAPE and not _holds_traced((arguments[1:], options)):
            return function(_value(arguments[0]), *arguments[1:], **options)
        handler = _FUNCTIONS.get(function)
        if handler is None:
            if function in _SHAPED_BY_VALUES:
                _refuse_shape(name)
            _refuse_unknown(name)
        try:
            inspect.signature(handler).bind(*arguments, **options)
        except TypeError:
            _refuse_unknown(f"{name} with these arguments")
        return handler(*arguments, **options)


def _value(operand):
    return operand.value if isinstance(operand, Traced) else operand


def _holds_traced(values):
    if isinstance(values, dict):
        values = tuple(values.values())
    return isinstance(values, Traced) or isinstance(values, (tuple, list)) and any(map(_holds_traced, values))


def _record(operation, *operands, **attributes):
    recorder = next(operand.recorder for operand in operands if isinstance(operand, Traced))
    return recorder.record(operation, *operands, **attributes)


# --- NumPy functions, in terms of primitives -----------------------------------------------------------------


def _move(rearrange, arrays, *arguments, **options):
    """Record anything that only moves numbers about, by letting NumPy move their positions instead.

    Positions count from 1 through all operands, so that a 0 shows where NumPy fills in a zero, as np.tril does.
    """
    if _holds_traced((arguments, options)):
        _refuse_shape("Choosing positions by recorded values")
    if "dtype" in options:
        _refuse_unknown(f"np.{rearrange.__name__} with dtype=")
    several = isinstance(arrays, (tuple, list))
    operands, positions, count = list(arrays) if several else [arrays], [], 1
    for operand in operands:
        positions.append(np.arange(count, count + np.size(operand)).reshape(np.shape(operand)))
        count += np.size(operand)
    moved = rearrange(positions if several else positions[0], *arguments, **options)
    if isinstance(moved, (tuple, list)):
        return [_moved(operands, table) for table in moved]
    return _moved(operands, np.asarray(moved))


def _moved(operands, table):
    if (table == 0).any():
        operands = [False, *operands]
    else:
        table = table - 1
    source = operands[0] if len(operands) == 1 else _record("join", *operands)
    moves = source.recorder.moves
    if source.slot in moves:  # a move of a move is one move
        origin, earlier = moves[source.slot]
        source, table = origin.astype(source.dtype), earlier.ravel()[table]
    if table.shape == source.shape and np.array_equal(table.ravel(), np.arange(table.size)):
        return source
    start = int(table.flat[0]) if table.size else 0
    steps = tuple(int(table[tuple(int(axis == other) for other in range(table.ndim))]) - start
                  if length > 1 and table.size else 0 for axis, length in enumerate(table.shape))
    finer_steps, finer = _even_walk(table.ravel())
    if np.array_equal(table, _positions(start, steps, table.shape)):
        result = _record("view", source, start=start, steps=steps, shape=table.shape)
    elif np.array_equal(table.ravel(), _positions(start, finer_steps, finer).ravel()):
        result = _record("view", source, start=start, steps=finer_steps, shape=finer, into=table.shape)
    else:
        result = _record("gather", source, table)
    moves[result.slot] = source, table
    return result


def _take_at(a, indices, axis=None, *, mode="raise"):
    if not isinstance(indices, Traced):
        moved = _move(np.take, a, indices, axis=axis, mode=mode)
        node = moved.recorder.nodes.get(moved.slot)
        # Whole rows are found by fewer numbers than their entries one by one.
        rows = node and node.operation == "gather" and mode == "raise" and axis is not None and 2 * np.size(indices) <= moved.size
        return _take_recorded(a, np.asarray(indices), axis) if rows else moved
    if mode != "raise":
        _refuse_unknown(f"np.take with mode={mode!r}")
    return _take_recorded(np.ravel(a), indices, 0) if axis is None else _take_recorded(a, indices, axis)


def _take_recorded(table, index, axis):
    if index.dtype.kind == "f":
        _refuse("An index with a fraction", "places are counted in whole numbers", "Convert it first: i.astype(int).")
    return _record("take", table, index, axis=range(np.ndim(table))[axis])


def _even_walk(positions):
    """The steps and the shape of the one evenly spaced walk that may go through these positions in their order.

    Arrays joined side by side are such a walk, over axes that the result does not have.
    """
    steps, shape = [], []
    while len(positions) > 1:
        step = int(positions[1] - positions[0])
        breaks = np.flatnonzero(np.diff(positions) != step)
        steps.insert(0, step)
        shape.insert(0, int(breaks[0]) + 1 if breaks.size else len(positions))
        positions = positions[::shape[0]]
    return tuple(steps), tuple(shape)


def _reduce(name, x, axis=None, *, keepdims=False, ddof=0):
    attributes = {"axis": tuple(map(int, axis)) if isinstance(axis, (tuple, list)) else axis}
    if keepdims:
        attributes["keepdims"] = True
    if ddof:
        attributes["ddof"] = ddof
    return _record(name, x, **attributes)


def _accumulate(name, x, axis=None):
    return _record(name, x, axis=axis)


def _where(condition, *choices):
    if len(choices) != 2:
        _refuse_shape("np.where with a condition alone")
    return _record("where", condition, *choices)


def _clip(x, a_min=None, a_max=None, *, min=None, max=None):
    low, high = a_min if min is None else min, a_max if max is None else max
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def _round(x, decimals=0):
    return np.rint(x * 10.0**decimals) / 10.0**decimals if decimals else np.rint(x)


def _dot(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return np.multiply(a, b)
    if np.ndim(b) > 2:
        _refuse_unknown("np.dot with more than two axes on the right")
    return np.matmul(a, b)


def _einsum(subscripts, *operands, optimize=False):
    if not isinstance(subscripts, str) or "." in subscripts or len(operands) > 2:
        _refuse("np.einsum with an ellipsis, with more than two operands or without subscripts",
                "it is not among the recorded operations", "Name every axis, and combine two arrays at a time.")
    subscripts = subscripts.replace(" ", "")
    if "->" not in subscripts:
        letters = subscripts.replace(",", "")
        subscripts += "->" + "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
    return _record("einsum", *operands, subscripts=subscripts)


def _norm(x, ord=None, axis=None, keepdims=False):
    if not (ord is None or ord == 2 and (x.ndim == 1 or isinstance(axis, int))):
        _refuse_unknown(f"np.linalg.norm with ord={ord!r}")
    return np.sqrt(np.sum(np.square(x), axis=axis, keepdims=keepdims))


_MOVES = (np.reshape, np.ravel, np.transpose, np.swapaxes, np.moveaxis, np.expand_dims, np.squeeze, np.broadcast_to,
          np.atleast_1d, np.atleast_2d, np.stack, np.concatenate, np.vstack, np.hstack, np.column_stack, np.split,
          np.repeat, np.tile, np.flip, np.roll, np.diagonal, np.diag, np.tril, np.triu, np.copy)
_FUNCTIONS = {
    **{function: partial(_move, function) for function in _MOVES},
    **{getattr(np, name): partial(_reduce, name)
       for name in ("sum", "prod", "mean", "var", "std", "max", "min", "argmax", "argmin", "any", "all")},
    np.amax: partial(_reduce, "max"), np.amin: partial(_reduce, "min"),
    np.take: _take_at, np.cumsum: partial(_accumulate, "cumsum"), np.cumprod: partial(_accumulate, "cumprod"),
    np.where: _where, np.clip: _clip, np.round: _round, np.around: _round,
    np.dot: _dot, np.einsum: _einsum, np.linalg.norm: _norm,
    np.inner: lambda a, b: _dot(a, np.swapaxes(b, -1, -2) if np.ndim(b) > 1 else b),
    np.outer: lambda a, b: np.multiply(np.ravel(a)[:, None], np.ravel(b)),
    np.vdot: lambda a, b: np.matmul(np.ravel(a), np.ravel(b)),
    np.trace: lambda a, offset=0: np.sum(np.diagonal(a, offset), axis=-1),
}
_METHODS = {"sum", "prod", "mean", "var", "std", "max", "min", "argmax", "argmin", "any", "all", "cumsum", "cumprod",
            "clip", "round", "dot", "trace", "take"}
_MOVING_METHODS = {"reshape", "ravel", "flatten", "transpose", "swapaxes", "squeeze", "repeat", "diagonal", "copy"}
_FROM_SHAPE = {np.shape, np.ndim, np.size, np.zeros_like, np.ones_like, np.full_like}
_SHAPED_BY_VALUES = {np.nonzero, np.flatnonzero, np.argwhere, np.unique, np.compress, np.extract}


@contextmanager
def _take_asking_its_index():
    """NumPy's own np.take asks only the table whether it is recorded; here it asks the index as well."""
    numpys = np.take

    @wraps(numpys)
    def take(a, indices, *arguments, **options):
        recorded = isinstance(indices, Traced) and not isinstance(a, Traced)
        return (_take_at if recorded else numpys)(a, indices, *arguments, **options)

    np.take = take
    try:
        yield
    finally:
        np.take = numpys


# --- Refusals ------------------------------------------------------------------------------------------------


_refusals = []


@contextmanager
def _insisting_on_refusals():
    """Let a refusal stand where NumPy makes another error of it, or where the function handles it and goes on."""
    _refusals.clear()
    try:
        yield
    finally:
        if _refusals:
            raise _refusals[0] from None


def _refuse(operation, why, remedy):
    """Raise TraceError for the innermost line of source outside this module and outside NumPy."""
    ours = __file__, str(Path(np.__file__).parent) + os.sep
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(ours):
        frame = frame.f_back
    path, line = frame.f_code.co_filename, frame.f_lineno
    source = linecache.getline(path, line, frame.f_globals).strip()
    # A notebook gives each cell a file of its own, with a number for a name.
    in_cell = Path(path).parent.name.startswith("ipykernel_") or path.startswith("<ipython-input")
    where = "this cell" if in_cell else Path(path).name
    _refusals.append(TraceError(f"{operation} cannot be recorded: {why}.\n  {where}, line {line}: {source}\n  {remedy}"))
    raise _refusals[-1]


def _refuse_unknown(operation):
    _refuse(operation, "it is not among the recorded operations",
            "Write it with arithmetic, comparisons, np.where, np.exp and the like, @, sums and other reductions over "
            "axes, reshaping and indexing; or compute it beforehand from constants.")


def _refuse_write(operation):
    _refuse(operation, "a recorded value never changes", "Make a new value instead: x = x + y, np.where or np.stack.")


def _refuse_shape(operation):
    _refuse(operation, "what is chosen would change with a slider",
            "Keep the shape and weigh by a condition: np.where(condition, x, 0). Row i is np.take(x, i, axis=0).")


def _refusal(operation, why, remedy):
    def refuse(self, *_arguments, **_options):
        _refuse(operation, why, remedy)
    return refuse


Traced.__bool__ = _refusal(
    "A decision on a recorded value (if, while, and, or, not, in, min, max, sorted)",
    "the page runs one straight line of operations, whatever the slider says",
    "Use np.where(condition, a, b), np.maximum or np.minimum; what is a toggle or a choice, pass as a constant and "
    "record once for each case.")
Traced.__float__ = Traced.__int__ = Traced.__complex__ = Traced.__round__ = Traced.__format__ = _refusal(
    "Turning a recorded value into one plain number (float, int, round, math.*, a format, array[i] = value)",
    "its value changes with a slider", "Use NumPy's function of that name; build arrays with np.stack.")
Traced.__index__ = _refusal(
    "A recorded value as an index or a size", "shapes and positions are fixed when the function is recorded",
    "Pass a number of elements as a constant; pick row i with np.take(table, i, axis=0), a whole number by i.astype(int).")
Traced.__hash__ = _refusal(
    "A recorded value as a key (a dict, a set, lru_cache)", "which entry it finds would change with a slider",
    "Use np.where(condition, a, b), or (keys == x) @ values.")
Traced.__array__ = _refusal(
    "Turning recorded values into a plain array (np.array, np.asarray, np.full, np.arange, array.method(value))",
    "they would lose their connection to the slider",
    "Build arrays with np.stack([a, b]) or np.where; pass recorded arrays on as they are "
    "(x if hasattr(x, '__array_function__') else np.asarray(x)).")
