"""The transformer block, one if at a time. The maths needs NumPy alone; names are in chapter order."""

from transformer_block.block import (
    PARTS,
    RULES,
    BlockWeights,
    attention_weights,
    block,
    block_stages,
    causal_head,
    feed_forward,
    fires,
    if_unit,
    layer_norm,
    multi_head,
    relu,
    residual,
    rms_norm,
    softmax,
    spread,
    stack,
)
from transformer_block.examples import PartOneDraw, WorkedExample, part_one_draw, worked_example

__all__ = [
    "softmax", "attention_weights", "causal_head", "multi_head",  # 0 gathering
    "fires", "if_unit",  # 1 if_unit
    "relu", "feed_forward",  # 2 bank_of_ifs
    "residual", "stack", "spread", "RULES",  # 4 dying_stack
    "layer_norm", "rms_norm",  # 5 drift
    "BlockWeights", "block_stages", "block", "PARTS",  # 6 full_block
    "PartOneDraw", "part_one_draw", "WorkedExample", "worked_example",
]
