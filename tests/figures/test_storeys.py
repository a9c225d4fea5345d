"""Labels at the ends of lines, and axes with storeys along the bottom, as chapters 4 to 6 share them."""

import numpy as np
import pytest

from transformer_block.figures import storeys as pictures
from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT

INK = LIGHT["ink"]


def labelled(*heights, **options):
    """Labels for these heights on axes from 0 to 1, by what they say."""
    axes = Picture().subplots()
    axes.set_ylim(0, 1)
    pictures.label_ends(axes, [(height, f"at {height}", INK) for height in heights], **options)
    assert {text.xy[0] for text in axes.texts} == {1}, "at the right end"
    return {text.get_text(): text.xy[1] for text in axes.texts}


def test_a_label_with_room_stands_at_the_end_of_its_line():
    assert labelled(0.2, 0.5, 0.9) == pytest.approx({"at 0.2": 0.2, "at 0.5": 0.5, "at 0.9": 0.9})


def test_labels_on_a_logarithmic_scale_stand_at_the_ends_of_their_lines():
    axes = pictures.over_storeys(Picture(), 25, log=True)
    axes.set_ylim(1e-2, 1e2)
    pictures.label_ends(axes, [(1, "one", INK), (10, "ten", INK)])
    assert [(text.get_text(), round(text.xy[1], 6)) for text in axes.texts] == [("ten", 0.75), ("one", 0.5)]


def test_labels_that_are_too_close_keep_apart_and_in_their_order():
    for heights in ((0.5, 0.51, 0.52), (0.0, 0.01, 0.02), (0.98, 0.99, 1.0)):
        placed = list(labelled(*heights, gap=0.1).values())
        assert np.allclose(-np.diff(placed), 0.1) and min(placed) >= 0
        assert list(labelled(*heights)) == [f"at {height}" for height in reversed(heights)]


def test_a_label_is_moved_no_further_than_it_must():
    assert labelled(0.1, 0.5, 0.53, gap=0.1) == pytest.approx({"at 0.1": 0.1, "at 0.5": 0.43, "at 0.53": 0.53})


def test_the_storeys_run_from_the_ground_to_the_top():
    for log in (False, True, 100):
        axes = pictures.over_storeys(Picture(), 25, log=log)
        assert axes.get_xlim() == (0, 24) and axes.get_yscale() == ("log" if log else "linear")
        assert [tick for tick in axes.get_xticks().tolist() if 0 <= tick <= 24] == [0, 6, 12, 18, 24]
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("storey", "size")


def test_a_logarithmic_step_is_kept():
    axes = pictures.over_storeys(Picture(), 25, log=100)
    axes.set_ylim(1, 1e6)
    inside = [tick for tick in axes.get_yticks() if 1 <= tick <= 1e6]
    assert np.allclose(inside, [1, 1e2, 1e4, 1e6])
    assert [axes.yaxis.get_major_formatter()(tick, 0) for tick in inside] == ["1", "100", "10⁴", "10⁶"]


@pytest.mark.parametrize(("number", "text"), [
    (29.902, "29.9"), (0.2379, "0.238"), (6.63e6, "7·10⁶"), (1e-8, "10⁻⁸"), (1, "1"), (0.01, "0.01"),
    (999, "999"), (999.7, "10³"), (2500, "2·10³"), (10_000, "10⁴")])
def test_numbers_far_from_one_get_a_power_of_ten(number, text):
    assert pictures.short(number) == text
