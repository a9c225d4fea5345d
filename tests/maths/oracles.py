"""Every function of `transformer_block.block` once more, with lists, loops and `math`: slow, plain, independent."""

import cmath
import math


def softmax(scores):
    """One row of scores -> one row of weights."""
    largest = max(scores)
    exponentials = [math.exp(score - largest) for score in scores]
    return [value / sum(exponentials) for value in exponentials]


def dot(a, b):
    """The dot product of two rows."""
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def times(rows, matrix):
    """Rows times a matrix."""
    columns = list(zip(*matrix, strict=True))
    return [[dot(row, column) for column in columns] for row in rows]


def plus(rows, more):
    """Two tables, number by number."""
    return [[a + b for a, b in zip(row, other, strict=True)] for row, other in zip(rows, more, strict=True)]


def causal_mask(T):
    """(T, T): nothing after itself."""
    return [[s <= t for s in range(T)] for t in range(T)]


def padding_mask(lengths, S):
    """One row of S for each length: (B, 1, S)."""
    return [[[s < length for s in range(S)]] for length in lengths]


def attention_weights(x, Wq, Wk, causal=None, mask=None, source=None):
    """(T, C), (C, d), (C, d) -> (T, T), or (T, S) with a source (S, C)."""
    read = x if source is None else source
    queries, keys = times(x, Wq), times(read, Wk)
    table = []
    for t, query in enumerate(queries):
        if mask is not None:
            row = mask[t if len(mask) > 1 else 0]
            seen = [s for s in range(len(keys)) if row[s]]
        elif causal is False or source is not None:
            seen = list(range(len(keys)))
        else:
            seen = list(range(t + 1))
        weights = dict(zip(seen, softmax([dot(query, keys[s]) / math.sqrt(len(query)) for s in seen]), strict=True))
        table.append([weights.get(s, 0.0) for s in range(len(keys))])
    return table


def causal_head(x, Wq, Wk, Wv, causal=None, mask=None, source=None):
    """(T, C) and three (C, d) -> (T, d)."""
    return times(attention_weights(x, Wq, Wk, causal, mask, source), times(x if source is None else source, Wv))


def multi_head(x, heads, Wo=None, causal=None, mask=None, source=None):
    """(T, C), H heads, (C, C) -> (T, C)."""
    results = [causal_head(x, *head, causal=causal, mask=mask, source=source) for head in heads]
    joined = [[number for result in results for number in result[t]] for t in range(len(x))]
    return joined if Wo is None else times(joined, Wo)


def fires(evidence, pattern):
    """Two rows -> one strength."""
    match = dot(evidence, pattern)
    return match if match > 0 else 0.0


def if_unit(evidence, pattern, contribution):
    """Three rows -> one row."""
    return [fires(evidence, pattern) * number for number in contribution]


def relu(rows):
    """A table with its negative numbers set to zero."""
    return [[number if number > 0 else 0.0 for number in row] for row in rows]


def feed_forward(x, W1, W2, b1=None, b2=None):
    """(T, C) -> (T, C), one unit after the other."""
    columns = list(zip(*W1, strict=True))
    out = []
    for row in x:
        sums = list(b2) if b2 is not None else [0.0] * len(W2[0])
        for unit, column in enumerate(columns):
            match = dot(row, column) + (b1[unit] if b1 is not None else 0.0)
            if match > 0:
                sums = [total + match * number for total, number in zip(sums, W2[unit], strict=True)]
        out.append(sums)
    return out


def feed_forward_stages(x, W1, W2, b1, b2, bend=True):
    """(T, C) -> what each unit sees, what it fires, and the sum of what all add."""
    match = [[dot(row, column) + b for column, b in zip(zip(*W1, strict=True), b1, strict=True)] for row in x]
    strength = relu(match) if bend else match
    out = [[dot(row, column) + b for column, b in zip(zip(*W2, strict=True), b2, strict=True)] for row in strength]
    return {"match": match, "hidden": strength, "FFN": out}


def residual(x, update):
    """Two tables -> their sum."""
    return plus(x, update)


def layer_norm(rows, gamma=None, beta=None, eps=1e-5):
    """Each row to mean 0 and spread 1, then scaled and shifted."""
    out = []
    for row in rows:
        mean = math.fsum(row) / len(row)
        variance = math.fsum((number - mean) ** 2 for number in row) / len(row)
        tidy = [(number - mean) / math.sqrt(variance + eps) for number in row]
        tidy = [number * scale for number, scale in zip(tidy, gamma, strict=True)] if gamma is not None else tidy
        out.append([number + shift for number, shift in zip(tidy, beta, strict=True)] if beta is not None else tidy)
    return out


def rms_norm(rows, gamma=None, eps=1e-5):
    """Each row divided by its root mean square, then scaled."""
    out = []
    for row in rows:
        size = math.sqrt(math.fsum(number * number for number in row) / len(row) + eps)
        tidy = [number / size for number in row]
        out.append([number * scale for number, scale in zip(tidy, gamma, strict=True)] if gamma is not None else tidy)
    return out


def spread(row):
    """The standard deviation of one row."""
    mean = math.fsum(row) / len(row)
    return math.sqrt(math.fsum((number - mean) ** 2 for number in row) / len(row))


def stack(z, matrices, rule):
    """One row up a stack of storeys -> all floors."""
    floors = [z]
    for W in matrices:
        read = layer_norm([z])[0] if rule == "tidy-then-add" else z
        computed = times([read], W)[0]
        if rule != "replace":
            computed = [a + b for a, b in zip(z, computed, strict=True)]
        z = layer_norm([computed])[0] if rule == "add-then-tidy" else computed
        floors.append(z)
    return floors


def block_stages(z, w, without=(), eps=1e-5, order="pre", mask=None):
    """One block -> its eight stages by name; `w` has BlockWeights' fields, as lists."""
    def tidy(part, rows, gamma, beta):
        return rows if part in without else layer_norm(rows, gamma, beta, eps)

    def gather(rows):
        return multi_head(rows, w.heads, w.Wo, False) if "mask" in without else multi_head(rows, w.heads, w.Wo, mask=mask)

    if order == "post":
        U = gather(z)
        S1 = U if "add 1" in without else plus(z, U)
        R = tidy("norm 1", S1, w.gamma1, w.beta1)
        hidden, FFN = bank(R, w, without)
        S2 = FFN if "add 2" in without else plus(R, FFN)
        return {"X": z, "U": U, "S1": S1, "R": R, "hidden": hidden, "FFN": FFN, "S2": S2,
                "Y": tidy("norm 2", S2, w.gamma2, w.beta2)}
    N1 = tidy("norm 1", z, w.gamma1, w.beta1)
    U = gather(N1)
    R = U if "add 1" in without else plus(z, U)
    N2 = tidy("norm 2", R, w.gamma2, w.beta2)
    hidden, FFN = bank(N2, w, without)
    Y = FFN if "add 2" in without else plus(R, FFN)
    return {"X": z, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": Y}


def bank(rows, w, without):
    """What the units fire and what they add."""
    scores = times(rows, w.W1)
    scores = plus(scores, [w.b1] * len(rows)) if w.b1 is not None else scores
    hidden = scores if "bend" in without else relu(scores)
    FFN = times(hidden, w.W2)
    return hidden, plus(FFN, [w.b2] * len(rows)) if w.b2 is not None else FFN


def block(z, w, without=(), eps=1e-5, order="pre"):
    """(T, C) -> (T, C): the last of the stages."""
    return block_stages(z, w, without, eps, order)["Y"]


def block_slopes(z, w, slope, order="pre", mask=None, eps=1e-5):
    """Nudge each number of each stage by an imaginary hair and see how far the top moves, weighed by `slope`.

    The imaginary part of the top is then the slope itself, exactly: nothing is subtracted from anything.
    """
    hair = 1e-30
    shapes = {name: (len(rows), len(rows[0])) for name, rows in block_stages(z, w, order=order).items()}

    def moved(stage, t, c):
        Y = _complex_block(z, w, order, mask, eps, lambda name, rows: [
            [number + hair * 1j * (name == stage and (t, c) == (i, j)) for j, number in enumerate(row)] for i, row in enumerate(rows)])
        return math.fsum(a * b.imag / hair for row, other in zip(slope, Y, strict=True) for a, b in zip(row, other, strict=True))

    return {name: [[moved(name, t, c) for c in range(C)] for t in range(T)] for name, (T, C) in shapes.items()}


def _complex_block(z, w, order, mask, eps, nudged):
    """The block once more for complex numbers, which `nudged` may move at every stage."""
    def product(rows, matrix):
        return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)] for row in rows]

    def tidy(rows, gamma, beta):
        out = []
        for row in rows:
            mean = sum(row) / len(row)
            divisor = cmath.sqrt(sum((number - mean) ** 2 for number in row) / len(row) + eps)
            out.append([(number - mean) / divisor * scale + shift
                        for number, scale, shift in zip(row, gamma or [1] * len(row), beta or [0] * len(row), strict=True)])
        return out

    def gather(rows):
        joined = [[] for _ in rows]
        for Wq, Wk, Wv in w.heads:
            queries, keys, values = (product(rows, W) for W in (Wq, Wk, Wv))
            for t, query in enumerate(queries):
                seen = [s for s in range(len(keys)) if (s <= t if mask is None else mask[t % len(mask)][s])]
                scores = [sum(a * b for a, b in zip(query, keys[s], strict=True)) / math.sqrt(len(query)) for s in seen]
                raw = [cmath.exp(score - max(other.real for other in scores)) for score in scores]
                joined[t] += [sum(share * values[s][c] for share, s in zip(raw, seen, strict=True)) / sum(raw) for c in range(len(query))]
        return product(joined, w.Wo) if w.Wo else joined

    def think(rows):
        matches = product(rows, w.W1)
        matches = plus(matches, [w.b1] * len(rows)) if w.b1 else matches
        hidden = nudged("hidden", [[match if match.real > 0 else 0 for match in row] for row in matches])
        added = product(hidden, w.W2)
        return nudged("FFN", plus(added, [w.b2] * len(rows)) if w.b2 else added)

    X = nudged("X", z)
    if order == "post":
        R = nudged("R", tidy(nudged("S1", plus(X, nudged("U", gather(X)))), w.gamma1, w.beta1))
        return nudged("Y", tidy(nudged("S2", plus(R, think(R))), w.gamma2, w.beta2))
    R = nudged("R", plus(X, nudged("U", gather(nudged("N1", tidy(X, w.gamma1, w.beta1))))))
    return nudged("Y", plus(R, think(nudged("N2", tidy(R, w.gamma2, w.beta2)))))


def parameter_shapes(config, biases=True, final_norm=True, tied=True):
    """The shape of every learned array, item by item, as a checkpoint lists them."""
    C, F = config.d_model, config.multiplier * config.d_model
    shapes = [("tokens", (config.vocab_size, C)), ("positions", (config.max_seq_len, C))]
    for _ in range(config.n_layers):
        for _ in range(config.n_heads):
            shapes += 3 * [("gather", (C, C // config.n_heads))]
        shapes += [("gather", (C, C)), ("think", (C, F)), ("think", (F, C)), *4 * [("norms", (C,))]]
        if biases:
            shapes += [*4 * [("biases", (C,))], ("biases", (F,)), ("biases", (C,))]
    return shapes + (2 * [("norms", (C,))] if final_norm else []) + ([] if tied else [("head", (C, config.vocab_size))])


def parameter_bill(config, **options):
    bill = dict.fromkeys(("tokens", "positions", "gather", "think", "biases", "norms", "head"), 0)
    for item, shape in parameter_shapes(config, **options):
        bill[item] += math.prod(shape)
    return bill


def parameter_count(config, **options):
    return sum(math.prod(shape) for _, shape in parameter_shapes(config, **options))


def forward_work(config, T):
    """Every matrix product of the model, (n, k) times (k, m), at two operations for each of n · k · m."""
    C, F, d = config.d_model, config.multiplier * config.d_model, config.d_model // config.n_heads
    products = [("head", T, C, config.vocab_size)]
    for _ in range(config.n_layers):
        for _ in range(config.n_heads):
            products += [*3 * [("gather", T, C, d)], ("tables", T, d, T), ("tables", T, T, d)]
        products += [("gather", T, C, C), ("think", T, C, F), ("think", T, F, C)]
    work = dict.fromkeys(("gather", "tables", "think", "head"), 0)
    for item, n, k, m in products:
        work[item] += 2 * n * k * m
    return work
