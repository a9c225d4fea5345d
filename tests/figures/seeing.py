"""What a picture shows, read off its artists: the idea of each colour, what is written, where marks and bands are."""

import numpy as np
from matplotlib.colors import to_hex

from transformer_block.palette import LIGHT

IDEAS = {colour: idea for idea, colour in LIGHT.items()}


def idea(colour):
    """The idea a colour stands for; a colour that stands for none is given as it is."""
    return IDEAS.get(to_hex(colour), to_hex(colour))


def written(axes, *ideas):
    """What is written in the axes, in reading order of the source, in the colours of these ideas or in any."""
    return [text.get_text() for text in axes.texts if text.get_text() and (not ideas or idea(text.get_color()) in ideas)]


def text(axes, words):
    """The one text that says `words`."""
    found = [text for text in axes.texts if text.get_text() == words]
    assert len(found) == 1, f"{words!r} is written {len(found)} times"
    return found[0]


def marks(axes):
    """The lines that are drawn as marks."""
    return [line for line in axes.lines if line.get_marker() not in ("", "None", None)]


def places(lines):
    """The first point of each line: (n, 2)."""
    return np.array([line.get_xydata()[0] for line in lines])


def curves(axes):
    """The idea, the style and the points of each line without marks."""
    return [(idea(line.get_color()), dashes(line), line.get_xydata()) for line in axes.lines if line not in marks(axes)]


def dashes(line):
    """How a line is dashed, in units of its width: () for an unbroken one."""
    pattern = line._dash_pattern[1]
    return tuple(np.round(np.divide(pattern, line.get_linewidth()), 2).tolist()) if pattern else ()


def band(collection):
    """A filled band: places, lower and upper edge at each."""
    corners = np.concatenate([path.vertices for path in collection.get_paths()])
    x = np.unique(corners[:, 0])
    edges = [corners[corners[:, 0] == place, 1] for place in x]
    return x, np.array([edge.min() for edge in edges]), np.array([edge.max() for edge in edges])


def arrows(axes):
    """Tail, head and idea of each arrow."""
    drawn = [text for text in axes.texts if getattr(text, "arrow_patch", None)]
    assert all(text.arrowprops["arrowstyle"] == "-|>" for text in drawn), "an arrow with its head at the wrong end"
    return [(text.xyann, text.xy, idea(text.arrow_patch.get_edgecolor())) for text in drawn]


def look(patch):
    """The ideas of a patch's face and edge, None where it has none."""
    return tuple(idea(colour) if colour[3] > 0 else None for colour in (patch.get_facecolor(), patch.get_edgecolor()))


def ends(axes):
    """The height that each label at the right end of the axes stands at, in the numbers of the axes."""
    to_data = axes.transAxes + axes.transData.inverted()
    return {text.get_text(): float(to_data.transform(text.xy)[1]) for text in axes.texts if text.xycoords == "axes fraction"}
