"""The steps of the lab of chapter 9: a mask, weights under it, another sequence, places, and who notices whom."""

import numpy as np

from transformer_block.lab.step import Mistake, Step
from transformer_block.norms import layer_norm

TITLE = "Who sees whom"


# --- Step 1: a table of yes and no ---------------------------------------------------------------------------


def text_mask(lengths, T):
    """Who may read whom in a batch of texts, padded to T rows: (B,), a number -> (B, T, T) of True and False."""
    place = np.arange(T)
    not_later = place <= place[:, None]
    real = place < lengths[:, None, None]
    return not_later & real


def _later(T):
    return np.triu(np.ones((T, T), dtype=bool))


def _not_later(T):
    return np.tri(T, dtype=bool)


def _real(lengths, T):
    return np.arange(T) < lengths[:, None, None]


def _everywhere(table, lengths):
    return np.repeat(table[None], len(lengths), axis=0)


def _last_rows(lengths, T):
    return np.arange(T) >= T - lengths[:, None, None]


_text_mask = Step(
    name="text_mask",
    task="write down who may read whom",
    solution=text_mask,
    cases=lambda: [((np.array(lengths), T), {})
                   for lengths, T in (([1], 1), ([2], 3), ([3, 1], 3), ([4, 2, 1, 3], 4), ([1, 5], 6))],
    mistakes=(
        Mistake(lambda lengths, T: _later(T) & _real(lengths, T),
                "The triangle is transposed: your rows read themselves and what comes later. A row of the table is a "
                "reader, a column is what is read; row t is True up to column t."),
        Mistake(lambda lengths, T: np.tri(T, k=-1, dtype=bool) & _real(lengths, T),
                "Your readers may not read themselves, and row 0 has nothing to read at all. Itself is allowed: `<=`, "
                "and not `<`."),
        Mistake(lambda lengths, T: np.tri(T, k=1, dtype=bool) & _real(lengths, T),
                "Each row may read one row too many: the next. That is the very word it has to guess. The diagonal "
                "is the last cell that is True."),
        Mistake(lambda lengths, T: _not_later(T) & _real(lengths, T).swapaxes(-1, -2),
                "You take the padding away from the readers. Their rows are False throughout, and softmax will have to "
                "share out a whole among nobody. A row of padding may ask what it likes; it must not be *read*. "
                "Columns are what is read: the lengths belong to them, `[:, None, None]`."),
        Mistake(lambda lengths, T: _everywhere(_not_later(T), lengths),
                "The padding is missing: these are triangles, the same for all texts. Columns from `lengths` on are "
                "False as well."),
        Mistake(lambda lengths, T: _real(lengths, T) & np.ones((T, T), dtype=bool),
                "The triangle is missing: every row reads all real rows, later ones too."),
        Mistake(lambda lengths, T: _real(lengths, T),
                "This is the padding alone, one row for all readers. The triangle is missing, which is different for "
                "each reader."),
        Mistake(lambda lengths, T: _not_later(T) | _real(lengths, T),
                "A pair exists for you if one of the two rules allows it. Both must: `&` in place of `|`."),
        Mistake(lambda lengths, T: _not_later(T) & (np.arange(T) <= lengths[:, None, None]),
                "One row of padding is read. With a length of 2 the real rows are 0 and 1: `<`, and not `<=`."),
        Mistake(lambda lengths, T: _not_later(T) & (np.arange(T) < lengths[:, None, None] - 1),
                "The last real row of each text is not read. With a length of 2 the real rows are 0 and 1."),
        Mistake(lambda lengths, T: _not_later(T) & _last_rows(lengths, T),
                "You count the real rows from the end. In this lab the padding stands behind the text."),
        Mistake(lambda lengths, T: ~text_mask(lengths, T),
                "True and False have changed places: yours says who may *not* read. True means that the pair exists."),
        Mistake(lambda lengths, T: text_mask(lengths, T).swapaxes(-1, -2),
                "The whole table is transposed. Readers are the rows, what is read are the columns."),
        Mistake(lambda lengths, T: text_mask(lengths, T)[0],
                "This is the table of the first text alone. Each text has its own: (B, T, T)."),
        Mistake(lambda lengths, T: _everywhere(text_mask(np.max(lengths, keepdims=True), T)[0], lengths),
                "All texts get the mask of the longest. Each has a length of its own."),
        Mistake(lambda lengths, T: np.where(text_mask(lengths, T), 0.0, -np.inf),
                "These are numbers to add to the scores. Asked is the table itself, True where a pair exists; the "
                "minus infinity comes in the next step."),
        Mistake(lambda lengths, T: text_mask(lengths, T).astype(int),
                "Ones and zeros are numbers, and `~` and `np.where` take them for something else sooner or later. "
                "Return True and False: leave out the conversion, or compare, `table == 1`."),
        Mistake(lambda lengths, T: text_mask(lengths, T).astype(float),
                "Ones and zeros are numbers, and `~` and `np.where` take them for something else sooner or later. "
                "Return True and False: leave out the conversion, or compare, `table == 1`."),
    ),
    hints=(
        "Two tables. The triangle, (T, T): column s may be read by row t if `s <= t`. The padding, (B, 1, T): column "
        "s may be read in text b if `s < lengths[b]`.",
        "`np.arange(T)` lies along the columns, and `np.arange(T)[:, None]` down the rows. `lengths[:, None, None]` "
        "has one number for each text.",
        "`(place <= place[:, None]) & (place < lengths[:, None, None])`, where `place = np.arange(T)`.",
    ),
)


# --- Step 2: weights under a mask ----------------------------------------------------------------------------


def masked_weights(scores, mask):
    """Turn scores into weights over the pairs that exist: (..., T, S), booleans that fit -> (..., T, S)."""
    if not np.all(np.any(mask, axis=-1)):
        raise ValueError("a reader has nothing to read")
    scores = np.where(mask, scores, -np.inf)
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return weights / np.sum(weights, axis=-1, keepdims=True)


def _softmax(scores, axis=-1):
    weights = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return weights / np.sum(weights, axis=axis, keepdims=True)


def _guarded(answer):
    """An answer that refuses as it should and errs otherwise."""
    def weights(scores, mask):
        if not np.all(np.any(mask, axis=-1)):
            raise ValueError("a reader has nothing to read")
        return answer(scores, mask)
    return weights


def _zeroed_after(scores, mask):
    return np.where(mask, _softmax(scores), 0)


def _zeroed_and_shared_again(scores, mask):
    weights = np.where(mask, _softmax(scores), 0)
    return weights / np.sum(weights, axis=-1, keepdims=True)


def _zero_scores(scores, mask):
    return _softmax(scores * mask)


def _hundred_for_infinity(scores, mask):
    return _softmax(np.where(mask, scores, -100.0))


def _a_bit_lower(scores, mask):
    return _softmax(np.where(mask, scores, scores - 10))


def _columns(scores, mask):
    return _softmax(np.where(mask, scores, -np.inf), axis=-2)


def _inverted(scores, mask):
    return _softmax(np.where(mask, -np.inf, scores))


def _overflowing(scores, mask):
    weights = np.exp(np.where(mask, scores, -np.inf))
    return weights / np.sum(weights, axis=-1, keepdims=True)


def _masked_scores(scores, mask):
    return np.where(mask, scores, -np.inf)


def _undivided(scores, mask):
    scores = np.where(mask, scores, -np.inf)
    return np.exp(scores - np.max(scores, axis=-1, keepdims=True))


def _without_a_mask(scores, mask):
    return _softmax(scores)


def _evenly(scores, mask):
    shares = np.where(mask, np.ones(scores.shape), 0)
    return shares / np.sum(shares, axis=-1, keepdims=True)


def _mask_transposed(scores, mask):
    return _softmax(np.where(np.swapaxes(mask, -1, -2), scores, -np.inf))


def _over_everything(scores, mask):
    return _softmax(np.where(mask, scores, -np.inf), axis=None)


def _zeros_for_an_empty_row(scores, mask):
    some = np.any(mask, axis=-1, keepdims=True)
    weights = _softmax(np.where(mask | ~some, scores, -np.inf))
    return np.where(some, weights, 0)


def _refuses_only_an_empty_table(scores, mask):
    if not np.any(mask):
        raise ValueError("nobody has anything to read")
    return _softmax(np.where(mask, scores, -np.inf))


def _refuses_unread_rows(scores, mask):
    if not (np.all(np.any(mask, axis=-1)) and np.all(np.any(mask, axis=-2))):
        raise ValueError("a row is not read")
    return _softmax(np.where(mask, scores, -np.inf))


def _weights_cases():
    rng = np.random.default_rng(90)
    triangle, four = np.tri(3, dtype=bool), np.array([[True, False, True, True], [False, True, False, True],
                                                      [True, True, False, False]])
    tilted = np.array([[True, False, False], [True, False, True], [True, True, False]])
    empty_row = np.array([[True, False], [False, False]])
    lengths = np.array([2, 4])
    padding = np.arange(4) < lengths[:, None, None]
    texts = np.tri(4, dtype=bool) & padding
    return [
        ((np.array([[1.0, 3.0]]), np.array([[True, False]])), {}),
        ((np.array([[1.0, 3.0], [2.0, 1.0]]), np.array([[True, False], [True, True]])), {}),
        ((np.array([[1.0, 3.0], [2.0, 1.0]]), empty_row), {}),
        ((np.array([[1.0, 3.0], [2.0, 1.0]]), np.zeros((2, 2), dtype=bool)), {}),
        ((np.zeros((3, 3)), triangle), {}),  # exact ties
        ((rng.normal(size=(3, 3)), tilted), {}),
        ((2 * rng.normal(size=(3, 4)), four), {}),
        # huge beside tiny: what is forbidden is the loudest, or all is far below zero
        ((np.array([[2000.0, 1.0, 2.0], [1000.0, 1001.0, 5.0], [-3000.0, -3001.0, 0.0]]),
          np.array([[False, True, True], [True, True, False], [True, True, False]])), {}),
        ((rng.normal(size=(2, 3, 4)), padding), {}),  # one row of the mask for all readers
        ((rng.normal(size=(3, 4)), np.array([[True, True, False, False]])), {}),
        ((rng.normal(size=(2, 2, 3, 4)), four), {}),
        ((rng.normal(size=(2, 4, 4)), texts), {}),
        ((rng.normal(size=(2, 4, 4)), texts & (np.arange(4)[:, None] < lengths[:, None, None])), {}),
        ((rng.normal(size=(2, 1)), np.array([[True], [True]])), {}),  # one row to read
    ]


_masked_weights = Step(
    name="masked_weights",
    task="share out over the pairs that exist",
    solution=masked_weights,
    cases=_weights_cases,
    mistakes=(
        *(Mistake(guard(_zeroed_after),
                  "You set weights to zero after softmax. What you take away is missing from the row: its weights no "
                  "longer sum to 1. Put -inf in place of the scores, before softmax.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_zeroed_and_shared_again),
                  "You take the forbidden weights away after softmax, and share out again. Where the forbidden score "
                  "is the largest by far, all others have become 0 by then: 0 / 0. Put -inf in place of the scores, "
                  "before softmax.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_zero_scores),
                  "You multiply the scores by the mask. A forbidden score is then 0, and e to the power 0 is 1: the "
                  "row is still read. Only minus infinity gets the weight 0: `np.where(mask, scores, -np.inf)`.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_hundred_for_infinity),
                  "You put -100 where minus infinity belongs. That is low for scores around 0, and high for scores "
                  "around -3000: `-np.inf`.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_a_bit_lower),
                  "You make forbidden scores lower, and they are still read a little. Minus infinity alone gives a "
                  "weight of exactly 0: `np.where(mask, scores, -np.inf)`.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_columns),
                  "Your columns sum to 1, and the rows should: softmax runs over the wrong axis. A row is a reader: "
                  "`axis=-1`.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_over_everything),
                  "You share out one whole over the entire table. Each reader has a whole of its own: `axis=-1`, with "
                  "`keepdims=True`.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_inverted),
                  "Your mask is the wrong way round: the pairs that exist get minus infinity. True means may read, so "
                  "the score comes first: `np.where(mask, scores, -np.inf)`.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_overflowing),
                  "For large scores `np.exp` overflows, and inf / inf is not a number. Subtract the row's largest "
                  "score first; the weights stay as they are.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_without_a_mask), "The mask is not used: every row is read.")
          for guard in (_guarded, lambda answer: answer)),
        *(Mistake(guard(_mask_transposed),
                  "You transpose the mask. It comes as it should be, readers in the rows; use it as it is.")
          for guard in (_guarded, lambda answer: answer)),
        Mistake(_guarded(_masked_scores), "These are the masked scores. Softmax is missing: `np.exp`, then divide."),
        Mistake(_guarded(_undivided),
                "The division is missing: these rows do not sum to 1. Divide each by its sum, with `keepdims=True`."),
        Mistake(_guarded(_evenly),
                "Every row that may be read gets the same weight. The scores decide: `np.exp(scores)`, shared out."),
        Mistake(lambda scores, mask: _softmax(np.where(mask, scores, -np.inf)),
                "A reader with nothing to read gets `nan`, and it spreads from there. Refuse: `raise ValueError(...)` "
                "when a row of the mask has no True, `np.any(mask, axis=-1)`."),
        Mistake(lambda scores, mask: np.nan_to_num(_softmax(np.where(mask, scores, -np.inf))),
                "A reader with nothing to read gets zeros, and nobody hears of it. Weights sum to 1 or there are "
                "none: `raise ValueError(...)`."),
        Mistake(_zeros_for_an_empty_row,
                "A reader with nothing to read gets zeros, and nobody hears of it. Weights sum to 1 or there are "
                "none: `raise ValueError(...)`."),
        Mistake(lambda scores, mask: _softmax(np.where(mask, scores, -1e9)),
                "A reader with nothing to read reads everything alike: all its scores are the same large negative "
                "number. Refuse such a row, `raise ValueError(...)`."),
        Mistake(_refuses_only_an_empty_table,
                "You refuse a mask that is False everywhere. One empty row is enough: look at each reader, "
                "`np.any(mask, axis=-1)`."),
    ),
    hints=(
        "First the refusal: `np.any(mask, axis=-1)` says for each reader whether there is something to read. If not "
        "all of these are True, `raise ValueError(\"...\")`.",
        "Then `np.where(mask, scores, -np.inf)`, and softmax on that, along each row.",
        "Softmax: subtract `np.max(scores, axis=-1, keepdims=True)`, then `np.exp`, then divide by the sum of each "
        "row.",
    ),
)


# --- Step 3: reading another sequence ------------------------------------------------------------------------


def cross_head(x, source, Wq, Wk, Wv, mask):
    """The rows of x read those of a source: (..., T, C), (..., S, C), three times (C, d), (..., T, S) -> (..., T, d)."""
    scores = (x @ Wq) @ np.swapaxes(source @ Wk, -1, -2) / np.sqrt(Wq.shape[-1])
    return masked_weights(scores, mask) @ (source @ Wv)


def _read(asking, found, given, Wq, Wk, Wv, mask, divisor=None):
    """A head with its three sequences free: whose queries, whose keys, whose values."""
    divisor = np.sqrt(Wq.shape[-1]) if divisor is None else divisor
    scores = (asking @ Wq) @ np.swapaxes(found @ Wk, -1, -2) / divisor
    return masked_weights(scores, mask) @ (given @ Wv)


def _handed_out(x, source, Wq, Wk, Wv, mask):
    scores = (x @ Wq) @ np.swapaxes(source @ Wk, -1, -2) / np.sqrt(Wq.shape[-1])
    return np.swapaxes(masked_weights(scores, mask), -1, -2) @ (source @ Wv)


def _cross_cases():
    rng = np.random.default_rng(91)
    one = np.eye(2)
    x, source = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([[2.0, 1.0], [1.0, 3.0]])
    by_hand = one, np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[1.0, 2.0], [0.0, 1.0]])
    half = np.array([[True, False], [True, True]])

    def drawn(T, S, C, d, batch=()):
        return (rng.normal(size=(*batch, T, C)), rng.normal(size=(*batch, S, C)),
                *(rng.normal(size=(C, d)) for _ in range(3)))

    return [
        ((x[:1], source[:1], *by_hand, np.array([[True]])), {}),
        ((x, source, *by_hand, half), {}),
        ((*drawn(3, 3, 4, 2), np.tri(3, dtype=bool)), {}),
        ((*drawn(3, 2, 4, 3), np.array([[True, True], [False, True], [True, False]])), {}),
        ((*drawn(2, 5, 3, 3, (2,)), np.arange(5) < np.array([2, 5])[:, None, None]), {}),
        ((*drawn(2, 3, 4, 2, (2, 2)), np.array([[True, True, False]])), {}),
        ((np.array([[1, 2], [0, 1], [3, 1]]), np.array([[1, 0], [2, 2]]), *by_hand, np.ones((3, 2), dtype=bool)), {}),
        ((x, source, *by_hand, np.array([[True, True], [False, False]])), {}),
    ]


_cross_head = Step(
    name="cross_head",
    task="read another sequence",
    solution=cross_head,
    cases=_cross_cases,
    mistakes=(
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, x, x, Wq, Wk, Wv, mask),
                "The source is not read: keys and values are made from `x`. Who asks is `x`; who is asked is "
                "`source`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, x, source, Wq, Wk, Wv, mask),
                "Your keys are made from `x`. What is found and what is handed over belong to one row: keys and "
                "values both from `source`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, x, Wq, Wk, Wv, mask),
                "Your values are made from `x`: readers find rows of the source and are handed their own. Values come "
                "from `source`, `source @ Wv`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(source, x, x, Wq, Wk, Wv, mask),
                "The two sequences have changed places: the source asks and `x` is read."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(source, source, source, Wq, Wk, Wv, mask),
                "`x` is not in it: the source reads itself. The queries come from `x`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(source, x, source, Wq, Wk, Wv, mask),
                "Queries and keys have changed sequences: the reader is `x`, with its queries, `x @ Wq`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wk, Wq, Wv, mask),
                "`Wq` and `Wk` have changed places. `Wq` makes queries of `x`, `Wk` makes keys of `source`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wq, Wv, mask),
                "Queries and keys are both made with `Wq`. Keys have a matrix of their own, `Wk`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wk, Wk, mask),
                "This blends the keys. What a row hands over is its value, `source @ Wv`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wk, np.eye(len(Wv)), mask),
                "This blends the rows of the source themselves. What a row hands over is its value, `source @ Wv`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wk, Wv, mask, 1),
                "The scores are not divided by the root of d, `np.sqrt(Wq.shape[-1])`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wk, Wv, mask, Wq.shape[-1]),
                "The scores are divided by d, and should be divided by its root."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wk, Wv, mask, np.sqrt(len(Wq))),
                "The scores are divided by the root of C. Queries and keys are as wide as the head: take the root of "
                "`Wq.shape[-1]`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask:
                _read(x, source, source, Wq, Wk, Wv, mask, np.sqrt(source.shape[-2])),
                "The scores are divided by the root of the number of rows. Take the width of the head, "
                "`Wq.shape[-1]`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask:
                _read(x, source, source, Wq, Wk, Wv, np.ones(mask.shape, dtype=bool)),
                "The mask is not used. Hand it on: `masked_weights(scores, mask)`."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: _read(x, source, source, Wq, Wk, Wv, ~mask),
                "Your mask is the wrong way round: what may be read is hidden. Hand it on as it is."),
        Mistake(_handed_out,
                "The table of weights is transposed: each position is given by the weights with which it is read. "
                "Row t belongs to reader t: `weights @ values`, without a transpose."),
        Mistake(lambda x, source, Wq, Wk, Wv, mask: x + _read(x, source, source, Wq, Wk, np.eye(len(Wv)), mask),
                "The readers' own rows are in the sum. A head returns what it gathered; the addition comes after "
                "it."),
    ),
    hints=(
        "Queries are made of `x`, keys and values of `source`. The scores have a row for each reader and a column for "
        "each row of the source.",
        "The keys are turned round by `np.swapaxes(source @ Wk, -1, -2)`, which works for batches too; `.T` would turn "
        "the batch as well. Divide by `np.sqrt(Wq.shape[-1])`.",
        "`masked_weights(scores, mask) @ (source @ Wv)`",
    ),
)


# --- Step 4: a row for each place ----------------------------------------------------------------------------


def add_positions(x, table):
    """Add to each row the table's row for its place: (..., T, C), (rows, C) -> (..., T, C)."""
    T = x.shape[-2]
    if T > len(table):
        raise ValueError(f"{T} rows, but the table ends after {len(table)}")
    return x + table[:T]


def _positions(indices):
    """An answer that takes these rows of the table: (T, rows) -> indices."""
    return lambda x, table: x + table[indices(x.shape[-2], len(table))]


def _first_axis(x, table):
    if len(x) > len(table):
        raise ValueError("too long")
    return x + (table[:len(x)] if x.ndim == 2 else table[:len(x), None])


def _refused(answer):
    def adds(x, table):
        if x.shape[-2] > len(table):
            raise ValueError("too long")
        return answer(x, table)
    return adds


def _silent_where_there_is_none(x, table):
    places = np.zeros((x.shape[-2], x.shape[-1]))
    rows = min(len(places), len(table))
    places[:rows] = table[:rows]
    return x + places


def _cut_off(x, table):
    rows = min(x.shape[-2], len(table))
    return x[..., :rows, :] + table[:rows]


def _position_cases():
    rng = np.random.default_rng(92)
    x, table = np.array([[2.0, 1.0], [2.0, 1.0]]), np.array([[0.0, 0.5], [1.0, 0.0], [3.0, 4.0]])
    return [
        ((x[:1], table[:1]), {}),
        ((x, table), {}),
        ((x, table[:2]), {}),
        ((x, table[:1]), {}),
        ((np.array([[1, 2], [3, 4], [5, 6], [7, 8]]), np.array([[1, 0], [0, 1], [2, 2]])), {}),
        ((x.astype(np.float32), table.astype(np.float32)), {}),
        ((rng.normal(size=(3, 3, 4)), rng.normal(size=(5, 4))), {}),
        ((rng.normal(size=(2, 1, 3, 4)) * np.array([[1e-3], [1.0], [1e3]]), rng.normal(size=(3, 4))), {}),
        ((rng.normal(size=(2, 4, 3)), rng.normal(size=(1, 3))), {}),
        ((rng.normal(size=(5, 4, 3)), rng.normal(size=(4, 3))), {}),
        ((rng.normal(size=(3, 5, 3)), rng.normal(size=(4, 3))), {}),
    ]


_add_positions = Step(
    name="add_positions",
    task="tell each row its place",
    solution=add_positions,
    cases=_position_cases,
    mistakes=(
        Mistake(lambda x, table: x + table[:x.shape[-2]],
                "A table with a single row is laid over all places, and nobody is told. NumPy refuses the other tables "
                "that are too short, by luck; refuse them yourself, `raise ValueError(...)`, before you add."),
        Mistake(_positions(lambda T, rows: np.minimum(np.arange(T), rows - 1)),
                "Places beyond the table all get its last row, so that they cannot be told apart. There is no such "
                "row: refuse, `raise ValueError(...)`."),
        Mistake(_positions(lambda T, rows: np.arange(T) % rows),
                "Beyond its end your table begins anew, so that two places have the same row. There is no such row: "
                "refuse, `raise ValueError(...)`."),
        Mistake(_silent_where_there_is_none,
                "Places beyond the table get nothing added, and nobody is told. Refuse: `raise ValueError(...)`."),
        Mistake(_cut_off,
                "You drop the rows for which the table has no place. A text that is cut off is another text. Refuse: "
                "`raise ValueError(...)`."),
        Mistake(_first_axis,
                "You count along the first axis, which in a batch is that of the examples: every row of one text gets "
                "the same. Places are counted along the last axis but one: `T = x.shape[-2]`."),
        Mistake(_refused(_positions(lambda T, rows: np.zeros(T, dtype=int))),
                "Every place gets row 0 of the table. Place t gets row t: `table[:T]`."),
        Mistake(_refused(_positions(lambda T, rows: (np.arange(T) + 1) % rows)),
                "Your places begin with 1. In this course, and in NumPy, the first is 0."),
        Mistake(_refused(_positions(lambda T, rows: np.arange(rows - T, rows))),
                "You take the last rows of the table. The first place has row 0: `table[:T]`."),
        Mistake(_refused(_positions(lambda T, rows: np.arange(T)[::-1])),
                "You count from the end: the last row gets place 0. Place t gets row t: `table[:T]`."),
        Mistake(_refused(lambda x, table: x * table[:x.shape[-2]]),
                "You multiply by the table. A place is added to what stands there."),
        Mistake(_refused(lambda x, table: np.broadcast_to(table[:x.shape[-2]], x.shape)),
                "These are the places alone. The words are lost: add."),
        Mistake(_refused(lambda x, table: layer_norm(x + table[:x.shape[-2]])),
                "You tidy the sum. The norms come later, in the block; here is an addition and nothing else."),
    ),
    hints=(
        "How many rows has a text? Its axis is the last but one: `T = x.shape[-2]`.",
        "If `T > len(table)`, `raise ValueError(\"...\")`, and say both numbers.",
        "`x + table[:T]`; the table has no batch, and NumPy lays it over every example.",
    ),
)


# --- Step 5: who notices whom --------------------------------------------------------------------------------


def who_notices(machine, rows):
    """Which row of the result moves when one row is turned: a function, (S, C) -> (T, S) of True and False."""
    before, noticed = machine(rows), []
    for s in range(len(rows)):
        turned = rows.copy()
        turned[s] = -turned[s]
        noticed.append(np.max(np.abs(machine(turned) - before), axis=-1) > 1e-9)
    return np.stack(noticed, axis=1)


def _intervention(change=lambda row: -row, moved=lambda after, before: np.abs(after - before).max(axis=-1) > 1e-9,
                  axis=1, start=lambda machine, rows: machine(rows)):
    """An answer with its parts free: how a row is changed, what counts as a move, how the moves are stacked."""
    def answer(machine, rows):
        before, noticed = start(machine, rows), []
        for s in range(len(rows)):
            changed = np.array(rows, dtype=float)
            changed[s] = change(changed[s])
            noticed.append(moved(machine(changed), before))
        return np.stack(noticed, axis=axis)
    return answer


def _turned_for_good(machine, rows):
    before, noticed, turned = machine(rows), [], rows.copy()
    for s in range(len(rows)):
        turned[s] = -turned[s]
        noticed.append(np.max(np.abs(machine(turned) - before), axis=-1) > 1e-9)
    return np.stack(noticed, axis=1)


def _against_the_last(machine, rows):
    before, noticed, turned = machine(rows), [], rows.copy()
    for s in range(len(rows)):
        turned[s] = -turned[s]
        after = machine(turned)
        noticed.append(np.max(np.abs(after - before), axis=-1) > 1e-9)
        before = after
    return np.stack(noticed, axis=1)


def _all_turned_but_one(machine, rows):
    before, noticed = machine(rows), []
    for s in range(len(rows)):
        turned = -rows
        turned[s] = rows[s]
        noticed.append(np.max(np.abs(machine(turned) - before), axis=-1) > 1e-9)
    return np.stack(noticed, axis=1)


def _one_row_alone(machine, rows):
    noticed = [np.max(np.abs(machine(-rows[s:s + 1]) - machine(rows[s:s + 1])), axis=-1) > 1e-9
               for s in range(len(rows))]
    return np.diag(np.concatenate(noticed))


# Machines with plain habits, each of which one of the usual slips does not see.


def reads_the_row_before(rows):
    """Each row and the one before it."""
    return rows + np.concatenate([0 * rows[:1], rows[:-1]])


def sums_up_to_itself(rows):
    """Each row is the sum of all rows up to it."""
    return np.cumsum(rows, axis=0)


def tidies_then_reads_the_next(rows):
    """A layer norm on each row, with next to no eps; each then hears the next."""
    tidy = layer_norm(rows, eps=1e-12)
    return tidy + np.concatenate([tidy[1:], 0 * tidy[:1]])


def whispers(rows):
    """Row 0 says what row 2 is, a millionth as loud; the rest keep to themselves."""
    result = rows * 1.0
    result[0] = result[0] + 1e-6 * rows[2]
    return result


def moves_two_ways(rows):
    """Row 1 hears row 0 as a shift that sums to nothing."""
    result = rows * 1.0
    result[1, 0] = result[1, 0] + rows[0, 1]
    result[1, 1] = result[1, 1] - rows[0, 1]
    return result


def shouts(rows):
    """Very loud rows, which hear the row before softly."""
    return 1e6 + 0.01 * reads_the_row_before(rows)


def answers_with_two_rows(rows):
    """Two readers: one reads the first two rows, one the last."""
    return np.stack([rows[0] + rows[1], rows[-1]])


def answers_twice(rows):
    """Each row, and then all of them once more from the last to the first."""
    return np.concatenate([rows, rows[::-1]])


def answers_with_nothing_new(rows):
    """Says the same whatever comes."""
    return np.ones((3, 2))


def hears_the_last_coordinate(rows):
    """Every row hears the last coordinate of row 1, in its own last coordinate."""
    result = rows * 1.0
    result[:, -1] = result[:, -1] + rows[1, -1]
    return result


def rounds_as_computers_do(rows):
    """Each row, plus a mean of all that is added and taken away again, and leaves a last digit behind."""
    return rows + rows.sum(axis=0) * 1e-15


def pairs_up(rows):
    """Each row times the one before it: turning both leaves the product as it was."""
    return rows * np.concatenate([rows[-1:], rows[:-1]])


def reads_directions(rows):
    """Each row brought to length 1; each then hears the one before it."""
    return reads_the_row_before(rows / np.linalg.norm(rows, axis=-1, keepdims=True))


def listens_while_positive(rows):
    """A row hears the next one while its own first coordinate is above zero."""
    return rows + (rows[:, :1] > 0) * np.concatenate([rows[1:], 0 * rows[:1]])


def hears_in_its_first_coordinate(rows):
    """Every row hears row 1, in its first coordinate alone."""
    result = rows * 1.0
    result[:, 0] = result[:, 0] + rows[1, 0]
    return result


def _machine_cases():
    rng = np.random.default_rng(93)
    two = np.array([[1.0, 2.0], [3.0, 5.0]])
    three = np.array([[1.0, 2.0], [3.0, 5.0], [2.0, -1.0]])
    return [
        ((reads_the_row_before, two), {}),
        ((reads_the_row_before, three), {}),
        ((sums_up_to_itself, three), {}),
        ((tidies_then_reads_the_next, rng.normal(size=(3, 4))), {}),
        ((whispers, three), {}),
        ((moves_two_ways, three), {}),
        ((shouts, three), {}),
        ((answers_with_two_rows, rng.normal(size=(4, 3))), {}),
        ((answers_twice, three), {}),
        ((answers_with_nothing_new, three), {}),
        ((hears_the_last_coordinate, rng.normal(size=(4, 3))), {}),
        ((rounds_as_computers_do, three), {}),
        ((pairs_up, rng.normal(size=(4, 3))), {}),
        ((reads_directions, three), {}),
        ((listens_while_positive, np.array([[1.0, 2.0], [-3.0, 5.0], [2.0, -1.0], [1.0, 1.0]])), {}),
        ((hears_in_its_first_coordinate, three), {}),
        ((sums_up_to_itself, np.array([[1, 2], [3, 4], [5, 7]])), {}),
    ]


_who_notices = Step(
    name="who_notices",
    task="measure who notices whom",
    solution=who_notices,
    cases=_machine_cases,
    mistakes=(
        Mistake(_intervention(axis=0),
                "Your table is transposed: its rows are the rows that were turned. Readers are the rows here too, as "
                "in a mask: put what you found for row s into column s, `np.stack(noticed, axis=1)`."),
        Mistake(_turned_for_good,
                "The rows stay turned: when you come to row 2, rows 0 and 1 are turned as well. Begin each round with a "
                "fresh copy, `turned = rows.copy()`."),
        Mistake(_against_the_last,
                "Each round goes on from the one before, so rows that were turned stay turned. Begin each with a fresh "
                "copy, and compare with what the untouched rows gave."),
        Mistake(_all_turned_but_one,
                "You turn all rows except one. Turn one, and leave the others as they are."),
        Mistake(_one_row_alone,
                "You hand the machine one row alone, and nobody else is there to notice. Hand it all rows, of which "
                "one is turned."),
        *(Mistake(_intervention(change=change),
                  "You make the row louder or fainter. A norm takes that out again, and nobody seems to notice. "
                  "Turn its signs: `-turned[s]`.")
          for change in (lambda row: 2 * row, lambda row: 10 * row, lambda row: 0.5 * row)),
        *(Mistake(_intervention(change=change),
                  "You add the same number to all coordinates of the row. A layer norm takes that out again, and nobody "
                  "seems to notice. Turn its signs: `-turned[s]`.")
          for change in (lambda row: row + 1, lambda row: row + 100)),
        Mistake(_intervention(change=lambda row: np.concatenate([row[:1] + 1, row[1:]])),
                "You change the first coordinate alone. Whoever listens to another does not notice. Turn the signs of "
                "the whole row."),
        Mistake(_intervention(moved=lambda after, before: np.abs(np.sum(after - before, axis=-1)) > 1e-9),
                "You add up the differences of a row with their signs, and a move that goes both ways comes to nothing. "
                "Take sizes first: `np.abs`, then the largest."),
        Mistake(_intervention(moved=lambda after, before: (after - before).max(axis=-1) > 1e-9),
                "You look for numbers that have grown. Those that have shrunk have moved too: `np.abs` first."),
        Mistake(_intervention(moved=lambda after, before: np.abs(after - before)[:, 0] > 1e-9),
                "You look at the first coordinate of each row alone. Take the largest move of all: `.max(axis=-1)`."),
        Mistake(_intervention(moved=lambda after, before: np.abs(after - before).min(axis=-1) > 1e-9),
                "You ask that every coordinate moves. One is enough: the largest move, `.max(axis=-1)`."),
        Mistake(_intervention(moved=lambda after, before: np.any(after != before, axis=-1)),
                "You count every last digit. Computers round, and a sum in another order differs by a hair: a move "
                "counts above 1e-9."),
        Mistake(_intervention(moved=lambda after, before: ~np.isclose(after, before).all(axis=-1)),
                "`np.isclose` forgives one part in a hundred thousand, so a loud row hides its moves. Compare the move "
                "itself with 1e-9."),
        Mistake(_intervention(moved=lambda after, before: np.abs(after - before).max(axis=-1) > 1e-3),
                "You count moves above 0.001. There are quieter ones: 1e-9 is the line."),
        Mistake(_intervention(moved=lambda after, before: np.abs(after - before).max(axis=-1) < 1e-9),
                "This says who did *not* notice. True means moved."),
        Mistake(_intervention(moved=lambda after, before: np.abs(after - before).max(axis=-1)),
                "This says how far each row moves. Asked is whether: compare with 1e-9."),
    ),
    hints=(
        "First what the machine makes of the rows as they are. Then a loop over the rows: copy all of them, turn one, "
        "run the machine again.",
        "A row of the result has moved when its largest difference, `np.max(np.abs(after - before), axis=-1)`, is above "
        "1e-9. That is one column of the table.",
        "Collect the columns in a list; `np.stack(noticed, axis=1)` puts them side by side.",
    ),
)

STEPS = (_text_mask, _masked_weights, _cross_head, _add_positions, _who_notices)
