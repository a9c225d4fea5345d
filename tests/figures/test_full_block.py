"""What the pictures of chapter 6 show."""

import numpy as np
import pytest

import transformer_block as tb
from tests.figures import cases
from tests.figures.seeing import arrows, curves, dashes, ends, idea, look, marks, places, written
from transformer_block.figures import full_block as pictures

DRAW = tb.part_one_draw()


def test_the_machine_names_its_eight_stages_with_their_sizes():
    stages = tb.block_stages(DRAW.x, DRAW.weights)
    picture = pictures.machine(stages, position=5)
    texts = written(picture.axes[0])
    for name, stage in stages.items():
        assert f"{name}  {tb.spread(stage[5]):.2f}" in texts
        assert f"{tb.spread(stage[5]):.2f}" in picture.alt
    assert texts.count("+") == 2 and texts.count("tidy") == 2 and "128 wide" in texts
    assert picture.alt.startswith("A block as a machine, read from the bottom. Row 5 enters as X, size 0.96")
    assert picture.alt.endswith("Y, 1.37.")


def test_the_footprint_marks_the_rows_that_notice():
    triangle = np.tril(np.ones((3, 3), bool))
    picture = pictures.footprints({"gather": triangle, "think": np.eye(3)})
    first, second = picture.axes
    assert [tuple(dot.get_xydata()[0]) for dot in first.lines] == [(s, t) for t in range(3) for s in range(t + 1)]
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
    picture = pictures.strips(stages, position=5)
    axes, = picture.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == list(pictures.STAGES)
    solid, hatched = ([patch for patch in axes.patches if bool(patch.get_hatch()) is hatch] for hatch in (False, True))
    rows = np.concatenate([np.reshape(stages[name][5], (-1, 32)) for name in pictures.STAGES])
    assert rows.shape == (11, 32) and len(solid) == rows.size and len(hatched) == np.sum(rows < 0)
    np.testing.assert_allclose([patch.get_alpha() for patch in solid], 0.95 * np.abs(rows).ravel() / np.abs(rows).max())
    assert picture.alt.startswith("Row 5 at each stage of a block, 32 numbers to a line, in 11 lines since hidden takes 4. Sizes: X 0.96,")
    assert picture.alt.endswith("FFN 0.85, Y 1.37.")


def machine():
    return pictures.machine(tb.block_stages(DRAW.x, DRAW.weights), position=5).axes[0]


def box_of(axes, words):
    """The box that stands behind these words."""
    return [box for box in axes.patches if np.allclose(np.mean(box.get_bbox(), axis=0), words.get_position(), atol=0.01)]


def test_the_boxes_of_the_machine_stand_in_the_order_of_the_block():
    axes = machine()
    steps = [words for words in axes.texts if words.get_fontweight() == "bold" and not words.get_text()[-1].isdigit()]
    assert [words.get_text() for words in steps] == ["tidy", "gather", "tidy", "match, bend", "contribute"]
    assert [idea(words.get_color()) for words in steps] == ["tidy", "evidence", "tidy", "pattern", "contribution"]
    heights = [words.get_position()[1] for words in steps]
    assert heights == sorted(heights) and len({words.get_position()[0] for words in steps}) == 1
    for words, name in zip(steps, ("N1", "U", "N2", "hidden", "FFN"), strict=True):
        box, = box_of(axes, words)
        assert look(box) == ("surface", idea(words.get_color()))
        size, = [text for text in axes.texts if text.get_text().startswith(f"{name} ")]
        assert size.get_position()[1] == words.get_position()[1], "the size stands beside its box"
        wide, = [text for text in axes.texts if text.get_position()[0] == size.get_position()[0] and "wide" in text.get_text()
                 and 0 < size.get_position()[1] - text.get_position()[1] < 0.5]
        assert wide.get_text() == ("128 wide" if name == "hidden" else "32 wide") and size.get_position()[0] > box.get_bbox().x1


def test_the_stream_climbs_and_each_branch_comes_back_to_its_plus():
    axes = machine()
    stream, *backs = arrows(axes)
    assert stream[2] == "ink" and stream[0][0] == stream[1][0] and stream[0][1] < stream[1][1]
    lane = stream[0][0]
    branches, pluses = curves(axes), marks(axes)
    assert len(branches) == len(backs) == len(pluses) == 2
    for (colour, _, branch), (tail, head, back_colour), plus in zip(branches, backs, pluses, strict=True):
        assert colour == back_colour == "quiet"
        assert branch[0, 0] == lane and branch[0, 1] < branch[-1, 1] and np.allclose(branch[-1], tail)
        assert head[1] == tail[1] == plus.get_ydata()[0] and lane < head[0] < tail[0] and plus.get_xdata()[0] == lane
        assert (idea(plus.get_color()), idea(plus.get_markeredgecolor())) == ("surface", "add")
    signs = [words.get_position() for words in axes.texts if words.get_text() == "+"]
    assert np.allclose(signs, places(pluses)) and written(axes, "add") == ["+", "+"]


def test_the_rows_of_the_stream_stand_before_between_and_behind_the_pluses():
    axes = machine()
    lane = marks(axes)[0].get_xdata()[0]
    assert all(words.get_position()[0] < lane for words in axes.texts if words.get_text()[:2] in ("X ", "R ", "Y "))
    heights = {words.get_text()[0]: words.get_position()[1] for words in axes.texts if words.get_text()[:2] in ("X ", "R ", "Y ")}
    first, second = (plus.get_ydata()[0] for plus in marks(axes))
    (_, _, lower), (_, _, upper) = curves(axes)
    assert heights["X"] < lower[0, 1] < first < heights["R"] < upper[0, 1] < second < heights["Y"]
    assert written(axes, "quiet") == ["32 wide", "32 wide", "32 wide", "128 wide", "32 wide"]


def test_each_number_of_a_strip_has_its_own_cell():
    stages = tb.block_stages(DRAW.x, DRAW.weights)
    axes, = pictures.strips(stages, position=5).axes
    rows = np.concatenate([np.reshape(stages[name][5], (-1, 32)) for name in pictures.STAGES])
    solid, hatched = ({tuple(np.round(np.add(patch.get_xy(), (0.45, 0.4)), 3).tolist()): patch for patch in axes.patches
                       if bool(patch.get_hatch()) is hatch} for hatch in (False, True))
    assert solid.keys() == {(place + 1, line + 0.5) for line, place in np.ndindex(rows.shape)}
    full = np.abs(rows).max()
    for (line, place), number in np.ndenumerate(rows):
        assert np.isclose(solid[place + 1, line + 0.5].get_alpha(), 0.95 * abs(number) / full)
        assert ((place + 1, line + 0.5) in hatched) == (number < 0)
    assert {look(patch)[0] for patch in solid.values() if patch.get_alpha()} == {"evidence"}
    assert {idea(patch.get_edgecolor()) for patch in hatched.values()} == {"quiet"}, "the colour of the hatches"


def test_each_strip_is_named_at_its_first_line():
    stages = tb.block_stages(DRAW.x, DRAW.weights)
    axes, = pictures.strips(stages, position=5).axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert dict(zip(names, axes.get_yticks().tolist(), strict=True)) == {
        "X": 0.5, "N1": 1.5, "U": 2.5, "R": 3.5, "N2": 4.5, "hidden": 5.5, "FFN": 9.5, "Y": 10.5}
    assert axes.get_ylim() == (11, 0), "the first stage on top"


def test_the_cells_of_a_footprint_are_coloured_where_a_row_notices():
    noticed = np.tril(np.ones((3, 3), bool))
    axes = pictures.footprints({"gather": noticed}).axes[0]
    cells = {tuple(np.round(np.add(cell.get_xy(), 0.45), 3).tolist()): look(cell)[0] for cell in axes.patches}
    assert cells == {(s, t): "evidence" if noticed[t, s] else "grid" for t, s in np.ndindex(3, 3)}
    assert {idea(dot.get_color()) for dot in marks(axes)} == {"evidence"}
    assert axes.get_ylim()[0] > axes.get_ylim()[1] and axes.get_xticks().tolist() == axes.get_yticks().tolist() == [0, 1, 2]


def test_every_line_of_the_bench_has_the_look_of_its_part():
    parts = list(pictures.LINES)
    size, apart = ({part: scale * 2.0 ** np.arange(25) for scale, part in enumerate(parts, start=start)} for start in (1, 9))
    for axes, measure in zip(pictures.bench(size, apart).axes, (size, apart), strict=True):
        for line, part in zip(axes.lines, parts, strict=True):
            name, style = pictures.LINES[part]
            assert np.allclose(line.get_xydata(), np.stack([np.arange(25), measure[part]], axis=-1)) and idea(line.get_color()) == name
            assert (dashes(line) == ()) == (style == "-")
            label, = [words for words in axes.texts if words.get_text().startswith("intact: " if part == "nothing" else f"no {part}: ")]
            assert idea(label.get_color()) == name
        widths = dict(zip(parts, [line.get_linewidth() for line in axes.lines], strict=True))
        assert max(widths, key=widths.get) == "nothing" and len(set(widths.values())) == 2


def test_the_parts_have_the_colours_of_their_ideas():
    assert {part: name for part, (name, _) in pictures.LINES.items()} == {
        "nothing": "ink", "norm 1": "tidy", "norm 2": "tidy", "add 1": "add", "add 2": "add", "mask": "evidence", "bend": "pattern"}


def test_every_label_of_the_bench_stands_at_the_end_of_its_line():
    size = {"nothing": 1.1 ** np.arange(25), "norm 1": 2.0 ** np.arange(25), "add 1": 0.9 ** np.arange(25)}
    for axes in pictures.bench(size, size).axes:
        assert ends(axes) == pytest.approx({"intact: 9.85": 1.1**24, "no norm 1: 2·10⁷": 2.0**24, "no add 1: 0.0798": 0.9**24})


def test_the_second_round_draws_who_reads_whom():
    words, (once, twice), conclusions = cases.second_round()[0]
    axes, = pictures.second_round(words, [once, twice], conclusions).axes
    drawn = {}
    for line in axes.lines:
        (s, bottom), (t, top) = np.round(line.get_xydata(), 2)
        assert top > bottom and int(bottom) == int(top)
        drawn[int(bottom), int(t), int(s)] = line
    wanted = {(floor, t, s) for floor, weights in enumerate((once, twice)) for t, s in np.argwhere(weights > 0.05).tolist()}
    assert drawn.keys() == wanted
    for (floor, t, s), line in drawn.items():
        assert idea(line.get_color()) == ("grid" if s == 0 else "evidence")
        if s:
            assert np.isclose(line.get_linewidth(), 2.2 * (once, twice)[floor][t, s])
    assert written(axes, "contribution") == conclusions and written(axes, "ink") == words
    heights = {words.get_text(): words.get_position()[1] for words in axes.texts}
    assert [heights[conclusion] for conclusion in conclusions] == [1, 2]
