"""Live widgets: a chapter's own NumPy function, recorded once and run in the page under the reader's hand."""

from transformer_block.live.inputs import Arrow, Choice, Pick, Range, Toggle, When, Whole, Words
from transformer_block.live.sentence import Sentence
from transformer_block.live.trace import TraceError
from transformer_block.live.views import (
    Answers,
    Band,
    Bars,
    BentLine,
    Firing,
    Line,
    Mark,
    Matrix,
    Plane,
    Ranking,
    Storeys,
    Table,
)
from transformer_block.live.widget import Live, explore

__all__ = [
    "explore", "Live", "TraceError",
    "Range", "Whole", "Toggle", "Choice", "Arrow", "Pick", "Words", "When",
    "Plane", "Mark", "BentLine", "Matrix", "Bars", "Ranking", "Firing", "Answers", "Storeys", "Line", "Band", "Table", "Sentence",
]
