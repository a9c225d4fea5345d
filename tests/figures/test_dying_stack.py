"""What the pictures of chapter 4 show."""

import numpy as np
import pytest

from transformer_block.figures import dying_stack as pictures

FLOORS = np.arange(25)
REPLACE, ADD = 0.7**FLOORS, 1.2**FLOORS


def written(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


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
