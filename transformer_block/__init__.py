"""The transformer block, one if at a time. The maths needs NumPy alone; names are in chapter order.

Letters: B examples, T positions, C model width, F inner width, H heads, d = C / H head width.
S positions of the sequence that is read, where it is another one.
Rows are positions, columns are coordinates; `...` stands for any leading batch axes.
No function here changes its arguments or draws hidden random numbers.
"""

from transformer_block.attention import attention_weights, causal_head, multi_head, softmax
from transformer_block.block import ORDERS, PARTS, BlockWeights, block, block_stages
from transformer_block.config import SIX, Config, forward_work, parameter_bill, parameter_count
from transformer_block.examples import PartOneDraw, WorkedExample, part_one_draw, worked_example
from transformer_block.feed_forward import feed_forward, feed_forward_stages, fires, if_unit, relu
from transformer_block.masks import causal_mask, padding_mask
from transformer_block.norms import layer_norm, rms_norm
from transformer_block.residual import RULES, residual, spread, stack
from transformer_block.slopes import block_slopes

__all__ = [
    "softmax", "attention_weights", "causal_head", "multi_head",  # 0 gathering
    "fires", "if_unit",  # 1 if_unit
    "relu", "feed_forward", "feed_forward_stages",  # 2 bank_of_ifs
    "residual", "stack", "spread", "RULES",  # 4 dying_stack
    "layer_norm", "rms_norm",  # 5 drift
    "BlockWeights", "block_stages", "block", "PARTS",  # 6 full_block
    "ORDERS", "block_slopes",  # 8 order_of_norm
    "causal_mask", "padding_mask",  # 9 who_sees_whom
    "Config", "SIX", "parameter_bill", "parameter_count", "forward_work",  # 10 six_numbers
    "PartOneDraw", "part_one_draw", "WorkedExample", "worked_example",
]
