"""Pictures of chapter 0: who reads whom, and how much."""

import numpy as np
from matplotlib.patches import Rectangle

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT


def weights_table(weights):
    """The weights of one head as a table of shaded cells: (T, T) -> Picture. Row t is what position t reads with.

    A weight of zero is left out: under a causal mask a triangle stays empty.
    """
    weights = np.asarray(weights, float)
    T = len(weights)
    picture = Picture(width=4.4, height=3.9)
    axes = picture.subplots()
    for row, column in np.ndindex(T, T):
        weight = weights[row, column]
        if weight == 0:
            continue
        axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=LIGHT["evidence"], alpha=float(weight) * 0.75,
                                 edgecolor="none"))
        axes.annotate(f"{weight:.2f}", (column, row), ha="center", va="center", fontsize=9, color=LIGHT["ink"])
    axes.set(xlim=(-0.5, T - 0.5), ylim=(T - 0.5, -0.5), aspect="equal", xticks=range(T), yticks=range(T),
             xlabel="is read", ylabel="reads")
    strongest = [int(weights[row].argmax()) for row in range(T)]
    told = ", ".join(f"position {row} reads position {best} most ({weights[row, best]:.2f})" for row, best in enumerate(strongest))
    empty = "The cells above the diagonal are empty: nobody reads ahead. " if not np.triu(weights, 1).any() else ""
    picture.alt = f"A table of {T} by {T} weights, one row for each position that reads. {empty}By rows: {told}."
    return picture


def one_reader(weights, position, others=None):
    """What one position reads, as bars, one for each position: (T,), int -> Picture.

    With `others`, the weights without a mask stand beside as hollow bars.
    """
    weights = np.asarray(weights, float)
    T = len(weights)
    picture = Picture(height=2.4)
    axes = picture.subplots()
    if others is not None:
        axes.bar(np.arange(T) + 0.2, others, width=0.36, facecolor="none", edgecolor=LIGHT["silent"], linestyle="--")
    axes.bar(np.arange(T) - (0.2 if others is not None else 0), weights, width=0.36, color=LIGHT["evidence"])
    for column, weight in enumerate(weights):
        if weight > 0:
            axes.annotate(f"{weight:.2f}", (column - (0.2 if others is not None else 0), weight), ha="center", va="bottom",
                          fontsize=8, color=LIGHT["evidence"])
    axes.set(xlabel="position that is read", ylabel="weight", xticks=range(T), ylim=(0, 1.1))
    told = ", ".join(f"{weight:.2f}" for weight in weights)
    picture.alt = f"The weights with which position {position} reads positions 0 to {T - 1}: {told}."
    if others is not None:
        picture.alt += f" Dashed, the same without a mask: {', '.join(f'{weight:.2f}' for weight in np.asarray(others, float))}."
    return picture
