"""Adding: the residual connection, and what it does to a stack of linear storeys. Chapters 4 and 5."""

import numpy as np

from transformer_block import checks
from transformer_block.norms import layer_norm


def residual(x, update):
    """Add what was computed to what was received: (...), (...) -> (...), shapes equal or ValueError. Chapter 4."""
    x, update = checks.numbers("x", x), checks.numbers("update", update)
    checks.same_shape("x", x, "update", update)
    return x + update


def spread(x):
    """The size of each row, its standard deviation: (..., C) -> (...). Chapter 4."""
    return checks.numbers("x", x, axes=1).std(axis=-1)


RULES = ("replace", "add", "add-then-tidy", "tidy-then-add")


def stack(z, matrices, rule="add"):
    """Send z up a stack of linear storeys and keep every floor: (..., C), S times (C, C) -> (S + 1, ..., C).

    Entry 0 is z itself. `rule` is what a storey does with z @ W: "replace" z by it, "add" it to z,
    "add-then-tidy" (layer norm on the sum), or "tidy-then-add" (read layer_norm(z), add to z). Chapters 4 and 5.
    """
    z = checks.numbers("z", z, axes=1)
    checks.one_of("rule", rule, RULES)
    checks.several("matrices", matrices, "(C, C) matrices", "Pass one matrix for each storey.")
    floors = [z]
    for number, W in enumerate(matrices):
        W = checks.numbers(f"matrices[{number}]", W)
        checks.exactly(f"matrices[{number}]", W, (z.shape[-1], z.shape[-1]), "(C, C)")
        if rule == "replace":
            z = z @ W
        elif rule == "add":
            z = z + z @ W
        elif rule == "add-then-tidy":
            z = layer_norm(z + z @ W)
        else:
            z = z + layer_norm(z) @ W
        floors.append(z)
    return np.stack(floors)
