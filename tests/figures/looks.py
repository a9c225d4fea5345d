"""What every picture must look like. Each function names what is wrong with a drawn picture: none, if all is well."""

import re
from itertools import combinations

import matplotlib
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from transformer_block.figures.picture import _STYLE
from transformer_block.palette import LIGHT


def drawn(picture):
    """The picture with all its places computed, in the style in which it is saved."""
    with matplotlib.rc_context(_STYLE):
        picture.draw_without_rendering()
    return picture


def cut_off(picture):
    """Lines, patches, bands and arrows that go beyond their axes, by kind and number: there they are not seen."""
    for panel, axes in enumerate(picture.axes):
        room = axes.get_window_extent()
        arrows = [text.arrow_patch for text in axes.texts if getattr(text, "arrow_patch", None)]
        for kind, artists in (("line", axes.lines), ("patch", axes.patches), ("band", axes.collections), ("arrow", arrows)):
            for number, artist in enumerate(artists):
                if not _inside(artist.get_window_extent(), room):
                    yield f"{kind} {number} of panel {panel}"


def text_beyond_the_edge(picture):
    """Texts that the edge of the picture cuts."""
    for words, box in _texts(picture):
        if not _inside(box, picture.bbox):
            yield words


def text_on_text(picture):
    """Texts that lie on each other."""
    for (one, box), (other, other_box) in combinations(_texts(picture), 2):
        if _overlap(box, other_box):
            yield f"{one} / {other}"


def axes_without_a_name(picture):
    """Axes with numbers along them, and no label on them or on a neighbour in the same row."""
    for number, axes in enumerate(picture.axes):
        row = [other for other in picture.axes if abs(other.get_position().y0 - axes.get_position().y0) < 0.01]
        for name in ("xaxis", "yaxis"):
            if axes.axison and _is_numbered(getattr(axes, name)) and not any(getattr(other, name).label.get_text() for other in row):
                yield f"{name} of panel {number}"


def foreign_colours(picture):
    """Colours of the page's text that are not the palette's: they would stay as they are in the dark."""
    svg = picture.svg()
    drawn(picture)  # saving has laid it out anew, for another resolution
    bare = re.sub(r"var\(--tb-([a-z]+), (#[0-9a-f]{6})\)", lambda found: "" if LIGHT[found[1]] == found[2] else "#", svg)
    yield from re.findall(r"#[0-9a-f]{6}\b", bare)
    yield from (text for text in re.findall(r"<text [^>]*>", svg) if "fill: var(--tb-" not in text)
    for artist in (artist for axes in picture.axes for artist in (*axes.lines, *axes.patches, *axes.collections)):
        if "#000000" in _colours(artist):  # SVG takes black for granted, and writes nothing
            yield f"black {artist}"


def untold(picture):
    """Whatever is missing in the words for those who do not see the picture."""
    if not re.fullmatch(r"[A-Z0-9].{40,}\.", picture.alt):
        yield "alt is no sentence"
    if "nan" in picture.alt or "  " in picture.alt:
        yield "alt has a hole"


LOOKS = (text_beyond_the_edge, text_on_text, axes_without_a_name, foreign_colours, untold)


def grid(axes):
    """The ticks at which both directions of a grid are drawn: "major", "minor" or "" for no grid."""
    for which in ("major", "minor"):
        lines = [[tick.gridline for tick in ticks] for ticks in (
            getattr(axes.xaxis, f"get_{which}_ticks")(), getattr(axes.yaxis, f"get_{which}_ticks")())]
        if all(line and all(gridline.get_visible() for gridline in line) for line in lines):
            return which
    return ""


def _inside(box, room, tolerance=0.6):
    return (box.x0 >= room.x0 - tolerance and box.x1 <= room.x1 + tolerance
            and box.y0 >= room.y0 - tolerance and box.y1 <= room.y1 + tolerance)


def _overlap(one, other, tolerance=1.0):
    shared = Bbox.intersection(one, other)
    return shared is not None and shared.width > tolerance and shared.height > tolerance


def _texts(picture):
    """Each text that is seen, with its box."""
    unseen = {label for axes in picture.axes for axis in (axes.xaxis, axes.yaxis) for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
              if not (axes.axison and _in_view(axis, tick)) for label in (tick.label1, tick.label2)}
    off = {axis.label for axes in picture.axes if not axes.axison for axis in (axes.xaxis, axes.yaxis)}
    return [(text.get_text(), text.get_window_extent()) for text in picture.findobj(Text)
            if text.get_text().strip() and text.get_visible() and text not in unseen | off]


def _is_numbered(axis):
    return any(_in_view(axis, tick) and label.get_visible() and label.get_text()
               for tick in axis.get_major_ticks() for label in (tick.label1, tick.label2))


def _in_view(axis, tick):
    low, high = sorted(axis.get_view_interval())
    return low <= tick.get_loc() <= high


def _colours(artist):
    getters = ("get_color", "get_markerfacecolor", "get_markeredgecolor", "get_facecolor", "get_edgecolor")
    for getter in getters:
        colours = getattr(artist, getter, lambda: "none")()
        for colour in matplotlib.colors.to_rgba_array(colours):
            if colour[3] > 0:
                yield matplotlib.colors.to_hex(colour)
