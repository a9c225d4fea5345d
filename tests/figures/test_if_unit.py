"""What the pictures of chapter 1 show."""

import numpy as np

from transformer_block.figures import if_unit as pictures

PATTERN = np.array([1.0, -1.0])
EVIDENCE = np.array([[0.8, -0.6], [-0.8, 0.6], [0.5, 0.5]])


def written(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_the_half_plane_shows_where_the_unit_fires():
    axes = pictures.half_plane(PATTERN, EVIDENCE).axes[0]
    shaded, = axes.patches
    assert shaded.contains_point(axes.transData.transform((1, -1)))
    assert not shaded.contains_point(axes.transData.transform((-1, 1)))
    assert written(axes) == ["pattern", "fires 1.40", "silent", "silent"]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert np.allclose([dot.get_xydata()[0] for dot in dots], EVIDENCE)


def test_the_half_plane_is_told_in_words():
    assert pictures.half_plane(PATTERN, EVIDENCE).alt == (
        "A plane cut in two by a dashed line through the origin. The unit with pattern [1, -1] fires on the shaded side, "
        "where its pattern points. [0.8, -0.6] fires 1.40; [-0.8, 0.6] is silent; [0.5, 0.5] is silent.")


def test_the_half_plane_follows_its_pattern():
    turned = pictures.half_plane(-PATTERN, EVIDENCE)
    assert "[-0.8, 0.6] fires 1.40" in turned.alt and "[0.8, -0.6] is silent" in turned.alt


def test_the_bent_line_is_flat_then_rises():
    axes = pictures.bent_line([1.4, -1.4]).axes[0]
    straight, bent = axes.lines[:2]
    assert np.allclose(straight.get_ydata(), [-2, 0, 2])
    assert np.allclose(bent.get_ydata(), [0, 0, 2])
    assert written(axes) == ["without the bend", "+1.4 → 1.4", "−1.4 → 0.0"]
    assert axes.get_xlabel() == "match: pattern · evidence" and axes.get_ylabel() == "fires"


def test_the_bent_line_is_told_in_words():
    assert pictures.bent_line([1.4, -1.4]).alt.endswith("Matches marked on it: +1.4 becomes 1.4, -1.4 becomes 0.0.")
