"""What the pictures of chapter 1 show."""

import numpy as np

import transformer_block as tb
from tests.figures.seeing import arrows, curves, idea, look, marks, places, text, written
from transformer_block.figures import if_unit as pictures

PATTERN = np.array([1.0, -1.0])
EVIDENCE = np.array([[0.8, -0.6], [-0.8, 0.6], [0.5, 0.5]])


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


PATTERNS = [np.array([1.0, -1.0]), np.array([0.3, 1.2]), np.array([-1.0, 0.2]), np.array([0.0, -0.5])]


def test_the_shaded_side_is_where_the_maths_fires():
    grid = np.stack(np.meshgrid(*2 * [np.linspace(-1.47, 1.47, 15)]), axis=-1).reshape(-1, 2)
    for pattern in PATTERNS:
        shaded, = pictures.half_plane(pattern, EVIDENCE).axes[0].patches
        near = np.abs(grid @ pattern) < 1e-9
        assert np.array_equal(shaded.get_path().contains_points(grid[~near]), tb.fires(grid[~near], pattern) > 0)
        assert look(shaded) == ("pattern", None) and 0 < shaded.get_alpha() < 0.3, "it must leave its dots in sight"


def test_the_border_is_where_the_match_is_zero():
    for pattern in PATTERNS:
        axes = pictures.half_plane(pattern, EVIDENCE).axes[0]
        (colour, _, border), = [curve for curve in curves(axes) if curve[1]]
        assert colour == "pattern" and np.allclose(border @ pattern, 0)
        assert np.linalg.norm(border, axis=1).min() > 1.5 * 2**0.5 and border[0] @ border[1] < 0, "it crosses the whole picture"


def test_each_side_of_the_border_is_one_step_away():
    for pattern in PATTERNS:
        (_, _, border), = [curve for curve in curves(pictures.half_plane(pattern, EVIDENCE).axes[0]) if curve[1]]
        step = 0.01 * pattern / np.linalg.norm(pattern)
        assert (tb.fires(border + step, pattern) > 0).all() and (tb.fires(border - step, pattern) == 0).all()


def test_evidence_is_coloured_and_filled_where_it_fires_and_hollow_grey_where_it_is_silent():
    axes = pictures.half_plane(PATTERN, EVIDENCE).axes[0]
    assert [(idea(dot.get_color()), idea(dot.get_markerfacecolor())) for dot in marks(axes)] == [
        ("evidence", "evidence"), ("silent", "surface"), ("silent", "surface")]
    assert written(axes, "evidence") == ["fires 1.40"] and written(axes, "silent") == ["silent", "silent"]
    told = [text for text in axes.texts if text.get_text().startswith(("fires", "silent"))]
    assert np.allclose([text.xy for text in told], EVIDENCE)


def test_the_pattern_is_an_arrow_from_the_origin():
    for pattern in PATTERNS:
        axes = pictures.half_plane(pattern, EVIDENCE).axes[0]
        (tail, head, colour), = arrows(axes)
        assert np.allclose(tail, 0) and np.allclose(head, pattern) and colour == "pattern"
        assert np.allclose(text(axes, "pattern").xy, pattern) and written(axes, "pattern") == ["pattern"]


def test_the_plane_is_square_around_the_origin():
    axes = pictures.half_plane(PATTERN, EVIDENCE, reach=2).axes[0]
    assert axes.get_xlim() == axes.get_ylim() == (-2, 2) and axes.get_aspect() == 1
    across, up = [line for line in axes.lines if idea(line.get_color()) == "quiet"]
    assert set(across.get_ydata()) == {0} == set(up.get_xdata())


def test_the_bent_line_is_a_pattern_beside_a_dotted_grey_line():
    axes = pictures.bent_line([1.4, -1.4]).axes[0]
    straight, bent = curves(axes)[:2]
    assert (straight[0], bent[0], bent[1]) == ("silent", "pattern", ()) and straight[1]
    assert np.allclose(straight[2], [[-2, -2], [0, 0], [2, 2]]) and np.allclose(bent[2], [[-2, 0], [0, 0], [2, 2]])
    assert written(axes, "silent") == ["without the bend"]
    assert np.isclose(*text(axes, "without the bend").xy)


def test_each_match_is_marked_where_the_maths_says():
    matches = np.array([1.4, -1.4, 0.5])
    axes = pictures.bent_line(matches).axes[0]
    bent = np.stack([matches, tb.relu(matches)], axis=-1)
    assert np.allclose(places(marks(axes)), bent)
    stems = curves(axes)[2:]
    assert np.allclose([stem[0] for _, _, stem in stems], bent * [1, 0]) and np.allclose([stem[1] for _, _, stem in stems], bent)
    assert {idea(dot.get_color()) for dot in marks(axes)} == {"evidence"} == {colour for colour, _, _ in stems}
    told = [text for text in axes.texts if "→" in text.get_text()]
    assert np.allclose([text.xy for text in told], bent) and {idea(text.get_color()) for text in told} == {"evidence"}
