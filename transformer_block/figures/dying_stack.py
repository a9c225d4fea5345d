"""Pictures of chapter 4: what is left of a description, of a slope and of its directions after many storeys."""

import numpy as np
from matplotlib.ticker import FuncFormatter

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import label_ends, over_storeys
from transformer_block.palette import LIGHT

_DOTS, _DASHES = (0, (1, 1.5)), (0, (5, 2))
_PLAIN = FuncFormatter(lambda size, _: f"{size:,.6f}".rstrip("0").rstrip("."))  # 0.0001 and 1,000, not powers


def survival(replace, add, low, high, rule):
    """Sizes over the storeys of a replacing and an adding stack: five times (S + 1,) -> Picture, logarithmic.

    The band from `low` to `high` is where other replacing stacks are, `rule` is their closed form.
    """
    replace, add, low, high, rule = _rows(replace=replace, add=add, low=low, high=high, rule=rule)
    floors = np.arange(len(replace))
    picture = Picture(height=3.6)
    axes = over_storeys(picture, len(floors), log=True)
    axes.fill_between(floors, low, high, color=LIGHT["replace"], alpha=0.18, linewidth=0)
    axes.plot(floors, rule, color=LIGHT["quiet"], linestyle=_DOTS)
    axes.plot(floors, replace, color=LIGHT["replace"])
    axes.plot(floors, add, color=LIGHT["add"], linestyle=_DASHES)
    axes.set_ylim(2e-5, 1e3)
    axes.yaxis.set_major_formatter(_PLAIN)
    label_ends(axes, [(add[-1], f"add {add[-1]:.1f}", LIGHT["add"]),
                      (high[-1], f"95 % below {high[-1]:.6f}", LIGHT["replace"]),
                      (rule[-1], f"closed form {rule[-1]:.6f}", LIGHT["quiet"]),
                      (replace[-1], f"replace {replace[-1]:.6f}", LIGHT["replace"]),
                      (low[-1], f"5 % below {low[-1]:.6f}", LIGHT["replace"])], gap=0.06)
    picture.alt = (f"Size over {len(floors) - 1} storeys, on a logarithmic scale. The replacing stack falls in an almost straight line from "
                   f"{replace[0]:.2f} to {replace[-1]:.6f}, inside a band that ends between {low[-1]:.6f} and {high[-1]:.6f}, with the dotted "
                   f"closed form at {rule[-1]:.6f}. The adding stack, dashed, rises from {add[0]:.2f} to {add[-1]:.1f}.")
    return picture


def reverse_lane(replace, add):
    """The slope that arrives at each floor, drawn from the top floor down: twice (S + 1,) -> Picture, logarithmic."""
    replace, add = _rows(replace=replace, add=add)
    top = len(replace) - 1
    floors = np.arange(top + 1)
    picture = Picture(height=3.0)
    axes = over_storeys(picture, top + 1, log=True)
    axes.plot(floors[1:], replace[1:], color=LIGHT["replace"])
    axes.plot(floors[1:], add[1:], color=LIGHT["add"], linestyle=_DASHES)
    axes.set(xlim=(top, 1), ylim=(1e-4, 1e3), xlabel="storey, from the top down", ylabel="slope",
             xticks=[floor for floor in (24, 18, 12, 6, 1) if floor <= top])
    axes.yaxis.set_major_formatter(_PLAIN)
    label_ends(axes, [(add[1], f"add {add[1]:.2f}", LIGHT["add"]), (replace[1], f"replace {replace[1]:.6f}", LIGHT["replace"])])
    picture.alt = (f"The slope on its way down from storey {top} to storey 1, on a logarithmic scale. Both start at {replace[-1]:.0f}. "
                   f"Where storeys replace, {replace[1]:.6f} arrives at storey 1; where they add, dashed, {add[1]:.2f} arrives.")
    return picture


def directions(counts):
    """How many directions are left over the storeys: {name: (S + 1,)} -> Picture.

    Names start with "replace" or "add", which sets the colour; a second stack of the same kind is dotted.
    """
    picture = Picture(height=2.9)
    longest = max(len(row) for row in counts.values())
    axes = over_storeys(picture, longest, log=False)
    width = max(max(row) for row in counts.values())
    axes.set(ylim=(0, 1.08 * width), ylabel="directions left")
    ends = []
    for name, row in counts.items():
        idea = "add" if name.startswith("add") else "replace"
        style = {"replace": "-", "add": _DASHES}[idea] if not any(end[1].startswith(idea) for end in ends) else _DOTS
        axes.plot(np.arange(len(row)), row, color=LIGHT[idea], linestyle=style)
        ends.append((row[-1], f"{name} {row[-1]}", LIGHT[idea]))
    label_ends(axes, ends)
    told = "; ".join(f"{name}, from {row[0]} to {row[-1]}" for name, row in counts.items())
    picture.alt = f"Directions that are left over {longest - 1} storeys: {told}."
    return picture


def _rows(**lines):
    lines = {name: np.asarray(line, float) for name, line in lines.items()}
    lengths = {name: line.shape for name, line in lines.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"expected lines over the same storeys, got {lengths}. Keep the input as floor 0 of each.")
    return lines.values()
