"""What the pictures of chapter 3 show."""

import numpy as np

from tests.figures import cases
from tests.figures.seeing import band, curves, idea, marks, text, written
from transformer_block.figures import collapse as pictures

T = np.linspace(-2, 2, 5)
BENT = np.maximum(T, 0)
STRAIGHT = np.polyval(np.polyfit(T, BENT, 1), T)


def titles(picture):
    return [axes.get_title() for axes in picture.axes]


def test_the_dial_draws_a_bank_and_its_straight_line_in_each_panel():
    picture = pictures.dial(T, {0: BENT, 1: T}, {0: STRAIGHT, 1: T}, {0: 0.25, 1: 0.0})
    assert titles(picture) == ["dial 0\nleft over 25%", "dial 1\nleft over 0%"]
    straight, bank = picture.axes[0].lines
    assert np.allclose(bank.get_ydata(), BENT) and np.allclose(straight.get_ydata(), STRAIGHT)
    assert bank.get_linestyle() == "-" and straight.get_linestyle() == "--"
    assert written(picture.axes[0]) == ["bank", "one\nmatrix"]
    assert picture.axes[0].get_ylabel() == "output"
    assert picture.alt.endswith("What the straight line leaves over: dial 0, 25%; dial 1, 0%.")


def test_singular_values_are_shares_of_the_loudest():
    picture = pictures.singular_values({1: np.array([2.0, 1.0, 0.5]), 6: np.array([4.0, 0.4, 0.004])})
    axes, = picture.axes
    one, six = axes.lines[:2]
    assert np.allclose(one.get_ydata(), [1, 0.5, 0.25]) and np.allclose(six.get_ydata(), [1, 0.1, 0.001])
    assert one.get_linestyle() != six.get_linestyle()
    assert written(axes) == ["1 layer", "6 layers", "1 %"]
    assert axes.get_yscale() == "log" and axes.get_ylabel() == "share of the loudest"
    assert picture.alt.endswith("Directions with at least 1 % of the loudest: 1 layer, 3 of 3; 6 layers, 2 of 3.")


def test_the_walk_puts_a_dot_at_each_kink_and_none_at_the_ends():
    picture = pictures.walk([0, 1, 3, 4], [0, 2, 2, -1])
    axes, = picture.axes
    line, kinks = axes.lines
    assert kinks.get_xydata().tolist() == [[1, 2], [3, 2]] and kinks.get_marker() == "o"
    assert len(line.get_xdata()) == 4
    assert titles(picture) == ["3 straight pieces, a dot at each kink"]
    assert picture.alt.endswith("3 straight pieces with 2 kinks, between -1.00 and 2.00.")


def test_folds_are_counted_from_the_curves():
    t = np.linspace(0, 1, 9)
    tent = 1 - np.abs(2 * t - 1)
    picture = pictures.folds(t, {1: tent, 2: 1 - np.abs(2 * tent - 1)})
    assert titles(picture) == ["1 fold\n2 pieces", "2 folds\n4 pieces"]
    assert np.allclose(picture.axes[0].lines[0].get_ydata(), tent)
    assert picture.alt == "Zigzags between 0 and 1, with ever more teeth: 1 fold, 2 pieces; 2 folds, 4 pieces."


def test_bends_stand_beside_the_straight_line():
    picture = pictures.bends(T, {"ReLU": BENT, "leaky 0.1": np.maximum(T, 0.1 * T)})
    assert titles(picture) == ["ReLU", "leaky 0.1"]
    straight, bend = picture.axes[1].lines
    assert np.allclose(straight.get_ydata(), T) and np.allclose(bend.get_ydata(), [-0.2, -0.1, 0, 1, 2])
    assert picture.alt == ("2 bends, each with the straight line dotted: ReLU gives 0.00 at −1 and 1.00 at 1; "
                           "leaky 0.1 gives −0.10 at −1 and 1.00 at 1.")


def test_the_gap_is_shaded_between_the_bank_and_its_straight_line_in_every_panel():
    (t, outputs, straight, _), _ = cases.arguments("collapse.dial")
    picture = pictures.dial(*cases.arguments("collapse.dial")[0])
    for axes, setting in zip(picture.axes, outputs, strict=True):
        gap, = axes.collections
        x, low, high = band(gap)
        assert idea(gap.get_facecolor()[0]) == "pattern" and 0 < gap.get_alpha() < 0.5
        both = np.sort([straight[setting], outputs[setting]], axis=0)
        assert np.allclose(np.interp(t, x, low), both[0], atol=1e-9) and np.allclose(np.interp(t, x, high), both[1], atol=1e-9)


def test_the_dial_shows_the_whole_line_and_names_both_lines():
    picture = pictures.dial(T, {0: BENT, 1: T}, {0: STRAIGHT, 1: T}, {0: 0.25, 1: 0.0})
    for axes in picture.axes:
        assert axes.get_xlim() == (-2, 2)
        (grey, grey_style, _), (ink, ink_style, _) = curves(axes)
        assert (grey, ink, ink_style) == ("silent", "ink", ()) and grey_style
    first = picture.axes[0]
    assert text(first, "bank").xy == (2, 2) and written(first, "ink") == ["bank"]
    assert np.allclose(text(first, "one\nmatrix").xy, (-2, STRAIGHT[0])) and written(first, "silent") == ["one\nmatrix"]


def test_singular_values_are_numbered_from_one():
    axes, = pictures.singular_values({1: np.array([2.0, 1.0, 0.5]), 6: np.array([4.0, 0.4, 1e-9])}).axes
    one, six = curves(axes)[:2]
    assert np.allclose(one[2], [[1, 1], [2, 0.5], [3, 0.25]]) and np.allclose(six[2], [[1, 1], [2, 0.1]]), "none below the axes' end"
    assert axes.get_xlim() == (0.5, 3.5) and axes.get_ylim() == (1e-6, 2)
    assert np.allclose(text(axes, "1 layer").xy, (3, 0.25)) and np.allclose(text(axes, "6 layers").xy, (2, 0.1))
    assert written(axes, "ink") == ["1 layer", "6 layers"] and (one[0], six[0]) == ("ink", "ink")


def test_one_percent_is_a_line_of_its_own():
    axes, = pictures.singular_values({1: np.array([2.0, 1.0, 0.5])}).axes
    assert idea(axes.lines[-1].get_color()) == "pattern" and set(axes.lines[-1].get_ydata()) == {0.01}
    assert text(axes, "1 %").xy[1] == 0.01 and written(axes, "pattern") == ["1 %"]


def test_the_ticks_of_the_shares_say_their_numbers():
    axes, = pictures.singular_values({1: np.array([2.0, 1.0, 0.5])}).axes
    assert [float(label.get_text()) for label in axes.get_yticklabels()] == axes.get_yticks().tolist() == [1, 0.01, 1e-4, 1e-6]


def test_the_walk_is_drawn_in_ink_and_its_kinks_in_colour():
    axes, = pictures.walk([0, 1, 3, 4], [0, 2, 2, -1]).axes
    (colour, style, line), = curves(axes)
    assert (colour, style) == ("ink", ()) and np.allclose(line, [[0, 0], [1, 2], [3, 2], [4, -1]])
    assert [idea(kinks.get_color()) for kinks in marks(axes)] == ["pattern"]


def test_each_zigzag_has_a_panel_of_its_own_from_end_to_end():
    (t, outputs), _ = cases.arguments("collapse.folds")
    picture = pictures.folds(t, outputs)
    for axes, (times, y) in zip(picture.axes, outputs.items(), strict=True):
        (colour, style, line), = curves(axes)
        assert (colour, style) == ("ink", ()) and np.allclose(line, np.stack([t, y], axis=-1))
        assert axes.get_title().endswith(f"\n{2**times} pieces") and axes.get_xlim() == (0, 1) and axes.get_ylim()[1] > 1


def test_the_bends_are_patterns_and_the_straight_line_is_dotted_grey():
    names = {"ReLU": BENT, "leaky 0.1": np.maximum(T, 0.1 * T)}
    for axes, (name, y) in zip(pictures.bends(T, names).axes, names.items(), strict=True):
        (grey, dots, straight), (pattern, style, bend) = curves(axes)
        assert (grey, pattern, style) == ("silent", "pattern", ()) and dots and axes.get_title() == name
        assert np.allclose(straight, np.stack([T, T], axis=-1)) and np.allclose(bend, np.stack([T, y], axis=-1))
        assert axes.get_xlim() == (-2, 2) and axes.get_ylim() == (-1, 2)
