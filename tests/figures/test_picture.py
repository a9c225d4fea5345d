"""What every picture has: an alternative text, colours that a page can switch, the same bytes each time."""

import re

import pytest

from transformer_block import palette
from transformer_block.figures import picture as pictures


def small_picture():
    picture = pictures.Picture(height=2)
    picture.subplots().plot([0, 1], [0, 2], color=palette.LIGHT["evidence"])
    picture.alt = "A line from 0 to 2, with a \"quoted\" word & an ampersand."
    return picture


def test_a_picture_without_alternative_text_is_refused():
    with pytest.raises(ValueError) as refused:
        pictures.Picture().svg()
    assert str(refused.value) == ("alt: expected a sentence that says what the picture shows, got nothing. "
                                  "Set picture.alt.")


def test_the_svg_carries_the_alternative_text_escaped():
    assert 'role="img" aria-label="A line from 0 to 2, with a &quot;quoted&quot; word &amp; an ampersand."' in small_picture().svg()


def test_a_notebook_stores_the_alternative_text():
    assert small_picture()._repr_mimebundle_()["text/plain"] == small_picture().alt


def test_colours_are_variables_with_the_light_ones_to_fall_back_on():
    svg = small_picture().svg()
    assert "stroke: var(--tb-evidence, #0069a6)" in svg
    bare = re.sub(r"var\(--tb-[a-z]+, #[0-9a-f]{6}\)", "", svg)
    assert set(re.findall(r"#[0-9a-f]{6}\b", bare)) <= {"#000000"}, "a colour outside the palette stays light in the dark"


def test_the_same_picture_gives_the_same_bytes():
    assert small_picture().svg() == small_picture().svg()


def test_text_stays_text_and_is_never_left_black():
    picture = small_picture()
    picture.axes[0].text(0.5, 0.5, "no colour given")
    assert re.search(r'<text style="[^"]*fill: var\(--tb-ink, #1d2329\)[^"]*"[^>]*>no colour given', picture.svg())


def luminance(colour):
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_every_idea_can_be_read_on_its_surface(colours):
    for idea in set(colours) - {"surface", "grid"}:
        dim, bright = sorted([luminance(colours[idea]), luminance(colours["surface"])])
        assert (bright + 0.05) / (dim + 0.05) >= 4.5, idea


def test_light_and_dark_name_the_same_ideas():
    assert palette.LIGHT.keys() == palette.DARK.keys()
    assert palette.css().count("--tb-evidence:") == 2


def test_no_two_ideas_share_a_colour():
    for colours in (palette.LIGHT, palette.DARK):
        assert len(set(colours.values())) == len(colours)


def test_axes_are_open_above_and_on_the_right():
    axes = small_picture().axes[0]
    assert [side for side, spine in axes.spines.items() if spine.get_visible()] == ["left", "bottom"]
