"""What the pictures of chapter 2 show."""

import numpy as np
from matplotlib.colors import to_hex

import transformer_block as tb
from transformer_block.figures import bank_of_ifs as pictures
from transformer_block.palette import LIGHT

W1 = np.array([[1.0, 0, -1], [-1, 1, -1]])
W2 = np.array([[1.0, 0.5], [-0.5, 1], [0.5, -1]])


def written(axes, *ideas):
    colours = {LIGHT[idea] for idea in ideas or LIGHT}
    return [text.get_text() for text in axes.texts if to_hex(text.get_color()) in colours]


def test_the_bank_colours_what_fires_and_greys_what_is_silent():
    axes = pictures.bank([0.8, -0.6], W1, W2).axes[0]
    assert written(axes, "evidence") == ["0.8", "−0.6", "evidence"]
    assert written(axes, "pattern") == ["1.0", "−1.0", "W1: patterns", "1.4", "1.4", "1.4 ×"]
    assert written(axes, "contribution") == ["1.0", "0.5", "W2: contributions"]
    assert written(axes, "silent").count("silent") == 2 and written(axes, "silent").count("0.0 ×") == 2
    assert written(axes, "ink") == ["1.4", "0.7"]


def test_the_bank_is_told_in_words():
    assert pictures.bank([0.8, -0.6], W1, W2).alt == (
        "Evidence [0.8, -0.6] meets the 3 columns of W1. Their matches are [1.4, -0.6, -0.2]; after the bend [1.4, 0.0, 0.0]. "
        "Beside each row of W2 stands its strength; the rows times their strengths add up to [1.4, 0.7].")


def test_the_bank_counts_its_biases_in():
    axes = pictures.bank([0.8, -0.6], W1, W2, b1=[-1.5, 0, 1], b2=[0.25, 0]).axes[0]
    expected = tb.feed_forward([0.8, -0.6], W1, W2, [-1.5, 0, 1], [0.25, 0])
    assert written(axes, "ink") == [f"{number:.1f}".replace("-", "−") for number in expected]
    assert written(axes, "pattern")[-1] == "0.8 ×"


def test_a_bank_where_all_are_silent_adds_zero():
    assert pictures.bank([0.0, 0.0], W1, W2).alt.endswith("add up to [0.0, 0.0].")


def test_awake_draws_one_bar_for_each_unit_that_fires():
    strengths = np.array([[0.0, 1.0, 2.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
    picture = pictures.awake(strengths)
    first, last = picture.axes[0].patches  # nobody is awake in the middle
    assert len(first.get_path().vertices) == 2 * len(last.get_path().vertices)
    tops = [position - path.get_path().vertices[:, 1].min() for position, path in zip((0, 2), (first, last), strict=True)]
    assert np.isclose(tops[1], 2 * tops[0])
    assert [label.get_text() for label in picture.axes[1].get_yticklabels()] == ["2", "0", "1"]
    assert picture.alt.endswith("Awake: 2 at position 0, 0 at position 1, 1 at position 2.")


def test_the_matrices_of_a_block_have_the_area_of_their_counts():
    picture = pictures.to_scale(32, 128)
    areas = [patch.get_width() * patch.get_height() for patch in picture.axes[0].patches[::2]]
    assert areas == [32 * 32] * 4 + [32 * 128] * 2
    assert [text for text in written(picture.axes[0]) if ":" in text] == [
        "attention: 4,096", "W1: patterns", "bank: 4,096", "W2: contributions, on its side", "bank: 4,096"]
    assert picture.alt == ("Matrices drawn to scale in three strips. Attention: four squares of 32 by 32, 4,096 numbers. "
                           "The bank: W1, 32 by 128, 4,096 numbers, and W2, 128 by 32, as many again.")
