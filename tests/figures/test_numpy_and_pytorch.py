"""The pictures of chapter 12."""

import numpy as np
import pytest

from tests.figures import cases
from tests.figures.seeing import curves, ends, marks, places, written
from transformer_block.figures import numpy_and_pytorch as pictures


def parted():
    (stages, slips, floor), _ = cases.arguments("numpy_and_pytorch.parting")
    return pictures.parting(stages, slips, floor), stages, slips, floor


def test_two_right_ports_are_the_floor():
    picture, stages, _, floor = parted()
    axes, = picture.axes
    for (idea, style, points), line in zip(curves(axes), floor.values(), strict=False):
        assert (idea, style) == ("silent", ())
        assert np.allclose(points[:, 1], np.maximum(line, pictures.EQUAL), rtol=1e-9, atol=0)
    assert [label.get_text() for label in axes.get_xticklabels()] == stages
    assert "at most 2·10⁻⁷ in float32 and 5·10⁻¹⁶ in float64" in picture.alt


def test_a_slip_leaps_from_the_floor_at_its_first_stage():
    picture, _, slips, floor = parted()
    axes, = picture.axes
    drawn = curves(axes)[len(floor):]
    for leap, rest, mark, line in zip(drawn[::2], drawn[1::2], places(marks(axes)), slips.values(), strict=True):
        first = int(np.argmax(np.asarray(line) > 0))
        assert np.allclose(leap[2], [[first - 1, max(floor["float64"][first - 1], pictures.EQUAL)], [first, line[first]]], rtol=1e-9, atol=0)
        assert np.allclose(rest[2], np.stack([np.arange(first, 8), line[first:]], axis=-1))
        assert np.allclose(mark, [first, line[first]])


def test_slips_that_begin_together_have_one_colour_and_lines_of_their_own():
    drawn = curves(parted()[0].axes[0])[2:]
    looks = [(idea, style) for idea, style, _ in drawn[1::2]]
    assert [idea for idea, _ in looks] == ["evidence", "evidence", "evidence", "tidy", "tidy", "tidy", "contribution"]
    assert len(set(looks)) == len(looks)


def test_each_line_has_its_name_at_its_end():
    picture, _, slips, floor = parted()
    told = ends(picture.axes[0])
    assert set(told) == {*slips, *floor}
    assert told["Wo not turned"] == pytest.approx(0.7929)
    last = {name: line[-1] for name, line in {**slips, **floor}.items()}
    assert sorted(told, key=told.get) == sorted(last, key=last.get)


def test_the_words_tell_where_each_slip_begins():
    alt = parted()[0].alt
    assert "Wo not turned, from U, where it is 1.4, to 0.793 at Y" in alt
    assert alt.endswith("GELU, from hidden, where it is 0.165, to 0.0829 at Y.")


def nudges():
    (steps, errors), _ = cases.arguments("numpy_and_pytorch.hairs")
    return pictures.hairs(steps, errors), steps, errors


def test_each_kind_of_number_has_its_line_and_its_best_step_marked():
    picture, steps, errors = nudges()
    axes, = picture.axes
    assert [(idea, bool(style)) for idea, style, _ in curves(axes)] == [("ink", False), ("replace", True)]
    for (_, _, points), mark, line in zip(curves(axes), places(marks(axes)), errors.values(), strict=True):
        assert np.allclose(points, np.stack([steps, line], axis=-1), rtol=1e-9, atol=0)
        assert np.allclose(mark, [steps[np.argmin(line)], np.min(line)], rtol=1e-9, atol=0)
    assert written(axes, "ink") == ["3·10⁻¹²", "float64"] and written(axes, "replace") == ["9·10⁻⁶", "float32"]


def test_a_name_stands_at_the_left_end_of_its_line():
    picture, steps, errors = nudges()
    for words in picture.axes[0].texts:
        if words.get_text() in errors:
            assert words.xy == (steps[-1], errors[words.get_text()][-1])


def test_the_words_tell_the_best_step():
    assert "In float64 the error falls from 10⁻³ at a step of 0.1 to 3·10⁻¹² at 10⁻⁴, and rises to 10⁻⁴ at 10⁻¹²." in nudges()[0].alt
