"""What the pictures of chapter 6 show."""

import numpy as np
import pytest

import transformer_block as tb
from transformer_block.figures import full_block as pictures

DRAW = tb.part_one_draw()


def written(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_the_machine_names_its_eight_stages_with_their_sizes():
    stages = tb.block_stages(DRAW.x, DRAW.weights)
    picture = pictures.machine(stages, position=6)
    texts = written(picture.axes[0])
    for name, stage in stages.items():
        assert f"{name}  {tb.spread(stage[5]):.2f}" in texts
        assert f"{tb.spread(stage[5]):.2f}" in picture.alt
    assert texts.count("+") == 2 and texts.count("tidy") == 2 and "128 wide" in texts
    assert picture.alt.startswith("A block as a machine, read from the bottom. Row 6 enters as X, size 0.96")
    assert picture.alt.endswith("Y, 1.37.")


def test_the_footprint_marks_the_rows_that_notice():
    triangle = np.tril(np.ones((3, 3), bool))
    picture = pictures.footprints({"gather": triangle, "think": np.eye(3)})
    first, second = picture.axes
    assert [tuple(dot.get_xydata()[0]) for dot in first.lines] == [(s + 1, t + 1) for t in range(3) for s in range(t + 1)]
    assert len(second.lines) == 3 and len(first.patches) == 9
    assert (first.get_title(), first.get_xlabel(), first.get_ylabel()) == ("gather", "changed row", "row that notices")
    assert "gather: the row and those after it, 6 of 9 cells; think: only the row itself, 3 of 9 cells." in picture.alt
    assert "every row" in pictures.footprints({"all": np.ones((2, 2))}).alt
    assert "other rows too" in pictures.footprints({"odd": [[1, 1], [0, 1]]}).alt


def test_the_bench_draws_every_part_in_both_panels():
    size = {"nothing": np.linspace(1, 30, 25), "norm 1": 2.0 ** np.arange(25), "add 1": np.ones(25)}
    apart = {"nothing": np.full(25, 0.5), "norm 1": np.full(25, 0.25), "add 1": 0.5 ** np.arange(25)}
    picture = pictures.bench(size, apart)
    for axes, measure in zip(picture.axes, (size, apart), strict=True):
        assert axes.get_yscale() == "log"
        for line, expected in zip(axes.lines, measure.values(), strict=True):
            assert np.allclose(line.get_ydata(), expected)
    assert written(picture.axes[0]) == ["no norm 1: 2·10⁷", "intact: 30", "no add 1: 1"]
    assert written(picture.axes[1]) == ["intact: 0.5", "no norm 1: 0.25", "no add 1: 6·10⁻⁸"]
    assert [axes.get_ylabel() for axes in picture.axes] == ["size", "told apart"]
    assert "no add 1: size 1, told apart 6·10⁻⁸" in picture.alt


def test_every_part_of_a_block_has_a_line_of_its_own():
    assert pictures.LINES.keys() == {"nothing", *tb.PARTS} and len(set(pictures.LINES.values())) == len(pictures.LINES)


def test_the_bench_wants_known_parts_measured_twice():
    with pytest.raises(ValueError, match="the same parts twice.*got nothing and mask"):
        pictures.bench({"nothing": [1, 2]}, {"mask": [1, 2]})
    with pytest.raises(ValueError, match="out of nothing, norm 1"):
        pictures.bench({"roof": [1, 2]}, {"roof": [1, 2]})


def test_the_strips_shade_each_number_by_its_size_and_hatch_the_negative():
    stages = tb.block_stages(DRAW.x, DRAW.weights)
    picture = pictures.strips(stages, position=6)
    axes, = picture.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == list(pictures.STAGES)
    solid, hatched = ([patch for patch in axes.patches if bool(patch.get_hatch()) is hatch] for hatch in (False, True))
    rows = np.concatenate([np.reshape(stages[name][5], (-1, 32)) for name in pictures.STAGES])
    assert rows.shape == (11, 32) and len(solid) == rows.size and len(hatched) == np.sum(rows < 0)
    np.testing.assert_allclose([patch.get_alpha() for patch in solid], 0.95 * np.abs(rows).ravel() / np.abs(rows).max())
    assert picture.alt.startswith("Row 6 at each stage of a block, 32 numbers to a line, in 11 lines since hidden takes 4. Sizes: X 0.96,")
    assert picture.alt.endswith("FFN 0.85, Y 1.37.")
