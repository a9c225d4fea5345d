"""The steps of the lab of chapter 0: softmax, who reads whom, one head, several heads."""

import numpy as np

from transformer_block.examples import part_one_draw
from transformer_block.lab.step import Mistake, Step

TITLE = "Gathering, packed"


# --- Step 1: scores become weights ---------------------------------------------------------------------------


def softmax(scores):
    """Turn each row of scores into weights that are positive and sum to 1: (..., n) -> (..., n)."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _down_the_columns(scores):
    exponentials = np.exp(scores - scores.max(axis=0))
    return exponentials / exponentials.sum(axis=0)


def _down_the_columns_and_overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=0)


def _over_everything(scores):
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()


def _over_everything_and_overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum()


def _overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def _sums_that_lie_across(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1)


def _both_that_lie_across(scores):
    exponentials = np.exp(scores - scores.max(axis=-1))
    return exponentials / exponentials.sum(axis=-1)


def _sums_that_lie_across_and_overflowing(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1)


def _without_exponentials(scores):
    return scores / scores.sum(axis=-1, keepdims=True)


def _without_division(scores):
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def _without_division_and_overflowing(scores):
    return np.exp(scores)


_COLUMNS = ("The weights sum to 1 down each column, and should do so along each row: a row is one reader, and it has one cake "
            "to cut. Look at the `axis` of the sum, and of the maximum if you take one. The last axis is `axis=-1`.")
_EVERYTHING = ("The whole table sums to 1, but every row should: each reader has a cake of its own. Look at the sum, and "
               "at the maximum if you take one: `axis=-1, keepdims=True`.")
_ACROSS = ("The sums are right but lie the wrong way: there is one for each row, and NumPy has laid them along the "
           "columns. `keepdims=True` leaves the axis in place with length 1, so that each sum stands beside its row.")
_UNDIVIDED = ("These are the powers of e alone. They are positive, but they do not sum to 1 yet. Divide each by the sum "
              "of its row.")

_softmax = Step(
    name="softmax",
    task="turn each row of scores into weights",
    solution=softmax,
    cases=lambda: [((scores,), {}) for scores in (
        np.array([1.0, 2.0]),
        np.array([[0.0, 1.0], [2.0, 0.0]]),
        np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 0.5]]),
        np.array([1000.0, 999.0]),
        np.array([0.0, -np.inf]),
        np.random.default_rng(1).normal(size=(2, 3, 4)))],
    mistakes=(
        Mistake(_overflowing,
                "This is right for small scores, but `np.exp(1000)` is too large for a float: it becomes infinite, and "
                "inf / inf is nan. Only differences between scores count, so subtract each row's largest score before "
                "`np.exp`."),
        Mistake(_down_the_columns, _COLUMNS),
        Mistake(_down_the_columns_and_overflowing, _COLUMNS),
        Mistake(_over_everything, _EVERYTHING),
        Mistake(_over_everything_and_overflowing, _EVERYTHING),
        Mistake(_sums_that_lie_across, _ACROSS),
        Mistake(_both_that_lie_across, _ACROSS),
        Mistake(_sums_that_lie_across_and_overflowing, _ACROSS),
        Mistake(_without_exponentials,
                "This divides the scores themselves by their sum. A score may be negative or zero, and a weight may "
                "not. Raise e to each score first, `np.exp(...)`, and divide then."),
        Mistake(_without_division, _UNDIVIDED),
        Mistake(_without_division_and_overflowing, _UNDIVIDED),
    ),
    hints=(
        "Two steps: make every number positive with `np.exp`, then divide each row by its sum.",
        "A sum for each row: `.sum(axis=-1, keepdims=True)`. With `keepdims` it stands beside its row, and the "
        "division fits.",
        "So that large scores do not overflow, subtract the row's maximum before `np.exp`: `scores - "
        "scores.max(axis=-1, keepdims=True)`. The weights stay as they are.",
    ),
)


# --- Step 2: who reads whom ----------------------------------------------------------------------------------


def attention_weights(x, Wq, Wk):
    """How much each position reads from itself and those before it: (T, C), (C, d), (C, d) -> (T, T)."""
    T, d = len(x), Wq.shape[1]
    scores = (x @ Wq) @ (x @ Wk).T / np.sqrt(d)
    may_read = np.tril(np.ones((T, T), dtype=bool))
    return softmax(np.where(may_read, scores, -np.inf))


def _scores(x, Wq, Wk):
    return (x @ Wq) @ (x @ Wk).T / np.sqrt(Wq.shape[1])


def _seen(scores, triangle=np.tril):
    return np.where(triangle(np.ones(scores.shape, dtype=bool)), scores, -np.inf)


def _later_rows(x, Wq, Wk):
    return softmax(_seen(_scores(x, Wq, Wk), np.triu))


def _no_mask(x, Wq, Wk):
    return softmax(_scores(x, Wq, Wk))


def _mask_of_zeros(x, Wq, Wk):
    return softmax(np.tril(_scores(x, Wq, Wk)))


def _mask_after_softmax(x, Wq, Wk):
    return np.tril(softmax(_scores(x, Wq, Wk)))


def _not_itself(x, Wq, Wk):
    return softmax(_seen(_scores(x, Wq, Wk), lambda ones: np.tril(ones, -1)))


def _no_scaling(x, Wq, Wk):
    return softmax(_seen((x @ Wq) @ (x @ Wk).T))


def _scaled_by_d(x, Wq, Wk):
    return softmax(_seen((x @ Wq) @ (x @ Wk).T / Wq.shape[1]))


def _scaled_by_root_of_C(x, Wq, Wk):
    return softmax(_seen((x @ Wq) @ (x @ Wk).T / np.sqrt(len(Wq))))


def _multiplied_by_root(x, Wq, Wk):
    return softmax(_seen((x @ Wq) @ (x @ Wk).T * np.sqrt(Wq.shape[1])))


def _keys_ask(x, Wq, Wk):
    return softmax(_seen(_scores(x, Wk, Wq)))


def _one_matrix_for_both(x, Wq, Wk):
    return softmax(_seen(_scores(x, Wq, Wq)))


def _scores_alone(x, Wq, Wk):
    return _seen(_scores(x, Wq, Wk))


def _columns_sum_to_one(x, Wq, Wk):
    return _down_the_columns(_seen(_scores(x, Wq, Wk)))


def _trials_of_one_head():
    """x, Wq, Wk and Wv: two rows by hand, three rows, and the first head of the course's draw."""
    rng = np.random.default_rng(2)
    Wq, Wk, Wv = [[1.0, 0.0], [0.0, 2.0]], [[1.0, 0.0], [1.0, 1.0]], [[1.0, 2.0], [3.0, 5.0]]
    by_hand = (np.eye(2), *map(np.array, (Wq, Wk, Wv)))
    three_rows = (rng.normal(size=(3, 4)), *(rng.normal(size=(4, 3)) for _ in range(3)))
    draw = part_one_draw()
    return [by_hand, three_rows, (draw.x, *draw.weights.heads[0])]


_attention_weights = Step(
    name="attention_weights",
    task="say how much each position reads from which",
    solution=attention_weights,
    cases=lambda: [((x, Wq, Wk), {}) for x, Wq, Wk, _ in _trials_of_one_head()],
    mistakes=(
        Mistake(_later_rows,
                "The mask lies on its wrong side: each position reads itself and what comes *after* it, so the answer "
                "to come lies on the table. Row t is the reader; let it see columns 0 to t. That is the lower "
                "triangle, `np.tril`."),
        Mistake(_no_mask,
                "Every position reads all others, later ones too: the causal mask is missing. Put -inf in place of the "
                "scores above the diagonal, before softmax."),
        Mistake(_mask_of_zeros,
                "The forbidden scores have become 0, and e to the power 0 is 1: the later rows are still read. Only a "
                "score of minus infinity gets the weight 0: `np.where(may_read, scores, -np.inf)`."),
        Mistake(_mask_after_softmax,
                "The mask comes after softmax. What it takes away is missing from the row: the weights of a reader no "
                "longer sum to 1. Mask the scores, then share out with softmax."),
        Mistake(_not_itself,
                "No position may read itself, and position 0 may read nothing at all: nan. Let the diagonal stay: "
                "`np.tril` without a shift."),
        Mistake(_no_scaling,
                "The scores are not divided by the root of d. Dot products of wider heads are larger, and softmax then "
                "hears the best one alone. Divide them by `np.sqrt(d)`, where d is the width of the head, "
                "`Wq.shape[1]`."),
        Mistake(_scaled_by_d,
                "The scores are divided by d, and should be divided by its root, `np.sqrt(d)`: that is how fast dot "
                "products grow with d."),
        Mistake(_scaled_by_root_of_C,
                "The scores are divided by the root of C, the width of x. Queries and keys are as wide as the head: "
                "take the root of `d = Wq.shape[1]`."),
        Mistake(_multiplied_by_root,
                "The scores are multiplied by the root of d. Divide by it: wide heads should not shout."),
        Mistake(_keys_ask,
                "Queries and keys have changed places: `Wk` asks and `Wq` answers, so the table of scores is "
                "transposed. The reader stands in the row, with its query: `(x @ Wq) @ (x @ Wk).T`."),
        Mistake(_one_matrix_for_both,
                "Queries and keys are both made with `Wq`. Keys have a matrix of their own, `Wk`."),
        Mistake(_scores_alone, "These are the masked scores. Turn them into weights with your `softmax`."),
        Mistake(_columns_sum_to_one,
                "The columns sum to 1, and the rows should: softmax runs over the wrong axis, so it shares out how "
                "much each position *is read*. Use the `softmax` of step 1."),
    ),
    hints=(
        "Queries are `x @ Wq`, keys are `x @ Wk`. The score of a pair is a dot product; all of them at once are "
        "queries times keys transposed. Divide by `np.sqrt(d)`.",
        "`np.tril(np.ones((T, T), dtype=bool))` is True where row t may read column s. Where it is False the score "
        "becomes `-np.inf`.",
        "The last line: `return softmax(np.where(may_read, scores, -np.inf))`.",
    ),
)


# --- Step 3: one head ----------------------------------------------------------------------------------------


def causal_head(x, Wq, Wk, Wv):
    """Each position gathers a blend of the rows it may see: (T, C), three times (C, d) -> (T, d)."""
    return attention_weights(x, Wq, Wk) @ (x @ Wv)


def _rows_for_values(x, Wq, Wk, Wv):
    return attention_weights(x, Wq, Wk) @ x


def _keys_for_values(x, Wq, Wk, Wv):
    return attention_weights(x, Wq, Wk) @ (x @ Wk)


def _queries_for_values(x, Wq, Wk, Wv):
    return attention_weights(x, Wq, Wk) @ (x @ Wq)


def _handed_out(x, Wq, Wk, Wv):
    return attention_weights(x, Wq, Wk).T @ (x @ Wv)


def _scores_for_weights(x, Wq, Wk, Wv):
    return np.tril(_scores(x, Wq, Wk)) @ (x @ Wv)


def _unmasked(x, Wq, Wk, Wv):
    return _no_mask(x, Wq, Wk) @ (x @ Wv)


def _values_alone(x, Wq, Wk, Wv):
    return x @ Wv


def _weights_alone(x, Wq, Wk, Wv):
    return attention_weights(x, Wq, Wk)


_causal_head = Step(
    name="causal_head",
    task="gather a blend of the rows that each position may see",
    solution=causal_head,
    cases=lambda: [(trial, {}) for trial in _trials_of_one_head()],
    mistakes=(
        Mistake(_rows_for_values,
                "This blends the rows of x themselves. What a position hands over is its value, `x @ Wv`: blend "
                "those."),
        Mistake(_keys_for_values,
                "This blends the keys. A key is what a position is found by; what it hands over is its value, `x @ "
                "Wv`."),
        Mistake(_queries_for_values,
                "This blends the queries. A query is what a position looks for; what it hands over is its value, `x @ "
                "Wv`."),
        Mistake(_handed_out,
                "The table of weights is transposed: each position is given by the weights with which it *is read*, "
                "and position 0 takes from all later ones. Row t of the weights belongs to reader t: `weights @ "
                "values`, without `.T`."),
        Mistake(_scores_for_weights,
                "The values are multiplied by scores. Scores can be anything; weights sum to 1. Softmax stands between "
                "them."),
        Mistake(_unmasked,
                "The weights in here have no mask: position 0 has read what comes after it. Call your "
                "`attention_weights` of step 2."),
        Mistake(_values_alone, "These are the values, before anyone has read them. Blend them: weights times values."),
        Mistake(_weights_alone,
                "These are the weights alone. They say how much of whom; multiply them with the values, `x @ Wv`."),
    ),
    hints=(
        "Step 2 says how much of whom. What is handed over is the value of each position, `x @ Wv`.",
        "A blend is a sum of rows, each times its weight. For all readers at once that is one matrix product, weights "
        "times values.",
    ),
)


# --- Step 4: several heads -----------------------------------------------------------------------------------


def multi_head(x, heads, Wo=None):
    """All heads side by side, then the output projection where one is given: (T, C) -> (T, C)."""
    found = [causal_head(x, *head) for head in heads]
    joined = np.concatenate(found, axis=-1)
    return joined if Wo is None else joined @ Wo


def _found(x, heads):
    return [causal_head(x, *head) for head in heads]


def _joined(x, heads):
    return np.concatenate(_found(x, heads), axis=-1)


def _projected(joined, Wo):
    return joined if Wo is None else joined @ Wo


def _added(x, heads, Wo=None):
    return sum(_found(x, heads))


def _averaged(x, heads, Wo=None):
    return np.mean(_found(x, heads), axis=0)


def _one_below_the_other(x, heads, Wo=None):
    return np.concatenate(_found(x, heads), axis=0)


def _stacked(x, heads, Wo=None):
    return np.stack(_found(x, heads))


def _first_head_alone(x, heads, Wo=None):
    return causal_head(x, *heads[0])


def _without_projection(x, heads, Wo=None):
    return _joined(x, heads)


def _projected_transposed(x, heads, Wo=None):
    return _projected(_joined(x, heads), None if Wo is None else Wo.T)


def _shuffled(x, heads, Wo=None):
    # On a last axis of their own the heads take turns, number by number, when the two axes are made one.
    return _projected(np.stack(_found(x, heads), axis=-1).reshape(x.shape), Wo)


def _in_reverse(x, heads, Wo=None):
    return _projected(_joined(x, heads[::-1]), Wo)


def _trials_of_several_heads():
    rng = np.random.default_rng(3)
    x = np.array([[1.0, 0.0], [1.0, 2.0]])
    first = tuple(np.array([[a], [b]]) for a, b in ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0)))
    second = tuple(np.array([[a], [b]]) for a, b in ((0.0, 1.0), (1.0, 0.0), (1.0, -1.0)))
    draw, Wo = part_one_draw(), rng.normal(size=(32, 32)) / np.sqrt(32)
    return [((x, [first, second]), {}), ((x, [first, second], np.array([[1.0, 2.0], [0.0, 1.0]])), {}),
            ((draw.x, draw.weights.heads), {}), ((draw.x, draw.weights.heads, Wo), {})]


_ADDED = ("The heads' results are {}, so that nobody can tell any more which head found what, and the rows come out "
          "too narrow. Lay them side by side: `np.concatenate(..., axis=-1)`.")

_multi_head = Step(
    name="multi_head",
    task="lay several heads side by side",
    solution=multi_head,
    cases=_trials_of_several_heads,
    mistakes=(
        Mistake(_added, _ADDED.format("added up")),
        Mistake(_averaged, _ADDED.format("averaged")),
        Mistake(_one_below_the_other,
                "The heads' results stand one below the other: there are now more rows than positions. Rows are "
                "positions, so join along the last axis: `np.concatenate(..., axis=-1)`."),
        Mistake(_stacked,
                "The heads' results lie in a new axis of their own. Join them along the last axis instead: "
                "`np.concatenate(..., axis=-1)`."),
        Mistake(_first_head_alone,
                "This is what the first head found. Run all of them, and lay their results side by side."),
        Mistake(_without_projection,
                "The heads are joined as they should be, but `Wo` has no effect. Where it is given, multiply the "
                "joined rows by it."),
        Mistake(_projected_transposed,
                "The output projection is used on its side, `Wo.T`. The joined rows are multiplied by `Wo` as it "
                "comes: `joined @ Wo`."),
        Mistake(_shuffled,
                "All numbers are there, but the heads take turns: the first number of each head, then the second of "
                "each. Each head's piece stays together: `np.concatenate(found, axis=-1)`."),
        Mistake(_in_reverse, "The heads stand in the wrong order: the last comes first. Keep the order of `heads`."),
    ),
    hints=(
        "Run `causal_head(x, *head)` for each head of `heads`, and keep the results in a list.",
        "`np.concatenate(found, axis=-1)` lays them side by side: H pieces of width C / H make rows of width C again.",
        "When `Wo` is not None, the last thing is `joined @ Wo`.",
    ),
)

STEPS = (_softmax, _attention_weights, _causal_head, _multi_head)
