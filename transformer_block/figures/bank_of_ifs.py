"""Pictures of chapter 2: a bank of units at work, who is awake in it, and where the numbers of a block live."""

import numpy as np
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from transformer_block import relu
from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT


def bank(evidence, W1, W2, b1=None, b2=None):
    """One row on its way through a small bank, with both matrices in sight: (C,), (C, F), (F, C) -> Picture.

    Left, the columns of W1 with match and strength below each; right, the rows of W2, each beside its strength,
    and their sum. Units that fire are coloured, silent ones are grey. Made for C = 2 or 3 and up to four units.
    """
    evidence, W1, W2 = (np.asarray(array, float) for array in (evidence, W1, W2))
    C, F = W1.shape
    match = evidence @ W1 + (0 if b1 is None else np.asarray(b1, float))
    strength = relu(match)
    total = strength @ W2 + (0 if b2 is None else np.asarray(b2, float))
    awake = strength > 0
    picture = Picture(height=3.5)
    axes = picture.subplots()
    axes.axis("off")

    top = max(C, F) + 2.3
    for row in range(C):
        _cell(axes, 0, top - row, evidence[row], "evidence")
        for unit in range(F):
            _cell(axes, 1.35 + unit, top - row, W1[row, unit], "pattern" if awake[unit] else "silent", filled=awake[unit])
    _write(axes, 0, top + 0.85, "evidence", "evidence")
    _write(axes, 1.35 + (F - 1) / 2, top + 0.85, "W1: patterns", "pattern")
    for unit in range(F):
        idea = "pattern" if awake[unit] else "silent"
        _write(axes, 1.35 + unit, top - C - 0.05, _signed(match[unit]), idea)
        _write(axes, 1.35 + unit, top - C - 0.95, f"{strength[unit]:.1f}" if awake[unit] else "silent", idea, bold=awake[unit])
    _write(axes, 0, top - C - 0.05, "match", "quiet")
    _write(axes, 0, top - C - 0.95, "fires", "quiet")

    left = 1.35 + F + 1.05
    for unit in range(F):
        idea = "contribution" if awake[unit] else "silent"
        _write(axes, left - 0.62, top - unit, f"{strength[unit]:.1f} ×", "pattern" if awake[unit] else "silent", align="right", bold=awake[unit])
        for column in range(C):
            _cell(axes, left + column, top - unit, W2[unit, column], idea, filled=awake[unit])
    _write(axes, left + (C - 1) / 2, top + 0.85, "W2: contributions", "contribution")
    under = top - F - 0.3
    axes.plot([left - 0.5, left + C - 0.5], [under + 0.65, under + 0.65], color=LIGHT["ink"], linewidth=1)
    _write(axes, left - 0.62, under, "sum", "quiet", align="right")
    for column in range(C):
        _write(axes, left + column, under, _signed(total[column]), "ink", bold=True)
    axes.set(xlim=(-0.75, left + C - 0.1), ylim=(min(under, top - C - 0.95) - 0.5, top + 1.2))
    picture.alt = (f"Evidence {_row(evidence)} meets the {F} columns of W1. Their matches are {_row(match)}; after the bend {_row(strength)}. "
                   f"Beside each row of W2 stands its strength; the rows times their strengths add up to {_row(total)}.")
    return picture


def awake(strengths):
    """Which units fire at which position, and how strongly: (T, F) -> Picture, one line of thin bars for each position."""
    strengths = np.asarray(strengths, float)
    T, F = strengths.shape
    picture = Picture(height=3.0)
    axes = picture.subplots()
    scale = 0.85 / max(strengths.max(), 1e-12)
    for position, row in enumerate(strengths):
        axes.plot([-0.5, F - 0.5], [position, position], color=LIGHT["grid"], linewidth=0.8, zorder=1)
        bars = [Path([(unit - 0.4, position), (unit - 0.4, position - height), (unit + 0.4, position - height), (unit + 0.4, position)])
                for unit, height in enumerate(scale * row) if height > 0]
        if bars:
            axes.add_patch(PathPatch(Path.make_compound_path(*bars), facecolor=LIGHT["pattern"], edgecolor="none"))
    counts = (strengths > 0).sum(axis=1)
    axes.set(xlim=(-0.5, F - 0.5), ylim=(T - 0.7, -0.95), xlabel=f"unit (0 to {F - 1})", ylabel="position",
             yticks=range(T), xticks=[0, F // 4, F // 2, 3 * F // 4, F - 1])
    axes.tick_params(axis="y", length=0)
    right = axes.twinx()
    right.set(ylim=axes.get_ylim(), yticks=range(T), yticklabels=[str(count) for count in counts], ylabel="units awake")
    right.tick_params(axis="y", length=0, colors=LIGHT["pattern"])
    right.yaxis.label.set_color(LIGHT["pattern"])
    for side in axes.spines.values(), right.spines.values():
        for spine in side:
            spine.set_visible(False)
    told = ", ".join(f"{count} at position {position}" for position, count in enumerate(counts))
    picture.alt = (f"{T} lines of thin bars, one bar for each of {F} units that fires, as high as it fires strongly. "
                   f"Each position has a selection of its own. Awake: {told}.")
    return picture


def to_scale(C, F):
    """The matrices of one block, drawn to scale: int, int -> Picture. Area is the number of learned numbers.

    Top, attention's four C by C matrices side by side; below, the bank's W1, and W2 laid on its side.
    """
    picture = Picture(height=3.9)
    axes = picture.subplots()
    axes.axis("off")
    gap = 0.42 * C
    strips = [("evidence", [("Wq", C), ("Wk", C), ("Wv", C), ("Wo", C)], "attention"),
              ("pattern", [("W1: patterns", F)], "bank"),
              ("contribution", [("W2: contributions, on its side", F)], "bank")]
    for number, (idea, matrices, where) in enumerate(strips):
        left, bottom = 0, -number * (C + gap)
        for name, width in matrices:
            axes.add_patch(Rectangle((left, bottom), width, C, facecolor=LIGHT[idea], alpha=0.16, edgecolor="none"))
            axes.add_patch(Rectangle((left, bottom), width, C, facecolor="none", edgecolor=LIGHT[idea], linewidth=1.4))
            axes.annotate(name, (left + width / 2, bottom + C / 2), ha="center", va="center", color=LIGHT[idea], fontweight="bold")
            left += width
        axes.annotate(f"{where}: {C * left:,}", (0, bottom + C), xytext=(0, 3), textcoords="offset points", color=LIGHT["quiet"], fontsize=8)
    axes.set(aspect="equal", xlim=(-0.02 * F, 1.02 * max(F, 4 * C)), ylim=(-2 * (C + gap) - 0.05 * C, 1.4 * C))
    picture.alt = (f"Matrices drawn to scale in three strips. Attention: four squares of {C} by {C}, {4 * C * C:,} numbers. "
                   f"The bank: W1, {C} by {F}, {C * F:,} numbers, and W2, {F} by {C}, as many again.")
    return picture


def _cell(axes, x, y, number, idea, filled=True):
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=LIGHT[idea], alpha=0.16 if filled else 0.0, edgecolor="none"))
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor="none", edgecolor=LIGHT[idea], linewidth=1, linestyle="-" if filled else ":"))
    _write(axes, x, y, _signed(number), idea)


def _write(axes, x, y, text, idea, align="center", bold=False):
    axes.annotate(text, (x, y), ha=align, va="center", color=LIGHT[idea], fontweight="bold" if bold else "normal")


def _signed(number):
    return f"{number + 0.0:.1f}".replace("-", "−")


def _row(numbers):
    return "[" + ", ".join(f"{round(float(number), 1) + 0.0:.1f}" for number in numbers) + "]"
