"""The picture of chapter 7."""

import numpy as np
import pytest

import transformer_block as tb
from tests.figures.seeing import arrows, idea, marks, text, written
from transformer_block.figures import one_row as pictures

STAGES = tb.block_stages(*tb.worked_example())


def test_each_position_walks_from_X_over_R_to_Y():
    for position, axes in enumerate(pictures.walk(STAGES).axes):
        X, R, Y = (STAGES[name][position] for name in "XRY")
        (tail, middle, gathered), (again, tip, thought) = arrows(axes)
        assert np.allclose([tail, middle, again, tip], [X, R, R, Y]) and (gathered, thought) == ("evidence", "contribution")
        stream = [mark.get_xydata()[0] for mark in marks(axes) if idea(mark.get_color()) == "ink"]
        assert np.allclose(stream, [X, R, Y])
        assert written(axes, "ink") == ["X", "R", "Y"]
        for name, place in zip("XRY", (X, R, Y), strict=True):
            assert np.allclose(text(axes, name).xy, place)


def test_what_is_read_is_marked_once_where_it_is_the_same():
    for position, (axes, names) in enumerate(zip(pictures.walk(STAGES).axes, (["N1", "N2"], ["N1\nN2"], ["N1", "N2"]), strict=True)):
        squares = [mark for mark in marks(axes) if idea(mark.get_color()) == "tidy"]
        assert written(axes, "tidy") == names
        assert {idea(square.get_markerfacecolor()) for square in squares} == {"surface"}
        wanted = [STAGES[name[:2]][position] for name in names]
        assert np.allclose([square.get_xydata()[0] for square in squares], wanted)


def test_the_dotted_line_is_where_both_numbers_are_equal():
    for axes in pictures.walk(STAGES).axes:
        x, y = axes.lines[0].get_data()
        assert np.array_equal(x, y) and (x[0], x[-1]) == axes.get_xlim()


def test_the_plane_is_not_stretched_and_all_panels_share_it():
    for axes in pictures.walk(STAGES).axes:
        assert axes.get_aspect() == 1 and axes.get_xlim() == axes.get_ylim() == (pictures.LOW, pictures.HIGH)


def test_the_walk_is_told():
    assert pictures.walk(STAGES).alt.endswith(
        "position 2 enters at X [2.00, 1.00], reads [1.00, −1.00], gathers to R [2.00, 2.75], reads [−1.00, 1.00] and thinks to Y [3.00, 3.75].")


def test_a_plane_has_two_coordinates():
    with pytest.raises(ValueError, match=r"expected positions of two numbers, \(T, 2\), got \(6, 32\)"):
        pictures.walk(tb.block_stages(*tb.part_one_draw()[:2]))
