"""Pictures of chapter 0: who reads whom, how much, and where the average lands."""

import numpy as np
from matplotlib.patches import Rectangle

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT


def weights_table(weights):
    """The weights of one head as a table of shaded cells: (T, T) -> Picture. Row t is what position t reads with.

    A weight of exactly zero leaves its cell empty: under a causal mask a triangle stays blank.
    """
    weights = np.asarray(weights, float)
    T = len(weights)
    picture = Picture(width=4.4, height=4.1)
    axes = picture.subplots()
    for reader, read in np.ndindex(T, T):
        weight = weights[reader, read]
        axes.add_patch(Rectangle((read - 0.5, reader - 0.5), 1, 1, facecolor=LIGHT["evidence"], alpha=0.55 * float(weight), edgecolor="none"))
        if weight > 0:
            axes.annotate(f"{weight:.2f}", (read, reader), ha="center", va="center", color=LIGHT["ink"])
    axes.set(xlim=(-0.5, T - 0.5), ylim=(T - 0.5, -0.5), aspect="equal", xticks=range(T), yticks=range(T),
             xlabel="position that is read", ylabel="position that reads")
    axes.set_xticks(np.arange(T + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(T + 1) - 0.5, minor=True)
    axes.grid(True, which="minor")
    axes.set_axisbelow(True)
    axes.tick_params(which="both", length=0)
    rows = "; ".join(f"position {reader} reads with {_list(row[row > 0])}" for reader, row in enumerate(weights))
    empty = "Everything above the diagonal is empty. " if not np.triu(weights, 1).any() else ""
    picture.alt = f"A table of {T} by {T} weights, one row for each position that reads. {empty}From left to right, {rows}."
    return picture


def one_reader(weights, position, without_mask=None):
    """The weights with which one position reads, as bars: (T,), int -> Picture.

    With `without_mask`, hollow dashed bars beside them show the weights of the same reader without a mask.
    """
    weights = np.asarray(weights, float)
    T, places = len(weights), np.arange(len(weights))
    picture = Picture(height=2.7)
    axes = picture.subplots()
    shift = 0 if without_mask is None else 0.21
    _labelled_bars(axes, places - shift, weights, facecolor=LIGHT["evidence"], edgecolor=LIGHT["evidence"], ink=LIGHT["evidence"])
    picture.alt = f"Bars: position {position} reads positions 0 to {T - 1} with weights {_list(weights)}."
    if without_mask is not None:
        free = np.asarray(without_mask, float)
        _labelled_bars(axes, places + shift, free, facecolor="none", edgecolor=LIGHT["silent"], linestyle=(0, (3, 2)), ink=LIGHT["silent"])
        axes.annotate("with the mask", (0, 1), xycoords="axes fraction", va="top", xytext=(4, 0), textcoords="offset points",
                      color=LIGHT["evidence"])
        axes.annotate("dashed: without", (0, 1), xycoords="axes fraction", va="top", xytext=(4, -12), textcoords="offset points",
                      color=LIGHT["silent"])
        picture.alt += f" Dashed beside them, the weights without a mask: {_list(free)}."
    axes.set(xlabel="position that is read", ylabel=f"weight for position {position}", xticks=places,
             ylim=(0, 1.45 * max(axes.dataLim.y1, 0.1)))
    return picture


def balance(values, weights):
    """Values on a beam, each as heavy as its weight, balanced at their weighted average: (n,), (n,) -> Picture."""
    values, weights = np.asarray(values, float), np.asarray(weights, float)
    average = float(weights @ values)
    reach = np.ptp(values) or 1.0
    picture = Picture(height=2.2)
    axes = picture.subplots()
    axes.plot([values.min(), values.max()], [0, 0], color=LIGHT["quiet"], linewidth=2.5, solid_capstyle="round", zorder=1)
    order = np.argsort(values, kind="stable")
    height, previous = 0, -np.inf
    for place in order:
        value, weight = values[place], weights[place]
        axes.plot(value, 0, "o", color=LIGHT["evidence"], markersize=30 * np.sqrt(weight) + 2, alpha=0.85, markeredgewidth=0, zorder=2)
        height = 1 - height if value - previous < 0.13 * reach else 0  # neighbours too close to write side by side
        axes.annotate(f"{place}: {weight:.2f}", (value, 0), xytext=(0, 18 + 12 * height), textcoords="offset points", ha="center",
                      color=LIGHT["evidence"])
        previous = value
    axes.plot(average, -0.15, "^", color=LIGHT["ink"], markersize=13)
    axes.annotate(f"gathered {average:+.2f}".replace("-", "−"), (average, -0.15), xytext=(0, -10), textcoords="offset points", ha="center",
                  va="top", color=LIGHT["ink"], fontweight="bold")
    axes.set(ylim=(-0.75, 0.9), xlim=(values.min() - 0.12 * reach, values.max() + 0.12 * reach), yticks=[],
             xlabel="value of one coordinate")
    axes.spines["left"].set_visible(False)
    told = ", ".join(f"{values[place]:.2f} with weight {weights[place]:.2f}" for place in order)
    picture.alt = (f"A beam with {len(values)} weights on it, from left to right at {told}. It balances at {average:.2f}, "
                   f"between the smallest value {values.min():.2f} and the largest {values.max():.2f}.")
    return picture


def _labelled_bars(axes, places, weights, ink, **style):
    axes.bar(places, weights, width=0.38, **style)
    for place, weight in zip(places, weights, strict=True):
        axes.annotate(f"{weight:.2f}" if weight else "0", (place, weight), xytext=(0, 2), textcoords="offset points", ha="center", va="bottom",
                      fontsize=8, color=ink)


def _list(numbers):
    return ", ".join(f"{number:.2f}" for number in numbers)
