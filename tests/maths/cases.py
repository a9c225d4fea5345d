"""Every public function with arguments to try it on, and its oracle: what the oracle tests and the mutations share."""

from functools import cache

import numpy as np

import transformer_block as tb
from tests.maths import oracles

rng = np.random.default_rng(7)
T, C, F, H = 5, 6, 9, 2


def normal(*shape):
    """Random numbers for one argument."""
    return rng.normal(size=shape)


HEADS = [(normal(C, C // H), normal(C, C // H), normal(C, C // H)) for _ in range(H)]
WEIGHTS = tb.BlockWeights(HEADS, normal(C, F), normal(F, C), normal(C, C), normal(F), normal(C), normal(C), normal(C),
                          normal(C), normal(C))
X, ROW, MATRICES = normal(T, C), normal(C), [normal(C, C) / 3 for _ in range(4)]
SEXTET = tb.Config(3, 10, 5, 7, 19, 13)
SOURCE = np.random.default_rng(9).normal(size=(3, C))
# Who may read whom, of no particular kind: not symmetric, and with a reader that does not read itself.
MASK = np.array([[0, 1, 0, 0, 1], [1, 1, 0, 0, 0], [0, 0, 1, 1, 1], [1, 0, 0, 1, 0], [0, 0, 0, 0, 1]]) == 1
ACROSS = np.array([[1, 0, 1], [1, 1, 1], [0, 1, 0], [0, 0, 1], [1, 1, 0]]) == 1


def lists(value):
    """The same numbers without NumPy."""
    if isinstance(value, tb.BlockWeights):
        return tb.BlockWeights(*map(lists, value))
    if isinstance(value, list | tuple):
        return [lists(item) for item in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


# name, function's name, oracle, arguments, options
CASES = [
    ("softmax", "softmax", oracles.softmax, (ROW,), {}),
    ("attention_weights", "attention_weights", oracles.attention_weights, (X, *HEADS[0][:2]), {}),
    ("attention_weights unmasked", "attention_weights", oracles.attention_weights, (X, *HEADS[0][:2]), {"causal": False}),
    ("causal_head", "causal_head", oracles.causal_head, (X, *HEADS[0]), {}),
    ("multi_head", "multi_head", oracles.multi_head, (X, HEADS), {}),
    ("multi_head projected", "multi_head", oracles.multi_head, (X, HEADS, WEIGHTS.Wo), {"causal": False}),
    ("attention_weights masked", "attention_weights", oracles.attention_weights, (X, *HEADS[0][:2]), {"mask": MASK}),
    ("attention_weights one row for all", "attention_weights", oracles.attention_weights, (X, *HEADS[0][:2]), {"mask": MASK[:1]}),
    ("attention_weights across", "attention_weights", oracles.attention_weights, (X, *HEADS[0][:2]), {"source": SOURCE}),
    ("causal_head across, masked", "causal_head", oracles.causal_head, (X, *HEADS[0]), {"source": SOURCE, "mask": ACROSS}),
    ("multi_head masked", "multi_head", oracles.multi_head, (X, HEADS, WEIGHTS.Wo), {"mask": MASK}),
    ("multi_head across", "multi_head", oracles.multi_head, (X, HEADS), {"source": SOURCE}),
    ("fires", "fires", oracles.fires, (ROW, X[0]), {}),
    ("fires silent", "fires", oracles.fires, (ROW, -np.sign(ROW)), {}),
    ("if_unit", "if_unit", oracles.if_unit, (ROW, ROW / 2, X[1]), {}),
    ("relu", "relu", oracles.relu, (X,), {}),
    ("feed_forward", "feed_forward", oracles.feed_forward, (X, WEIGHTS.W1, WEIGHTS.W2), {}),
    ("feed_forward biased", "feed_forward", oracles.feed_forward,
     (X, WEIGHTS.W1, WEIGHTS.W2, WEIGHTS.b1, WEIGHTS.b2), {}),
    ("feed_forward last bias", "feed_forward", oracles.feed_forward, (X, WEIGHTS.W1, WEIGHTS.W2, None, WEIGHTS.b2), {}),
    ("feed_forward_stages", "feed_forward_stages", oracles.feed_forward_stages, (X, WEIGHTS.W1, WEIGHTS.W2, WEIGHTS.b1, WEIGHTS.b2), {}),
    ("feed_forward_stages straight", "feed_forward_stages", oracles.feed_forward_stages,
     (X, WEIGHTS.W1, WEIGHTS.W2, WEIGHTS.b1, WEIGHTS.b2), {"bend": False}),
    ("residual", "residual", oracles.residual, (X, X[::-1].copy()), {}),
    ("layer_norm", "layer_norm", oracles.layer_norm, (X,), {}),
    ("layer_norm scaled", "layer_norm", oracles.layer_norm, (X, ROW, X[0], 0.5), {}),
    ("rms_norm", "rms_norm", oracles.rms_norm, (X,), {}),
    ("rms_norm scaled", "rms_norm", oracles.rms_norm, (X, ROW, 0.5), {}),
    ("spread", "spread", oracles.spread, (ROW,), {}),
    *((f"stack {rule}", "stack", oracles.stack, (ROW, MATRICES, rule), {}) for rule in tb.RULES),
    ("block_stages", "block_stages", oracles.block_stages, (X, WEIGHTS), {}),
    ("block_stages bare", "block_stages", oracles.block_stages, (X, tb.BlockWeights(HEADS, WEIGHTS.W1, WEIGHTS.W2)), {}),
    *((f"block_stages without {part}", "block_stages", oracles.block_stages, (X, WEIGHTS), {"without": (part,)})
      for part in tb.PARTS),
    ("block_stages masked", "block_stages", oracles.block_stages, (X, WEIGHTS), {"mask": MASK}),
    ("causal_mask", "causal_mask", oracles.causal_mask, (T,), {}),
    ("padding_mask", "padding_mask", oracles.padding_mask, (np.array([2, T, 1]), T), {}),
    ("block_stages post", "block_stages", oracles.block_stages, (X, WEIGHTS), {"order": "post"}),
    ("block_stages post bare", "block_stages", oracles.block_stages, (X, tb.BlockWeights(HEADS, WEIGHTS.W1, WEIGHTS.W2)), {"order": "post"}),
    *((f"block_stages post without {part}", "block_stages", oracles.block_stages, (X, WEIGHTS), {"without": (part,), "order": "post"})
      for part in tb.PARTS),
    *((f"block_slopes {order}", "block_slopes", oracles.block_slopes, (X[:3], WEIGHTS, X[2:]), {"order": order}) for order in tb.ORDERS),
    *((f"block_slopes {order} bare", "block_slopes", oracles.block_slopes,
       (X[:3], tb.BlockWeights(HEADS, WEIGHTS.W1, WEIGHTS.W2), X[2:]), {"order": order, "eps": 0.5}) for order in tb.ORDERS),
    *((f"block_slopes {order} masked", "block_slopes", oracles.block_slopes, (X[:3], WEIGHTS, X[2:]), {"order": order, "mask": mask})
      for order, mask in (("pre", MASK[:3, :3] | np.eye(3, dtype=bool)), ("post", MASK[:1, :3]))),
    *((f"{function}{name}", function, getattr(oracles, function), (SEXTET,), options) for function in ("parameter_bill", "parameter_count")
      for name, options in [("", {}), (" bare", {"biases": False, "final_norm": False}), (" untied", {"tied": False})]),
    ("forward_work", "forward_work", oracles.forward_work, (SEXTET, 11), {}),
]


@cache
def by_oracle(name):
    """What the oracle of a case gives, computed once."""
    _, _, oracle, arguments, options = next(case for case in CASES if case[0] == name)
    return oracle(*map(lists, arguments), **options)


def differences(namespace):
    """The names of the cases in which the functions of `namespace` and the oracles part by more than 1e-12."""
    found = []
    for name, function, _, arguments, options in CASES:
        try:
            with np.errstate(all="ignore"):  # a mistake may divide by zero
                ours = namespace[function](*arguments, **options)
        except ValueError:  # shapes that do not fit any more
            found.append(name)
            continue
        theirs = by_oracle(name)
        same_names = not isinstance(theirs, dict) or ours.keys() == theirs.keys()
        pairs = [(ours.get(key), theirs[key]) for key in theirs] if isinstance(theirs, dict) else [(ours, theirs)]
        if not same_names or not all(np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-12, atol=1e-12) for a, b in pairs):
            found.append(name)
    return found
