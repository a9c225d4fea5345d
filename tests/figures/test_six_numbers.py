"""What the pictures of chapter 10 show."""

import numpy as np
import pytest

from tests.figures.seeing import idea, look, marks
from transformer_block.figures import six_numbers as pictures

BILL = {"tokens": 20, "positions": 5, "gather": 30, "think": 40, "biases": 3, "norms": 2, "head": 0}
T = np.array([1, 10, 100, 1000])


def test_each_bar_begins_where_the_one_before_it_ends():
    axes, = pictures.shares({"one": BILL, "two": {**BILL, "head": 100}}).axes
    bars = [(look(bar)[0], round(bar.get_x(), 6), round(bar.get_width(), 6)) for bar in axes.patches]
    assert bars[:3] == [("silent", 0, 25), ("evidence", 25, 30), ("pattern", 55, 40)]
    assert bars[3:] == [("silent", 0, 62.5), ("evidence", 62.5, 15), ("pattern", 77.5, 20)]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["one", "two"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1], "the first model on top"


def test_the_words_tell_every_share_of_the_whole():
    alt = pictures.shares({"one": {item: number * 10**6 for item, number in BILL.items()}}).alt
    assert alt.endswith("one, 100 million: embeddings 25 %, gather 30 %, think 40 %.")


def test_a_dot_stands_where_the_lines_cross():
    picture = pictures.crossing(T, 60e9 * T, 1e9 * T**2, 500)
    axes, = picture.axes
    dot, = marks(axes)
    assert np.allclose(dot.get_xydata(), [[60, 3600]])
    assert "equal at 60 positions" in picture.alt and "longest text, 500" in picture.alt
    limit, weights, tables = (line for line in axes.lines if line is not dot)
    assert [idea(line.get_color()) for line in (limit, weights, tables)] == ["quiet", "pattern", "evidence"]
    assert np.allclose(weights.get_ydata(), 60 * T) and np.allclose(tables.get_ydata(), T**2)
    assert list(limit.get_xdata()) == [500, 500]


def test_lines_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="three lines of one length, got .* Compute both"):
        pictures.crossing(T, T[:2], T, 5)
