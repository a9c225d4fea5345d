"""Pictures of chapter 7: rows of two numbers on their way through a block, each as a walk on the plane."""

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT

LOW, HIGH = -2.7, 4.4  # of both axes


def walk(stages):
    """Where each position stands before, between and after the two notes: a dict of stages with C = 2 -> Picture.

    One panel for each position. Dots are the stream at X, R and Y; the arrows between them are U and FFN. Hollow squares
    are what the two sub-layers read, N1 and N2.
    """
    X, N1, R, N2, Y = (np.asarray(stages[name], float) for name in ("X", "N1", "R", "N2", "Y"))
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"walk: expected positions of two numbers, (T, 2), got {X.shape}. "
                         f"Take tb.block_stages(*tb.worked_example()).")
    picture = Picture(height=2.5)
    panels = picture.subplots(1, len(X), sharey=True, squeeze=False)[0]
    told = []
    for position, axes in enumerate(panels):
        axes.set(xlim=(LOW, HIGH), ylim=(LOW, HIGH), aspect="equal", xticks=range(-1, 5), yticks=range(-1, 5),
                 title=f"position {position}", xlabel="first number", ylabel="second number" if position == 0 else "")
        axes.grid(True)
        axes.plot([LOW, HIGH], [LOW, HIGH], color=LIGHT["silent"], linestyle=(0, (1, 2)), linewidth=1, zorder=1)
        stream = X[position], R[position], Y[position]
        for tail, tip, idea in zip(stream, stream[1:], ("evidence", "contribution"), strict=False):
            axes.annotate("", tip, tail, arrowprops={"arrowstyle": "-|>", "color": LIGHT[idea], "linewidth": 2,
                                                     "shrinkA": 3, "shrinkB": 3})
        for name, place in zip("XRY", stream, strict=True):
            axes.plot(*place, "o", color=LIGHT["ink"], markersize=5)
            axes.annotate(name, place, xytext=(6, -3), textcoords="offset points", color=LIGHT["ink"], fontweight="bold")
        read = {"N1": N1[position], "N2": N2[position]}
        if np.allclose(*read.values(), atol=0.1):
            read = {"N1\nN2": N1[position]}
        for name, place in read.items():
            axes.plot(*place, "s", color=LIGHT["tidy"], markersize=5, markerfacecolor=LIGHT["surface"])
            axes.annotate(name, place, xytext=(-5, 0), textcoords="offset points", color=LIGHT["tidy"],
                          ha="right", va="center")
        told.append(f"position {position} enters at X {_pair(X[position])}, reads {_pair(N1[position])}, gathers to R "
                    f"{_pair(R[position])}, reads {_pair(N2[position])} and thinks to Y {_pair(Y[position])}")
    picture.alt = f"Walks on a plane, a panel for each row: {'; '.join(told)}."
    return picture


def _pair(row):
    return "[" + ", ".join(f"{number:.2f}".replace("-", "−") for number in row) + "]"
