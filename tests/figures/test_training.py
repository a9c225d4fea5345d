"""What the picture of chapter 11 shows."""

import numpy as np
import pytest

from tests.figures.seeing import band, curves, ends, idea
from transformer_block.figures import training as pictures

STEPS = np.array([0, 5, 10])
LOSSES = np.array([[[3, 3.2, 3.4], [1, 2, 2.5], [0.1, 0.2, 0.4]], [[2.8, 2.9, 3.1], [2.5, 2.5, 2.6], [2.4, 2.5, 2.6]]])
NAMES = ["with", "without"]


def drawn():
    return pictures.losses(STEPS, LOSSES, NAMES, 2.48)


def test_each_kind_has_a_line_in_a_band_of_all_its_towers():
    axes, = drawn().axes
    lines = [(colour, dash, line) for colour, dash, line in curves(axes) if colour != "quiet"]
    assert [colour for colour, _, _ in lines] == ["add", "ink"] and lines[0][1] != lines[1][1]
    for (_, _, line), shaded, kind in zip(lines, axes.collections, LOSSES, strict=True):
        assert np.allclose(line, np.stack([STEPS, kind[:, 1]], axis=-1))
        x, low, high = band(shaded)
        assert np.array_equal(x, STEPS) and np.allclose(low, kind[:, 0]) and np.allclose(high, kind[:, 2])


def test_a_blind_guess_is_a_dotted_line():
    axes, = drawn().axes
    line = axes.lines[0]
    assert idea(line.get_color()) == "quiet" and set(line.get_ydata()) == {2.48}


def test_every_label_names_its_line():
    axes, = drawn().axes
    assert set(ends(axes)) == {"blind guess 2.48", "with 0.20", "without 2.50"}


def test_the_losses_are_told():
    assert drawn().alt == (
        "Loss over 10 steps of training, the middle of 3 towers in their band, beside a dotted line at 2.48 for a blind guess: "
        "with, from 3.20 to 0.20 (0.10 to 0.40); without, from 2.90 to 2.50 (2.40 to 2.60).")


def test_a_name_for_each_kind_and_a_loss_for_each_step():
    with pytest.raises(ValueError, match=r"with a name for each kind and a loss for each of n steps, got \(2, 3, 3\) for 1 names and 3 steps"):
        pictures.losses(STEPS, LOSSES, ["with"], 2.48)
