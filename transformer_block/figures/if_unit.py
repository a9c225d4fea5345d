"""Pictures of chapter 1: one unit, its half-plane and its bent line."""

import numpy as np
from matplotlib.patches import Polygon

from transformer_block import fires
from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT


def half_plane(pattern, evidence, reach=1.5):
    """Where a unit of two coordinates fires, with pieces of evidence in it: (2,), (n, 2) -> Picture.

    The firing half-plane is shaded; each evidence is a dot, filled where the unit fires, with its strength beside it.
    """
    pattern, evidence = np.asarray(pattern, float), np.atleast_2d(np.asarray(evidence, float))
    picture = Picture(height=4.2)
    axes = plane(picture, reach)
    direction = pattern / np.linalg.norm(pattern)
    along, far = np.array([-direction[1], direction[0]]), 4 * reach
    axes.add_patch(Polygon([far * along, -far * along, far * (direction - along), far * (direction + along)],
                           facecolor=LIGHT["pattern"], alpha=0.12, edgecolor="none"))
    axes.plot(*np.array([far * along, -far * along]).T, color=LIGHT["pattern"], linestyle=(0, (4, 3)), linewidth=1.2)
    arrow(axes, pattern, LIGHT["pattern"], "pattern")
    strengths = fires(evidence, pattern)
    for point, strength in zip(evidence, strengths, strict=True):
        colour = LIGHT["evidence"] if strength > 0 else LIGHT["silent"]
        axes.plot(*point, "o", color=colour, markersize=7, markerfacecolor=colour if strength > 0 else LIGHT["surface"])
        axes.annotate(f"fires {strength:.2f}" if strength > 0 else "silent", point, xytext=(0, 9),
                      textcoords="offset points", color=colour, ha="center" if strength > 0 else "right")
    told = "; ".join(f"[{x:g}, {y:g}] fires {s:.2f}" if s > 0 else f"[{x:g}, {y:g}] is silent"
                     for (x, y), s in zip(evidence, strengths, strict=True))
    picture.alt = (f"A plane cut in two by a dashed line through the origin. The unit with pattern [{pattern[0]:g}, {pattern[1]:g}] "
                   f"fires on the shaded side, where its pattern points. {told}.")
    return picture


def bent_line(matches, reach=2.0):
    """The line bent at zero, with the given matches marked on it: (n,) -> Picture."""
    matches = np.atleast_1d(np.asarray(matches, float))
    picture = Picture(height=2.8)
    axes = picture.subplots()
    line = np.array([-reach, 0, reach])
    axes.plot(line, line, color=LIGHT["silent"], linestyle=(0, (1, 2)), linewidth=1.2)
    axes.plot(line, np.maximum(line, 0), color=LIGHT["pattern"])
    axes.annotate("without the bend", (-reach / 2, -reach / 2), xytext=(8, -10), textcoords="offset points",
                  color=LIGHT["silent"])
    for match in matches:
        height = max(match, 0)
        axes.plot([match, match], [0, height], color=LIGHT["evidence"], linewidth=1)
        axes.plot(match, height, "o", color=LIGHT["evidence"], markersize=7)
        axes.annotate(f"{match:+.1f} → {height:.1f}".replace("-", "−"), (match, height), xytext=(0, 8),
                      textcoords="offset points", color=LIGHT["evidence"], ha="right" if match >= 0 else "center")
    axes.set(xlabel="match: pattern · evidence", ylabel="fires")
    axes.grid(True)
    told = ", ".join(f"{m:+.1f} becomes {max(m, 0):.1f}" for m in matches)
    picture.alt = f"A line that is flat at zero on the left and rises with slope 1 from zero on. Matches marked on it: {told}."
    return picture


def plane(picture, reach):
    """Square axes around the origin, as all pictures on the plane share: Picture, float -> Axes."""
    axes = picture.subplots()
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="first coordinate", ylabel="second coordinate")
    axes.grid(True)
    axes.axhline(0, color=LIGHT["quiet"], linewidth=0.8)
    axes.axvline(0, color=LIGHT["quiet"], linewidth=0.8)
    return axes


def arrow(axes, tip, colour, label):
    """An arrow from the origin to `tip`, with its name at the tip."""
    axes.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2,
                                               "shrinkA": 0, "shrinkB": 0})
    axes.annotate(label, tip, xytext=(6, 6), textcoords="offset points", color=colour, fontweight="bold")
