/* Runs a program that trace.py has recorded, in float64, as NumPy would.

   compileProgram(program) -> { inputs, outputs, run(values) }
     program  { inputs: [[name, shape], ...], constants: [[shape, numbers], ...],
                nodes: [[operation, operands, shape, attributes?], ...], outputs: { name: slot } }
              Slots are numbered through inputs, then constants, then nodes. An operand is how many nodes lie between,
              plus one, or -1 - slot for an input or constant.
     values   { name: a number, or numbers in (nested or typed) arrays, rows first }, one for each input
     run      -> { name: { shape, data: Float64Array } }, the same arrays each time: copy what is to be kept.

   Everything that depends on shapes alone (who meets whom, where each sum starts) is worked out once, when a program
   is compiled; run() only computes, and only what depends on an input that has changed. The first run computes all.
   Results equal NumPy's to rounding. Left open is what in NumPy depends on processor or layout: the sign of a zero that
   is the larger or smaller of 0 and -0, and the roots of -infinity and -0 where a moving exponent is exactly 0.5. */

// --- Positions: arrays are kept flat, rows first -----------------------------------------------------------

const sizeOf = (shape) => shape.reduce((size, length) => size * length, 1);

/** How far apart neighbours along each axis lie: (2, 3, 4) -> [12, 4, 1]. */
const stepsOf = (shape) => shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));

const walked = new Map(); // a stack of blocks takes the same walks again and again

/** The positions met when walking through `shape`, rows first, with these steps. */
function positions(shape, steps, start = 0) {
  const key = `${shape}|${steps}|${start}`;
  let found = walked.get(key);
  if (found) return found;
  found = Int32Array.of(start);
  shape.forEach((length, axis) => {
    const longer = new Int32Array(found.length * length), step = steps[axis];
    for (let i = 0, next = 0; i < found.length; i++) {
      for (let k = 0, position = found[i]; k < length; k++, position += step) longer[next++] = position;
    }
    found = longer;
  });
  walked.set(key, found);
  return found;
}

/** Where each number of an array of `shape` comes from when `from` is stretched over it. */
function stretched(from, shape) {
  const steps = stepsOf(from).map((step, axis) => (from[axis] === 1 ? 0 : step));
  return positions(shape, [...Array(shape.length - from.length).fill(0), ...steps]);
}

/** The lines of numbers that a reduction over `axis` folds: the start of each, and the way along any of them. */
function linesOf(shape, axis) {
  const chosen = new Set((axis === null ? shape.map((_, i) => i) : [axis].flat()).map(
    (i) => (i < 0 ? i + shape.length : i)));
  const walk = (wanted) => {
    const axes = shape.map((_, i) => i).filter((i) => chosen.has(i) === wanted);
    return positions(axes.map((i) => shape[i]), axes.map((i) => stepsOf(shape)[i]));
  };
  return { starts: walk(false), offsets: walk(true) };
}

// --- Kinds of operation: each takes a node and returns the function that computes its data -------------------

/** An operation on one, two or three arrays, number by number, with NumPy's stretching of axes. */
const looped = (loop) => ({ args, shape, data }) => {
  const [a, b, c] = args.map((arg) => arg.data);
  const [atA, atB, atC] = args.map((arg) => stretched(arg.shape, shape));
  return () => loop(data, a, atA, b, atB, c, atC);
};

/** The same from a function of numbers. The commonest operations have a loop of their own in the table below:
    one that serves several functions must box every number it hands over, which takes five times as long. */
const elementwise = (f) => looped([
  (data, a, atA) => { for (let i = 0; i < data.length; i++) data[i] = f(a[atA[i]]); },
  (data, a, atA, b, atB) => { for (let i = 0; i < data.length; i++) data[i] = f(a[atA[i]], b[atB[i]]); },
  (data, a, atA, b, atB, c, atC) => {
    for (let i = 0; i < data.length; i++) data[i] = f(a[atA[i]], b[atB[i]], c[atC[i]]);
  },
][f.length - 1]);

/** A condition: NumPy's booleans are 1 and 0 here. */
const condition = (f) => elementwise(
  f.length === 1 ? (a) => (f(a) ? 1 : 0) : (a, b) => (f(a, b) ? 1 : 0));

/** One number from each line of numbers; `fold` may use the line up. */
const reduction = (fold) => ({ args: [x], data, attributes }) => {
  const { starts, offsets } = linesOf(x.shape, attributes.axis);
  const line = new Float64Array(offsets.length);
  const ddof = attributes.ddof ?? 0;
  return () => {
    for (let i = 0; i < starts.length; i++) {
      for (let k = 0; k < line.length; k++) line[k] = x.data[starts[i] + offsets[k]];
      data[i] = fold(line, ddof);
    }
  };
};

/** The running result along each line. */
const accumulation = (f) => ({ args: [x], data, attributes }) => {
  const { starts, offsets } = linesOf(x.shape, attributes.axis);
  return () => {
    for (const start of starts) {
      let last = NaN;
      offsets.forEach((offset, k) => {
        const next = x.data[start + offset];
        last = data[start + offset] = k === 0 ? next : f(last, next);
      });
    }
  };
};

/** As in every matmul with a matrix on the right: whole rows of b, weighed and added up, four at a time. That adds in the
    same order as number by number, and goes through all arrays in the order in which they lie. */
function rowsOfSums(a, b, startA, startB, stepA, stepB, count, data) {
  const width = data.length / startA.length;
  return () => {
    data.fill(0);
    for (let row = 0; row < startA.length; row++) {
      const from = row * width;
      let p = startA[row], q = startB[row], k = 0;
      for (; k + 4 <= count; k += 4, p += 4 * stepA, q += 4 * stepB) {
        const s = a[p], t = a[p + stepA], u = a[p + 2 * stepA], v = a[p + 3 * stepA];
        const q1 = q + stepB, q2 = q1 + stepB, q3 = q2 + stepB;
        for (let j = 0; j < width; j++) data[from + j] = data[from + j] + s * b[q + j] + t * b[q1 + j] + u * b[q2 + j] + v * b[q3 + j];
      }
      for (; k < count; k++, p += stepA, q += stepB) {
        for (let j = 0, s = a[p]; j < width; j++) data[from + j] += s * b[q + j];
      }
    }
  };
}

/** Products of two arrays, summed over every label that the result lacks: einsum, and so matmul. */
function contraction(operands, labels, resultLabels, data) {
  const lengths = new Map();
  operands.forEach(({ shape }, i) => labels[i].forEach((label, axis) => {
    if (!lengths.has(label) || shape[axis] !== 1) lengths.set(label, shape[axis]);
  }));
  // An axis of length 1 is stretched; a label that comes twice walks along a diagonal.
  const summed = [...lengths.keys()].filter((label) => !resultLabels.includes(label));
  const stepOf = (i, label) => stepsOf(operands[i].shape).reduce((sum, step, axis) =>
    sum + (labels[i][axis] === label && operands[i].shape[axis] > 1 ? step : 0), 0);
  const walks = (along) => [0, 1].map((i) => positions(along.map((label) => lengths.get(label)), along.map((label) => stepOf(i, label))));
  const [a, b] = operands.map((operand) => operand.data);
  const [offsetA, offsetB] = walks(summed);
  const count = offsetA.length, column = resultLabels.at(-1);
  if (summed.length === 1 && resultLabels.length && stepOf(0, column) === 0 && stepOf(1, column) === 1) {
    return rowsOfSums(a, b, ...walks(resultLabels.slice(0, -1)), stepOf(0, summed[0]), stepOf(1, summed[0]), count, data);
  }
  const [startA, startB] = walks(resultLabels);
  if (summed.length !== 1) {
    return () => {
      for (let i = 0; i < data.length; i++) {
        let sum = 0;
        for (let k = 0; k < count; k++) sum += a[startA[i] + offsetA[k]] * b[startB[i] + offsetB[k]];
        data[i] = sum;
      }
    };
  }
  // One summed label: the way is one step repeated, which is quicker than looking it up.
  const [stepA, stepB] = [offsetA, offsetB].map((offsets) => (count > 1 ? offsets[1] : 0));
  return () => {
    for (let i = 0; i < data.length; i++) {
      let sum = 0;
      for (let k = 0, p = startA[i], q = startB[i]; k < count; k++, p += stepA, q += stepB) sum += a[p] * b[q];
      data[i] = sum;
    }
  };
}

const ONE = { shape: [], data: Float64Array.of(1) };

function einsum({ args, data, attributes }) {
  const [inputs, result] = attributes.subscripts.split("->");
  const labels = inputs.split(",").map((letters) => [...letters]);
  // A lone operand is multiplied by one.
  return contraction(args.length === 1 ? [...args, ONE] : args, [...labels, []], [...result], data);
}

/** The last axis of a meets the last but one of b; axes before those are batches, labelled from the right. */
function matmul({ args: [a, b], data }) {
  const batches = Math.max(a.shape.length, b.shape.length, 2) - 2;
  const countdown = (count) => [...Array(count).keys()].reverse();
  const label = ({ shape }, last) => (shape.length === 1 ? ["shared"] : [...countdown(shape.length - 2), ...last]);
  const result = countdown(batches);
  if (a.shape.length > 1) result.push("row");
  if (b.shape.length > 1) result.push("column");
  return contraction([a, b], [label(a, ["row", "shared"]), label(b, ["shared", "column"])], result, data);
}

function join({ args, data }) {
  return () => {
    let end = 0;
    for (const arg of args) {
      data.set(arg.data, end);
      end += arg.data.length;
    }
  };
}

const lookUp = (x, table, data) => () => {
  for (let i = 0; i < data.length; i++) data[i] = x.data[table[i]];
};

/** An evenly spaced walk; where that is the order in which the numbers lie, they are shared, not copied. */
function view(node) {
  const [x] = node.args;
  const { start, steps, shape } = node.attributes;
  const table = positions(shape, steps, start);
  const inOrder = table.length === x.data.length && table.every((position, i) => position === i);
  if (!inOrder) return lookUp(x, table, node.data);
  node.data = x.data;
  return () => {};
}

const gather = ({ args: [x, table], data }) => lookUp(x, Int32Array.from(table.data), data);

/** Rows of a table by their numbers, which may move; negative ones count from the end. NaN where there is no such row. */
function take({ args: [table, index], data, attributes: { axis } }) {
  const length = table.shape[axis], width = sizeOf(table.shape.slice(axis + 1)), size = sizeOf(table.shape);
  return () => {
    let next = 0;
    for (let start = 0; start < size; start += length * width) {
      for (const place of index.data) {
        const row = place < 0 ? place + length : place, from = row >= 0 && row < length ? start + row * width : NaN;
        for (let k = 0; k < width; k++) data[next++] = table.data[from + k];
      }
    }
  };
}

// --- Arithmetic where JavaScript and NumPy differ ------------------------------------------------------------

const isNaN = Number.isNaN;

/** JavaScript gives NaN where C and NumPy give 1: 1 to any power, and -1 to an infinite one. */
const power = (a, b) =>
  a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : Math.pow(a, b);

/** To the nearest whole number, halves to the even one. Adding 2**52 leaves no room for a fraction. */
function roundHalfToEven(a) {
  const size = Math.abs(a);
  if (!(size < 2 ** 52)) return a;
  const rounded = size + 2 ** 52 - 2 ** 52;
  return a < 0 || Object.is(a, -0) ? -rounded : rounded;
}

/** What is left after whole times b, with b's sign. */
function remainder(a, b) {
  const left = a % b;
  if (b === 0 || isNaN(left)) return NaN;
  if (left === 0) return b < 0 ? -0 : 0;
  return left < 0 === b < 0 ? left : left + b;
}

function floorDivide(a, b) {
  if (b === 0) return a / b;
  const left = a % b;
  let whole = (a - left) / b;
  if (left !== 0 && left < 0 !== b < 0) whole -= 1;
  if (whole === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  return whole - Math.floor(whole) > 0.5 ? Math.floor(whole) + 1 : Math.floor(whole);
}

/** Sums as NumPy does, eight interleaved at a time and then by halves, so that it rounds as NumPy does. */
function pairwise(line, from, count) {
  if (count > 128) {
    const half = (count >> 1) - ((count >> 1) % 8);
    return pairwise(line, from, half) + pairwise(line, from + half, count - half);
  }
  let sum = 0;
  const whole = count < 8 ? 0 : count - (count % 8);
  if (whole) {
    let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = from; i < from + whole; i += 8) {
      a += line[i]; b += line[i + 1]; c += line[i + 2]; d += line[i + 3];
      e += line[i + 4]; f += line[i + 5]; g += line[i + 6]; h += line[i + 7];
    }
    sum = a + b + (c + d) + (e + f + (g + h));
  }
  for (let i = from + whole; i < from + count; i++) sum += line[i];
  return sum;
}

const sum = (line) => pairwise(line, 0, line.length);

function variance(line, ddof) {
  const mean = sum(line) / line.length;
  for (let i = 0; i < line.length; i++) line[i] = (line[i] - mean) * (line[i] - mean);
  return sum(line) / Math.max(line.length - ddof, 0);
}

/** The place of the first number that beats all others, or of the first NaN. */
const place = (beats) => (line) => {
  let best = 0;
  for (let i = 1; i < line.length && !isNaN(line[best]); i++) {
    if (beats(line[i], line[best]) || isNaN(line[i])) best = i;
  }
  return best;
};
const largest = place((a, b) => a > b);
const smallest = place((a, b) => a < b);

// --- The operations, by the names in trace.py's PRIMITIVES ---------------------------------------------------

export const OPERATIONS = {
  add: looped((data, a, atA, b, atB) => {
    for (let i = 0; i < data.length; i++) data[i] = a[atA[i]] + b[atB[i]];
  }),
  subtract: looped((data, a, atA, b, atB) => {
    for (let i = 0; i < data.length; i++) data[i] = a[atA[i]] - b[atB[i]];
  }),
  multiply: looped((data, a, atA, b, atB) => {
    for (let i = 0; i < data.length; i++) data[i] = a[atA[i]] * b[atB[i]];
  }),
  divide: looped((data, a, atA, b, atB) => {
    for (let i = 0; i < data.length; i++) data[i] = a[atA[i]] / b[atB[i]];
  }),
  floor_divide: elementwise(floorDivide),
  remainder: elementwise(remainder),
  power: elementwise(power),
  negative: elementwise((a) => -a),
  positive: elementwise((a) => a),
  absolute: elementwise((a) => Math.abs(a)),
  sign: elementwise((a) => (a > 0 ? 1 : a < 0 ? -1 : a === 0 ? 0 : NaN)),
  square: elementwise((a) => a * a),
  sqrt: elementwise((a) => Math.sqrt(a)),
  reciprocal: elementwise((a) => 1 / a),
  exp: elementwise((a) => Math.exp(a)),
  expm1: elementwise((a) => Math.expm1(a)),
  log: elementwise((a) => Math.log(a)),
  log1p: elementwise((a) => Math.log1p(a)),
  log2: elementwise((a) => Math.log2(a)),
  log10: elementwise((a) => Math.log10(a)),
  tanh: elementwise((a) => Math.tanh(a)),
  sin: elementwise((a) => Math.sin(a)),
  cos: elementwise((a) => Math.cos(a)),
  arctan2: elementwise((a, b) => Math.atan2(a, b)),
  floor: elementwise((a) => Math.floor(a)),
  ceil: elementwise((a) => Math.ceil(a)),
  trunc: elementwise((a) => Math.trunc(a)),
  rint: elementwise(roundHalfToEven),

  // NaN wins in maximum and minimum, and loses in fmax and fmin.
  maximum: elementwise((a, b) => (a > b || isNaN(a) ? a : b)),
  minimum: elementwise((a, b) => (a < b || isNaN(a) ? a : b)),
  fmax: elementwise((a, b) => (a > b || isNaN(b) ? a : b)),
  fmin: elementwise((a, b) => (a < b || isNaN(b) ? a : b)),

  greater: condition((a, b) => a > b),
  greater_equal: condition((a, b) => a >= b),
  less: condition((a, b) => a < b),
  less_equal: condition((a, b) => a <= b),
  equal: condition((a, b) => a === b),
  not_equal: condition((a, b) => a !== b),
  // Whatever is not 0 counts as true: NaN as well, unlike JavaScript's own idea.
  logical_and: condition((a, b) => a !== 0 && b !== 0),
  logical_or: condition((a, b) => a !== 0 || b !== 0),
  logical_xor: condition((a, b) => (a !== 0) !== (b !== 0)),
  logical_not: condition((a) => a === 0),
  isnan: condition((a) => isNaN(a)),
  isinf: condition((a) => Math.abs(a) === Infinity),
  isfinite: condition((a) => Number.isFinite(a)),
  where: elementwise((chosen, a, b) => (chosen !== 0 ? a : b)),

  sum: reduction(sum),
  prod: reduction((line) => line.reduce((product, number) => product * number, 1)),
  mean: reduction((line) => sum(line) / line.length),
  var: reduction(variance),
  std: reduction((line, ddof) => Math.sqrt(variance(line, ddof))),
  max: reduction((line) => line[largest(line)]),
  min: reduction((line) => line[smallest(line)]),
  argmax: reduction(largest),
  argmin: reduction(smallest),
  any: reduction((line) => (line.some((number) => number !== 0) ? 1 : 0)),
  all: reduction((line) => (line.every((number) => number !== 0) ? 1 : 0)),
  cumsum: accumulation((a, b) => a + b),
  cumprod: accumulation((a, b) => a * b),

  matmul,
  einsum,
  take,
  join,
  view,
  gather,
};

// --- Compiling and running -----------------------------------------------------------------------------------

/** Put `value` into `data` from place `at` on; the place after the last. Notes in `slot` whether anything changed. */
function store(slot, value, at) {
  if (typeof value === "object") {
    for (let i = 0; i < value.length; i++) at = store(slot, value[i], at);
    return at;
  }
  const number = Number(value);
  if (!Object.is(slot.data[at], number)) {
    slot.data[at] = number;
    slot.changed = true;
  }
  return at + 1;
}

function update(input, value) {
  const wanted = input.data.length;
  const count = value === undefined || value === null ? 0 : store(input, value, 0);
  if (count !== wanted) {
    throw new Error(`${input.name}: expected ${wanted} number(s) of shape (${input.shape}), got ${count}.`);
  }
}

/** A Float64Array is taken as it is: programs may share it. Numbers that JSON lacks come as text: "NaN", "Infinity". */
const constant = ([shape, numbers]) => ({ shape, changed: true,
  data: numbers instanceof Float64Array ? numbers : Float64Array.from(numbers, Number) });

export function compileProgram(program) {
  const inputs = program.inputs.map(([name, shape]) =>
    ({ name, shape, data: new Float64Array(sizeOf(shape)), changed: true }));
  const given = [...inputs, ...program.constants.map(constant)], slots = [...given];
  const nodes = program.nodes.map(([operation, args, shape, attributes = {}]) => {
    if (!Object.hasOwn(OPERATIONS, operation)) throw new Error(`evaluate.js has no operation "${operation}".`);
    const node = { shape, attributes, args: args.map((operand) => slots.at(operand > 0 ? -operand : -1 - operand)),
      data: new Float64Array(sizeOf(shape)), changed: false };
    node.compute = OPERATIONS[operation](node);
    slots.push(node);
    return node;
  });
  const outputs = Object.fromEntries(Object.entries(program.outputs).map(
    ([name, slot]) => [name, { shape: slots[slot].shape, data: slots[slot].data }]));
  const hasChanged = (slot) => slot.changed;

  function run(values) {
    for (const input of inputs) update(input, values[input.name]);
    for (const node of nodes) {
      node.changed = node.args.some(hasChanged);
      if (node.changed) node.compute();
    }
    for (const slot of given) slot.changed = false;
    return outputs;
  }

  return { inputs: program.inputs, outputs: Object.keys(program.outputs), run };
}
