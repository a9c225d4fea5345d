"""What the pictures of chapter 3 show."""

import numpy as np

from transformer_block.figures import collapse as pictures

T = np.linspace(-2, 2, 5)
BENT = np.maximum(T, 0)
STRAIGHT = np.polyval(np.polyfit(T, BENT, 1), T)


def titles(picture):
    return [axes.get_title() for axes in picture.axes]


def written(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


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
    assert np.allclose(kinks.get_xydata(), [[1, 2], [3, 2]]) and kinks.get_marker() == "o"
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
