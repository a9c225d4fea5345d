"""Pictures of chapter 3: bends, straight pieces, and what is left of a product of many matrices."""

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT

_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))


def bends(x, curves):
    """Several bends over the same axis: (n,), {name: (n,)} -> Picture, each named at its left end."""
    x = np.asarray(x, float)
    picture = Picture(height=2.8)
    axes = picture.subplots()
    for dash, (name, y) in zip(_DASHES, curves.items(), strict=False):
        axes.plot(x, y, color=LIGHT["pattern"], linestyle=dash, label=name)
    placed = []
    for name, y in sorted(curves.items(), key=lambda item: item[1][0]):
        height = max([y[0], *(place + 0.28 for place in placed)])
        placed.append(height)
        axes.annotate(name, (x[0], height), xytext=(-4, 0), textcoords="offset points", ha="right", va="center",
                      color=LIGHT["pattern"], annotation_clip=False)
    axes.set(xlabel="match", ylabel="after the bend", xlim=(x[0], x[-1]))
    axes.yaxis.tick_right()
    axes.yaxis.set_label_position("right")
    axes.spines["left"].set_visible(False)
    axes.grid(True)
    told = "; ".join(f"{name} from {y[0]:.2f} at {x[0]:g} to {y[-1]:.2f} at {x[-1]:g}" for name, y in curves.items())
    picture.alt = f"{len(curves)} bends over matches from {x[0]:g} to {x[-1]:g}: {told}."
    return picture


def along_a_line(t, outputs, kinks):
    """A network's output while its input moves along a line: (n,), {name: (n,)}, {name: (k,)} -> Picture.

    Kinks are marked where a piece ends and the next begins.
    """
    picture = Picture(height=1.7 * len(outputs))
    panels = np.atleast_1d(picture.subplots(len(outputs), 1, sharex=True))
    for axes, (name, y) in zip(panels, outputs.items(), strict=True):
        places = np.asarray(kinks[name], float)
        axes.plot(t, y, color=LIGHT["ink"])
        axes.plot(places, np.interp(places, t, y), "o", color=LIGHT["pattern"], markersize=3.5)
        axes.set(title=f"{name}: {_pieces(len(places))}", ylabel="output")
        axes.grid(True)
    panels[-1].set_xlabel("place on the line")
    told = "; ".join(f"{name} has {_pieces(len(kinks[name]))}" for name in outputs)
    picture.alt = f"One output of a network while its input moves along a straight line. {told}."
    return picture


def _pieces(kinks):
    return f"{kinks + 1} straight pieces" if kinks else "1 straight piece"


def pieces_by_size(widths, counts):
    """Straight pieces against width, one line for each depth: (n,), {depth: (n,)} -> Picture."""
    picture = Picture(height=2.9)
    axes = picture.subplots()
    for dash, (depth, pieces) in zip(_DASHES, counts.items(), strict=False):
        axes.plot(widths, pieces, color=LIGHT["pattern"], linestyle=dash, marker="o", markersize=4)
        axes.annotate(f"{depth} layer{'s' if depth > 1 else ''}", (widths[-1], pieces[-1]), xytext=(8, 0),
                      textcoords="offset points", va="center", color=LIGHT["pattern"], annotation_clip=False)
    axes.set(xlabel="units in each layer", ylabel="straight pieces", xticks=widths, ylim=(0, None))
    axes.grid(True)
    told = "; ".join(f"{depth} layers {', '.join(f'{count:.0f}' for count in pieces)}" for depth, pieces in counts.items())
    picture.alt = f"Straight pieces along a line for {', '.join(map(str, widths))} units in each layer: {told}."
    return picture


def singular_values(products):
    """Singular values of products of matrices, largest first, as shares of the largest: {number: (C,)} -> Picture."""
    picture = Picture(height=2.8)
    axes = picture.subplots()
    told = []
    for dash, (number, values) in zip(_DASHES, products.items(), strict=False):
        share = np.asarray(values, float) / values[0]
        axes.semilogy(np.arange(1, len(share) + 1), share, color=LIGHT["replace"], linestyle=dash)
        at = len(share) // 3
        axes.annotate(f"{number} layer{'s' if number > 1 else ''}", (at + 1, share[at]), xytext=(4, 6),
                      textcoords="offset points", color=LIGHT["replace"])
        told.append(f"after {number}, {np.sum(share > 0.01)} of {len(share)} are above 1 % of the largest")
    axes.set(xlabel="direction, strongest first", ylabel="share of the strongest", ylim=(1e-8, 2))
    axes.grid(True)
    picture.alt = f"Singular values of the product of linear layers, as shares of the largest: {'; '.join(told)}."
    return picture


def bend_dial(dials, distances):
    """How far a layer is from its best single matrix as the bend is straightened: (n,), (n,) -> Picture."""
    picture = Picture(height=2.6)
    axes = picture.subplots()
    axes.plot(dials, distances, color=LIGHT["pattern"], marker="o", markersize=4)
    axes.set(xlabel="bend dial: 0 is ReLU, 1 is straight", ylabel="left over", ylim=(0, None))
    axes.grid(True)
    told = ", ".join(f"{distance:.3f} at {dial:g}" for dial, distance in zip(dials, distances, strict=True))
    picture.alt = f"The share of a layer's output that no single matrix explains, by the bend dial: {told}."
    return picture
