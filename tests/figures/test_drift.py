"""What the pictures of chapter 5 show."""

import numpy as np
import pytest

from transformer_block.figures import drift as pictures
from transformer_block.figures import storeys


def written(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_each_note_of_the_snail_stands_at_a_right_angle():
    axes = pictures.snail([0.7, 0.7, 0.7]).axes[0]
    tips = np.array([line.get_xydata()[1] for line in axes.lines])
    assert np.allclose(np.linalg.norm(tips, axis=1) ** 2, 1 + 0.49 * np.arange(4))
    notes = np.diff(tips, axis=0)
    assert np.allclose((notes * tips[:-1]).sum(axis=1), 0) and np.allclose(np.linalg.norm(notes, axis=1), 0.7)
    assert [text for text in written(axes) if text[0].isdigit()] == ["1.00", "1.22", "1.41", "1.57"]


def test_the_snail_is_told_in_words():
    assert pictures.snail([0.7, 0.7]).alt.endswith("The notes are 0.70 each, the sums are 1.22, 1.41.")
    assert "grow from 0.70 to 0.85, the sums are 1.22, 1.49" in pictures.snail(0.7 * 1.49 ** (np.arange(2) / 2)).alt


def test_the_growth_lies_in_its_band_on_a_logarithmic_scale():
    sizes = 1.2 ** np.arange(25)
    picture = pictures.growth(sizes, sizes / 2, sizes * 2, sizes)
    axes = picture.axes[0]
    assert axes.get_yscale() == "log" and (axes.get_xlabel(), axes.get_ylabel()) == ("storey", "size")
    assert np.allclose(axes.lines[1].get_ydata(), sizes)
    assert written(axes) == ["95 % below 159", "this draw 79.5", "Pythagoras 79.5", "5 % below 40"]
    assert "from 1.00 to 79.5" in picture.alt and "ends between 40 and 159" in picture.alt


def test_rows_that_differ_by_slide_and_stretch_land_on_each_other():
    picture = pictures.slide_and_stretch([[1, 2, 3, 4], [-4, -2, 0, 2]])
    dots = [line for line in picture.axes[0].lines if line.get_marker() in "os"]
    arrived, centred, tidied = dots[:2], dots[2:4], dots[4:]
    assert [dot.get_xdata()[0] for dot in arrived] == [1, -4]
    assert np.allclose([dot.get_xdata().mean() for dot in centred], 0)
    assert np.allclose(tidied[0].get_xdata(), tidied[1].get_xdata(), atol=1e-5)
    assert picture.alt.endswith("both become [-1.34, -0.45, 0.45, 1.34].")
    assert "they become" in pictures.slide_and_stretch([[1, 2, 3, 4], [4, 3, 2, 1]]).alt


def test_slide_and_stretch_compares_two_rows():
    with pytest.raises(ValueError, match=r"two rows, \(2, C\), got shape \(4,\)"):
        pictures.slide_and_stretch([1, 2, 3, 4])


def test_where_to_tidy_names_its_lines():
    picture = pictures.where_to_tidy(1.2 ** np.arange(25), np.sqrt(1 + np.arange(25)), np.ones(25))
    assert written(picture.axes[0]) == ["never 79.50", "what is read 5.00", "each sum 1.00"]
    assert len({line.get_linestyle() for line in picture.axes[0].lines}) > 1
    assert "Never: up to 79.50. Tidy what a storey reads: 5.00. Tidy each sum: flat at 1.00." in picture.alt


def test_the_stream_of_blocks_is_drawn_on_a_plain_scale():
    picture = pictures.stream(1 + np.arange(25), np.sqrt(1 + np.arange(25)), np.ones(25))
    axes = picture.axes[0]
    assert axes.get_yscale() == "linear" and axes.get_xlabel() == "block"
    assert written(axes) == ["one block 25.0", "other blocks 5.0", "what is read 1.0"]
    assert "from 1.00 to 25.0" in picture.alt


def test_labels_at_the_ends_keep_apart():
    axes = pictures.where_to_tidy(np.ones(25), np.ones(25), np.ones(25)).axes[0]
    heights = sorted(text.xy[1] for text in axes.texts)
    assert np.diff(heights).min() > 0.07 and heights[0] >= 0


@pytest.mark.parametrize(("number", "text"), [(29.902, "29.9"), (0.2379, "0.238"), (6.63e6, "7·10⁶"), (1e-8, "10⁻⁸"), (1, "1")])
def test_numbers_far_from_one_get_a_power_of_ten(number, text):
    assert storeys.short(number) == text
