"""What the pictures of chapter 3 show."""

import numpy as np

from transformer_block.figures import collapse as pictures


def test_bends_are_drawn_and_named():
    x = np.linspace(-2, 2, 5)
    picture = pictures.bends(x, {"ReLU": np.maximum(x, 0), "straight": x})
    axes = picture.axes[0]
    assert np.allclose(axes.lines[0].get_ydata(), [0, 0, 0, 1, 2]) and np.allclose(axes.lines[1].get_ydata(), x)
    assert {text.get_text() for text in axes.texts} == {"ReLU", "straight"}
    assert picture.alt == ("2 bends over matches from -2 to 2: ReLU from 0.00 at -2 to 2.00 at 2; "
                           "straight from -2.00 at -2 to 2.00 at 2.")


def test_kinks_are_marked_where_pieces_meet():
    t = np.linspace(-1, 1, 201)
    picture = pictures.along_a_line(t, {"one": np.abs(t), "none": t}, {"one": [0.0], "none": []})
    bent, straight = picture.axes
    assert np.allclose(bent.lines[1].get_xydata(), [[0, 0]]) and len(straight.lines[1].get_xydata()) == 0
    assert bent.get_title() == "one: 2 straight pieces" and straight.get_title() == "none: 1 straight piece"
    assert "one has 2 straight pieces; none has 1 straight piece" in picture.alt


def test_pieces_by_size_names_each_depth():
    picture = pictures.pieces_by_size([4, 8], {1: [3, 5], 2: [6.4, 11.6]})
    assert [text.get_text() for text in picture.axes[0].texts] == ["1 layer", "2 layers"]
    assert picture.alt == "Straight pieces along a line for 4, 8 units in each layer: 1 layers 3, 5; 2 layers 6, 12."


def test_singular_values_are_shares_of_the_largest():
    picture = pictures.singular_values({1: np.array([4.0, 2, 1]), 6: np.array([100.0, 1, 0.1])})
    assert np.allclose(picture.axes[0].lines[0].get_ydata(), [1, 0.5, 0.25])
    assert "after 1, 3 of 3 are above 1 %" in picture.alt and "after 6, 1 of 3 are above 1 %" in picture.alt


def test_the_bend_dial_is_told_in_numbers():
    picture = pictures.bend_dial([0, 1], [0.5, 0])
    assert np.allclose(picture.axes[0].lines[0].get_xydata(), [[0, 0.5], [1, 0]])
    assert picture.alt.endswith("0.500 at 0, 0.000 at 1.")
