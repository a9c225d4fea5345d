"""What the pictures of chapter 4 show."""

import numpy as np
import pytest

from tests.figures import cases
from tests.figures.seeing import band, curves, ends, idea, text, written
from transformer_block.figures import dying_stack as pictures

FLOORS = np.arange(25)
REPLACE, ADD = 0.7**FLOORS, 1.2**FLOORS


def survival():
    return pictures.survival(REPLACE, ADD, REPLACE / 2, REPLACE * 2, REPLACE)


def test_survival_draws_both_stacks_the_rule_and_the_band():
    axes = survival().axes[0]
    rule, replace, add = axes.lines
    assert np.allclose(replace.get_ydata(), REPLACE) and np.allclose(rule.get_ydata(), REPLACE)
    assert np.allclose(add.get_ydata(), ADD)
    assert len({str(line.get_linestyle()) + str(line._dash_pattern) for line in axes.lines}) == 3, "told apart without colour"
    band, = axes.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert np.isclose(heights.min(), REPLACE[-1] / 2) and np.isclose(heights.max(), 2)
    assert axes.get_yscale() == "log" and axes.get_xlabel() == "storey" and axes.get_ylabel() == "size"


def test_survival_names_its_lines_at_their_ends_and_in_words():
    picture = survival()
    assert set(written(picture.axes[0])) == {"add 79.5", "95 % below 0.000383", "closed form 0.000192", "replace 0.000192",
                                             "5 % below 0.000096"}
    assert "from 1.00 to 0.000192, inside a band that ends between 0.000096 and 0.000383" in picture.alt
    assert picture.alt.endswith("The adding stack, dashed, rises from 1.00 to 79.5.")


def test_lines_over_different_storeys_are_refused():
    with pytest.raises(ValueError, match="expected lines over the same storeys, got .* Keep the input as floor 0"):
        pictures.survival(REPLACE, ADD[:-1], REPLACE, REPLACE, REPLACE)


def test_the_reverse_lane_runs_from_the_top_down():
    picture = pictures.reverse_lane(REPLACE[::-1], ADD[::-1])
    axes, = picture.axes
    assert axes.get_xlim() == (24, 1) and axes.get_xlabel() == "storey, from the top down"
    assert np.allclose([line.get_ydata()[0] for line in axes.lines], [0.7**23, 1.2**23])
    assert set(written(axes)) == {"add 66.25", "replace 0.000274"}
    assert picture.alt.endswith("Both start at 1. Where storeys replace, 0.000274 arrives at storey 1; "
                                "where they add, dashed, 66.25 arrives.")


def test_directions_are_counted_for_each_stack():
    counts = {"replace": [32, 9, 4], "add": [32, 20, 12], "add, quieter": [32, 32, 32]}
    picture = pictures.directions(counts)
    axes, = picture.axes
    assert [list(line.get_ydata()) for line in axes.lines] == list(counts.values())
    assert len({str(line._dash_pattern) for line in axes.lines}) == 3, "told apart without colour"
    assert set(written(axes)) == {"replace 4", "add 12", "add, quieter 32"}
    assert picture.alt == ("Directions that are left over 2 storeys: replace, from 32 to 4; add, from 32 to 12; "
                           "add, quieter, from 32 to 32.")


def test_the_band_holds_nine_in_ten_of_the_draws_at_every_storey():
    given, _ = cases.arguments("dying_stack.survival")
    shaded, = pictures.survival(*given).axes[0].collections
    x, low, high = band(shaded)
    assert np.array_equal(x, FLOORS)
    inside = (cases.runs("replace") >= low) & (cases.runs("replace") <= high)
    assert (inside.mean(axis=0) == 0.9).all()
    assert np.allclose([low, high], np.percentile(cases.runs("replace"), [5, 95], axis=0), rtol=1e-12)
    assert idea(shaded.get_facecolor()[0]) == "replace" and 0 < shaded.get_alpha() < 0.5


def test_each_stack_has_the_colour_of_its_rule():
    rule, replace, add = curves(survival().axes[0])
    assert [rule[0], replace[0], add[0]] == ["quiet", "replace", "add"] and replace[1] == () and rule[1] and add[1]
    for (_, _, line), sizes in zip((rule, replace, add), (REPLACE, REPLACE, ADD), strict=True):
        assert np.allclose(line, np.stack([FLOORS, sizes], axis=-1))


def test_the_closed_form_is_the_one_that_is_dotted():
    picture = pictures.survival(REPLACE, ADD, REPLACE / 2, REPLACE * 2, 2 * REPLACE)
    rule, replace, _ = curves(picture.axes[0])
    assert np.allclose(rule[2][:, 1], 2 * REPLACE) and np.allclose(replace[2][:, 1], REPLACE)
    assert idea(text(picture.axes[0], f"closed form {2 * REPLACE[-1]:.6f}").get_color()) == "quiet"


def test_what_survives_is_named_in_the_colour_of_its_rule():
    axes = survival().axes[0]
    assert written(axes, "add") == ["add 79.5"] and written(axes, "quiet") == ["closed form 0.000192"]
    assert set(written(axes, "replace")) == {"95 % below 0.000383", "replace 0.000192", "5 % below 0.000096"}
    assert text(axes, "95 % below 0.000383").xy[1] > text(axes, "replace 0.000192").xy[1] > text(axes, "5 % below 0.000096").xy[1]


def test_the_reverse_lane_has_each_floor_at_its_number():
    replace, add = curves(pictures.reverse_lane(REPLACE[::-1], ADD[::-1]).axes[0])
    assert (replace[0], replace[1], add[0]) == ("replace", (), "add") and add[1]
    assert replace[2].tolist() == np.stack([FLOORS, REPLACE[::-1]], axis=-1)[1:].tolist()
    assert add[2].tolist() == np.stack([FLOORS, ADD[::-1]], axis=-1)[1:].tolist()


def test_the_reverse_lane_names_its_lines_in_their_colours():
    axes, = pictures.reverse_lane(REPLACE[::-1], ADD[::-1]).axes
    assert written(axes, "add") == ["add 66.25"] and written(axes, "replace") == ["replace 0.000274"]
    assert axes.get_xticks().tolist() == [24, 18, 12, 6, 1]


def test_the_sizes_are_numbered_without_powers():
    for axes in (survival().axes[0], pictures.reverse_lane(REPLACE[::-1], ADD[::-1]).axes[0]):
        written_out = [axes.yaxis.get_major_formatter()(size, 0) for size in (1e-4, 0.01, 1, 1000)]
        assert written_out == ["0.0001", "0.01", "1", "1,000"]


def test_directions_start_at_the_bottom_floor_and_have_the_colour_of_their_rule():
    counts = {"replace": [32, 9, 4], "add": [32, 20, 12], "add, quieter": [32, 32, 32]}
    axes, = pictures.directions(counts).axes
    lines = curves(axes)
    assert [colour for colour, _, _ in lines] == ["replace", "add", "add"] and lines[0][1] == ()
    assert all(np.allclose(line, np.stack([[0, 1, 2], row], axis=-1)) for (_, _, line), row in zip(lines, counts.values(), strict=True))
    assert written(axes, "replace") == ["replace 4"] and set(written(axes, "add")) == {"add 12", "add, quieter 32"}
    assert axes.get_ylim()[0] == 0, "counts are compared from zero"


def test_every_label_stands_at_the_end_of_its_line():
    axes, = pictures.survival(REPLACE, ADD, REPLACE / 5, REPLACE * 5, REPLACE * 25).axes
    assert ends(axes) == pytest.approx({
        "add 79.5": ADD[-1], "95 % below 0.000958": 5 * REPLACE[-1], "closed form 0.004790": 25 * REPLACE[-1],
        "replace 0.000192": REPLACE[-1], "5 % below 0.000038": REPLACE[-1] / 5})
    axes, = pictures.reverse_lane(REPLACE[::-1], ADD[::-1]).axes
    assert ends(axes) == pytest.approx({"add 66.25": ADD[-2], "replace 0.000274": REPLACE[-2]})
    axes, = pictures.directions({"replace": [32, 9, 4], "add": [32, 20, 12]}).axes
    assert ends(axes) == pytest.approx({"replace 4": 4, "add 12": 12})
