"""What the pictures of chapter 9 show."""

import numpy as np
import pytest

from tests.figures.seeing import idea, look, marks, places
from transformer_block.figures import who_sees_whom as pictures

ACROSS = np.array([[1, 0, 1], [1, 1, 1]]) == 1
TRIANGLE = np.tril(np.ones((3, 3), bool))


def cells(axes):
    return {tuple(np.round(np.add(cell.get_xy(), 0.46), 3).tolist()): look(cell)[0] for cell in axes.patches}


def test_a_cell_is_filled_where_the_pair_exists():
    one, other = pictures.pairs({"causal": TRIANGLE, "cross": ACROSS}, {"causal": TRIANGLE, "cross": ACROSS}).axes
    for axes, table in ((one, TRIANGLE), (other, ACROSS)):
        assert cells(axes) == {(s, t): "evidence" if table[t, s] else "grid" for t, s in np.ndindex(table.shape)}
        assert axes.get_ylim()[0] > axes.get_ylim()[1], "the first reader on top"
    assert [axes.get_title() for axes in (one, other)] == ["causal", "cross"]
    assert other.get_xticks().tolist() == [0, 1, 2] and other.get_yticks().tolist() == [0, 1]


def test_a_dot_stands_where_a_reader_notices():
    noticed = np.eye(3, dtype=bool)
    axes = pictures.pairs({"causal": TRIANGLE, "none": TRIANGLE}, {"causal": noticed, "none": ~noticed}).axes
    for panel, table in zip(axes, (noticed, ~noticed), strict=True):
        assert {tuple(place) for place in places(marks(panel)).tolist()} == {(s, t) for t, s in np.argwhere(table).tolist()}
        assert {idea(dot.get_color()) for dot in marks(panel)} == {"evidence"}


def test_cells_and_dots_are_told_apart():
    noticed = np.array([[0, 0], [1, 0]]) == 1
    axes, = pictures.families({"decoder": ~noticed}, {"decoder": noticed}, source=1).axes
    assert [name for name in cells(axes).values() if name == "grid"] == ["grid"] and cells(axes)[0, 1] == "grid"
    assert places(marks(axes)).tolist() == [[0, 1]]


def test_a_line_parts_the_two_sequences():
    axes, = pictures.families({"decoder": TRIANGLE}, {"decoder": TRIANGLE}, source=2).axes
    across, down = (line.get_xydata() for line in axes.lines if line not in marks(axes))
    assert (across[:, 0] == 1.5).all() and (down[:, 1] == 1.5).all()
    for axis in (axes.xaxis, axes.yaxis):
        assert [label.get_text() for label in axis.get_ticklabels()] == ["s0", "s1", "t0"]
    assert cells(axes) == {(s, t): "evidence" if TRIANGLE[t, s] else "grid" for t, s in np.ndindex(3, 3)}


def test_the_words_count_the_pairs_and_the_dots():
    alt = pictures.pairs({"causal": TRIANGLE, "cross": ACROSS}, {"causal": np.ones((3, 3)), "cross": 0 * ACROSS}).alt
    assert alt.endswith("causal: 6 of 9 pairs exist, 6 of them with a dot, and 3 beside them; "
                        "cross: 5 of 6 pairs exist, 0 of them with a dot.")
    alt = pictures.families({"decoder": TRIANGLE}, {"decoder": TRIANGLE}, source=2).alt
    assert alt.startswith("Tables of 3 by 3 rows, s0 to s1 of the source and t0 to t0 of the target")


@pytest.mark.parametrize("draw", [pictures.pairs, lambda a, n: pictures.families(a, n, source=1)])
def test_tables_that_do_not_belong_together_are_refused(draw):
    for other in ({"cross": TRIANGLE}, {"causal": ACROSS}):
        with pytest.raises(ValueError, match="the same names and shapes twice, got .* and .* Measure"):
            draw({"causal": TRIANGLE}, other)
