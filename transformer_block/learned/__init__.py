"""One block that has learned a small language, with ifs that can be read. Chapter 13.

The language and its questions are in language.py and exam.py, the model in model.py, and how it learned in training.py,
which alone needs PyTorch.
"""

from transformer_block.learned.model import (
    Model,
    contribution_for,
    learned_model,
    model_stages,
    next_word,
    read,
    with_then,
)

__all__ = ["Model", "contribution_for", "learned_model", "model_stages", "next_word", "read", "with_then"]
