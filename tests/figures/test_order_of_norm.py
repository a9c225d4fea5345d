"""The pictures of chapter 8."""

import numpy as np
import pytest

import transformer_block as tb
from tests.figures import cases
from tests.figures.seeing import arrows, band, curves, ends, idea, text, written
from transformer_block.figures import order_of_norm as pictures


def drawn():
    given, _ = cases.arguments("order_of_norm.two_orders")
    return pictures.two_orders(*given), given


def test_both_orders_give_the_sizes_of_their_stages():
    picture, (pre, post, position) = drawn()
    for axes, stages in zip(picture.axes, (pre, post), strict=True):
        told = " ".join(written(axes))
        for name in ("X", "R", "Y"):
            assert f"{name}  {tb.spread(stages[name][position]):.2f}" in told
        for name in ("U", "FFN"):
            assert f"{tb.spread(stages[name][position]):.2f}" in told
    assert [axes.get_title() for axes in picture.axes] == ["pre-norm", "post-norm"]
    assert picture.alt.endswith("to R 1.00 and Y 1.00.") and "R 1.20 and Y 1.37" in picture.alt


def test_the_norms_of_post_norm_stand_on_the_lane():
    picture, _ = drawn()
    for axes, place in zip(picture.axes, (pictures.BRANCH, pictures.LANE), strict=True):
        norms = [words for words in axes.texts if words.get_text() == "tidy"]
        assert [words.get_position()[0] for words in norms] == [place, place]
        assert {idea(words.get_color()) for words in norms} == {"tidy"}
        assert text(axes, "gather").get_position()[0] == text(axes, "think").get_position()[0] == pictures.BRANCH


def test_every_branch_comes_back_to_a_plus_on_the_lane():
    picture, _ = drawn()
    for axes in picture.axes:
        lane, *branches = arrows(axes)
        assert lane[0][0] == lane[1][0] == pictures.LANE and lane[1][1] > lane[0][1]
        plus = [words.get_position() for words in axes.texts if words.get_text() == "+"]
        assert len(branches) == len(plus) == 2
        for (tail, head, _), (x, y) in zip(branches, plus, strict=True):
            assert tail[1] == head[1] == y and tail[0] > head[0] > x == pictures.LANE


LOW, MIDDLE, HIGH = np.full(24, 2.0), np.linspace(8, 4, 24), np.full(24, 16.0)
FLAT = np.stack([np.full(24, 0.5), np.ones(24), np.full(24, 2.0)])


def test_the_slopes_have_a_line_and_a_band_for_each_order():
    axes, = pictures.slopes([LOW, MIDDLE, HIGH], FLAT).axes
    lines = curves(axes)
    assert [colour for colour, _, _ in lines] == ["ink", "tidy"] and lines[0][1] == () != lines[1][1]
    for (_, _, line), shaded, (low, middle, high) in zip(lines, axes.collections, ([LOW, MIDDLE, HIGH], FLAT), strict=True):
        assert np.allclose(line, np.stack([np.arange(1, 25), middle], axis=-1))
        x, below, above = band(shaded)
        assert np.array_equal(x, np.arange(1, 25)) and np.allclose(below, low) and np.allclose(above, high)


def test_every_label_stands_at_the_end_of_its_line():
    axes, = pictures.slopes([LOW, MIDDLE, HIGH], FLAT).axes
    assert ends(axes) == pytest.approx({"pre-norm 4": 4, "post-norm 1": 1})


def test_the_slopes_are_told_with_their_bands():
    alt = pictures.slopes([LOW, MIDDLE, HIGH], FLAT).alt
    assert "pre-norm, from 8 at block 1 (2 to 16 in nine of ten towers) to 4 at block 24 (2 to 16)" in alt
    assert alt.endswith("post-norm, from 1 at block 1 (0.5 to 2 in nine of ten towers) to 1 at block 24 (0.5 to 2).")


def test_the_slopes_want_three_lines_for_each_order():
    with pytest.raises(ValueError, match=r"twice \(3, L\), got \(24,\) and \(3, 24\)"):
        pictures.slopes(LOW, FLAT)


def test_both_towers_have_two_panels():
    sizes, slopes = [np.linspace(1, 4, 12), np.ones(12)], [np.linspace(8, 2, 12), np.full(12, 5.0)]
    picture = pictures.both_towers(sizes, slopes)
    for axes, lines in zip(picture.axes, (sizes, slopes), strict=True):
        assert [colour for colour, _, _ in curves(axes)] == ["ink", "tidy"]
        assert np.allclose([points[:, 1] for _, _, points in curves(axes)], lines)
    assert [axes.get_ylabel() for axes in picture.axes] == ["size of the stream", "slope of W2"]
    assert ends(picture.axes[1]) == pytest.approx({"pre 2.0": 2, "post 5.0": 5})
    assert picture.alt.endswith("The slope of W2 goes from 8.0 to 2.0 in pre-norm, from 5.0 to 5.0 in post-norm.")
