"""The labs: write the block yourself, and be told in words what went wrong."""

from transformer_block.lab.checking import check
from transformer_block.lab.helping import hint, solution
from transformer_block.lab.session import begin, progress

__all__ = ["begin", "check", "hint", "solution", "progress"]
