"""Every function of `transformer_block.block` once more, with lists, loops and `math`: slow, plain, independent."""

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


def block_stages(z, w, without=(), eps=1e-5, mask=None):
    """One pre-norm block -> its eight stages by name; `w` has BlockWeights' fields, as lists."""
    N1 = z if "norm 1" in without else layer_norm(z, w.gamma1, w.beta1, eps)
    U = multi_head(N1, w.heads, w.Wo, False) if "mask" in without else multi_head(N1, w.heads, w.Wo, mask=mask)
    R = U if "add 1" in without else plus(z, U)
    N2 = R if "norm 2" in without else layer_norm(R, w.gamma2, w.beta2, eps)
    scores = times(N2, w.W1)
    scores = plus(scores, [w.b1] * len(z)) if w.b1 is not None else scores
    hidden = scores if "bend" in without else relu(scores)
    FFN = times(hidden, w.W2)
    FFN = plus(FFN, [w.b2] * len(z)) if w.b2 is not None else FFN
    Y = FFN if "add 2" in without else plus(R, FFN)
    return {"X": z, "N1": N1, "U": U, "R": R, "N2": N2, "hidden": hidden, "FFN": FFN, "Y": Y}


def block(z, w, without=(), eps=1e-5):
    """(T, C) -> (T, C): the last of the stages."""
    return block_stages(z, w, without, eps)["Y"]
