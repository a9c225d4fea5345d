"""What the pictures of chapter 5 show."""

import numpy as np
import pytest

import transformer_block as tb
from tests.figures import cases
from tests.figures.seeing import arrows, band, curves, ends, idea, marks, text, written
from transformer_block.figures import drift as pictures


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


def test_each_note_is_an_arrow_from_one_sum_to_the_next():
    axes = pictures.snail([0.7, 0.9, 0.5]).axes[0]
    tips = np.array([line[1] for _, _, line in curves(axes)])
    drawn = arrows(axes)
    assert len(drawn) == 3
    assert np.allclose([tail for tail, _, _ in drawn], tips[:-1]) and np.allclose([head for _, head, _ in drawn], tips[1:])
    assert {colour for _, _, colour in drawn} == {"add"} and written(axes, "add") == ["first note 0.70"]
    assert np.allclose(text(axes, "first note 0.70").xy, (tips[0] + tips[1]) / 2)


def test_the_sums_of_the_snail_start_at_the_origin_and_turn_one_way():
    axes = pictures.snail([0.7, 0.9, 0.5], start=2).axes[0]
    lines = curves(axes)
    assert {colour for colour, _, _ in lines} == {"ink"} and np.allclose([line[0] for _, _, line in lines], 0)
    assert np.allclose(lines[0][2][1], (2, 0)), "the first description lies flat"
    angles = np.unwrap([np.arctan2(*line[1][::-1]) for _, _, line in lines])
    assert np.allclose(np.diff(angles), np.arctan([0.7 / 2, 0.9 / np.sqrt(4.49), 0.5 / np.sqrt(5.3)]))
    widths = [line.get_linewidth() for line in axes.lines]
    assert widths[0] == widths[-1] > max(widths[1:-1]), "first and last stand out"


def test_each_sum_of_the_snail_is_written_at_its_tip():
    axes = pictures.snail([0.7, 0.9, 0.5]).axes[0]
    told = [words for words in axes.texts if words.get_text()[:1].isdigit()]
    tips = np.array([line[1] for _, _, line in curves(axes)])
    assert np.allclose([words.xy for words in told], tips) and {idea(words.get_color()) for words in told} == {"ink"}
    assert [words.get_text() for words in told] == [f"{size:.2f}" for size in np.sqrt([1, 1.49, 2.3, 2.55])]
    outward = np.array([words.xyann for words in told])
    assert ((outward * tips).sum(axis=1) > 0).all() and axes.get_aspect() == 1


def test_the_band_of_growth_holds_nine_in_ten_of_the_draws_at_every_storey():
    given, _ = cases.arguments("drift.growth")
    shaded, = pictures.growth(*given).axes[0].collections
    x, low, high = band(shaded)
    assert np.array_equal(x, np.arange(25))
    inside = (cases.runs("add") >= low) & (cases.runs("add") <= high)
    assert (inside.mean(axis=0) == 0.9).all()
    assert np.allclose([low, high], np.percentile(cases.runs("add"), [5, 95], axis=0), rtol=1e-12)
    assert idea(shaded.get_facecolor()[0]) == "add" and 0 < shaded.get_alpha() < 0.5


def test_the_draw_is_coloured_and_its_closed_form_is_dotted():
    sizes = 1.2 ** np.arange(25)
    axes = pictures.growth(sizes, sizes / 2, sizes * 2, 1.1 * sizes).axes[0]
    expected, draw = curves(axes)
    assert (expected[0], draw[0], draw[1]) == ("quiet", "add", ()) and expected[1]
    assert np.allclose(expected[2], np.stack([np.arange(25), 1.1 * sizes], axis=-1))
    assert draw[2].tolist() == np.stack([np.arange(25), sizes], axis=-1).tolist()
    assert written(axes, "quiet") == ["Pythagoras 87.4"] and written(axes, "add") == ["95 % below 159", "this draw 79.5", "5 % below 40"]


def test_each_row_keeps_its_mark_on_all_three_number_lines():
    rows = np.array([[1.0, 2, 3, 4], [-4, -2, 0, 2]])
    axes = pictures.slide_and_stretch(rows).axes[0]
    dots = marks(axes)
    assert [dot.get_marker() for dot in dots] == 3 * ["o", "s"]
    assert [set(dot.get_ydata()) for dot in dots] == [{2}, {2}, {1}, {1}, {0}, {0}]
    assert [idea(dot.get_color()) for dot in dots] == 4 * ["ink"] + 2 * ["tidy"]
    assert [dot.get_markerfacecolor() == "none" for dot in dots] == 3 * [False, True], "one shines through the other"
    centred = rows - rows.mean(axis=1, keepdims=True)
    tidied = centred / np.sqrt(rows.var(axis=1, keepdims=True) + 1e-5)
    assert np.allclose([dot.get_xdata() for dot in dots], np.concatenate([rows, centred, tidied]))


def test_the_number_lines_are_named_and_the_tidied_numbers_written_below():
    axes = pictures.slide_and_stretch([[1, 2, 3, 4], [-4, -2, 0, 2]]).axes[0]
    guides = [line for colour, _, line in curves(axes) if colour == "grid"]
    assert [set(line[:, 1]) for line in guides] == [{2}, {1}, {0}] and all(line[0, 0] < -4 and line[1, 0] > 4 for line in guides)
    names = {words.get_text(): words.get_position()[1] for words in axes.texts if idea(words.get_color()) == "quiet"}
    assert {name: round(height) for name, height in names.items()} == {
        "as they arrive": 2, "minus their mean": 1, "divided by their spread": 0}
    told = [words for words in axes.texts if idea(words.get_color()) == "tidy"]
    assert [words.get_text() for words in told] == ["−1.34", "−0.45", "0.45", "1.34"]
    assert np.allclose([words.xy for words in told], [[number, 0] for number in np.array([-3, -1, 1, 3]) / np.sqrt(5)], atol=1e-4)
    zero, = [line for line in axes.lines if idea(line.get_color()) == "quiet"]
    assert set(zero.get_xdata()) == {0}


def test_each_place_to_tidy_has_its_own_colour_and_line():
    never, read, after = 1.2 ** np.arange(25), np.sqrt(1 + np.arange(25)), np.ones(25)
    axes = pictures.where_to_tidy(never, read, after).axes[0]
    lines = curves(axes)
    assert [colour for colour, _, _ in lines] == ["add", "ink", "tidy"] and len({style for _, style, _ in lines}) == 3
    assert all(np.allclose(line, np.stack([np.arange(25), sizes], axis=-1))
               for (_, _, line), sizes in zip(lines, (never, read, after), strict=True))
    assert [written(axes, name) for name in ("add", "ink", "tidy")] == [["never 79.50"], ["what is read 5.00"], ["each sum 1.00"]]


def test_the_streams_are_told_apart_by_colour_or_dashes():
    same, different, read = 1 + np.arange(25), np.sqrt(1 + np.arange(25)), np.ones(25)
    axes = pictures.stream(same, different, read).axes[0]
    lines = curves(axes)
    assert [colour for colour, _, _ in lines] == ["ink", "ink", "tidy"] and lines[0][1] == () and len({style for _, style, _ in lines}) == 3
    assert all(np.allclose(line, np.stack([np.arange(25), sizes], axis=-1))
               for (_, _, line), sizes in zip(lines, (same, different, read), strict=True))
    assert written(axes, "ink") == ["one block 25.0", "other blocks 5.0"] and written(axes, "tidy") == ["what is read 1.0"]
    assert axes.get_ylim()[0] == 0


def test_every_label_stands_at_the_end_of_its_line():
    sizes, slow, flat = 1.2 ** np.arange(25), np.sqrt(1 + np.arange(25)), np.linspace(2, 1, 25)
    axes, = pictures.growth(sizes, sizes / 4, sizes * 2, sizes / 2).axes
    assert ends(axes) == pytest.approx({"95 % below 159": 2 * sizes[-1], "this draw 79.5": sizes[-1], "Pythagoras 39.7": sizes[-1] / 2,
                                        "5 % below 20": sizes[-1] / 4})
    axes, = pictures.where_to_tidy(sizes, slow, flat).axes
    assert ends(axes) == pytest.approx({"never 79.50": sizes[-1], "what is read 5.00": 5, "each sum 1.00": 1})
    axes, = pictures.stream(1 + np.arange(25), slow, flat).axes
    assert ends(axes) == pytest.approx({"one block 25.0": 25, "other blocks 5.0": 5, "what is read 1.0": 1})


def test_the_words_give_the_last_of_each_size():
    sizes, slow, flat = 1.2 ** np.arange(25), np.sqrt(1 + np.arange(25)), np.linspace(3, 1, 25)
    assert "up to 79.50. Tidy what a storey reads: 5.00. Tidy each sum: flat at 1.00." in pictures.where_to_tidy(sizes, slow, flat).alt
    assert pictures.stream(1 + np.arange(25), slow, flat).alt.endswith("up to 5.0. What the sub-layers read: flat at 1.0.")


def test_rows_that_hardly_spread_are_tidied_as_the_maths_does_it():
    rows = np.array([[0.004, -0.004], [0.01, 0.0]])
    dots = marks(pictures.slide_and_stretch(rows).axes[0])
    assert np.allclose([dot.get_xdata() for dot in dots[4:]], tb.layer_norm(rows), rtol=1e-12)
