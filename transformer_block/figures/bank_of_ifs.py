"""Pictures of chapter 2: evidence walking through a bank of units, and where the numbers of a block are."""

import numpy as np
from matplotlib.patches import Rectangle

from transformer_block import feed_forward, relu
from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT


def walk_through(evidence, W1, W2):
    """Evidence, matches, what fires and what is added, side by side: (C,), (C, F), (F, C) -> Picture.

    Each stage is a column of signed bars; a silent unit keeps its place, grey and hollow.
    """
    evidence, W1, W2 = (np.asarray(value, float) for value in (evidence, W1, W2))
    match = evidence @ W1
    fired = relu(match)
    out = feed_forward(evidence, W1, W2)
    stages = [("evidence", evidence, "evidence"), ("match", match, "pattern"), ("fires", fired, "pattern"),
              ("added", out, "contribution")]
    reach = 1.25 * max(np.abs(values).max() for _, values, _ in stages)
    picture = Picture(width=4.8, height=2.9)
    for axes, (name, values, idea) in zip(picture.subplots(1, 4, sharey=True), stages, strict=True):
        silent = (values == 0) if name == "fires" else np.zeros(len(values), bool)
        colours = [LIGHT["silent"] if quiet else LIGHT[idea] for quiet in silent]
        axes.bar(range(1, len(values) + 1), values, color=colours, width=0.7)
        for place, (value, colour, quiet) in enumerate(zip(values, colours, silent, strict=True), start=1):
            axes.annotate("silent" if quiet else f"{value:+.1f}".replace("-", "−"), (place, value), ha="center",
                          va="bottom" if value >= 0 else "top", xytext=(0, 2 if value >= 0 else -2),
                          textcoords="offset points", color=colour, fontsize=8, rotation=90 if quiet else 0)
        axes.axhline(0, color=LIGHT["quiet"], linewidth=0.8)
        axes.set(title=name, ylim=(-reach, reach), xlim=(0.3, len(values) + 0.7), xticks=range(1, len(values) + 1))
    told = "; ".join(f"{name} [{', '.join(f'{value:.1f}' for value in values + 0.0)}]" for name, values, _ in stages)
    picture.alt = f"Four groups of bars, from left to right: {told}."
    return picture


def parameter_share(counts):
    """How the numbers of a block are shared out: {part: count} -> Picture, one bar divided into parts."""
    total = sum(counts.values())
    picture = Picture(width=4.8, height=1.7)
    axes = picture.subplots()
    left = 0
    for (part, count), idea in zip(counts.items(), ("evidence", "contribution", "silent"), strict=False):
        axes.add_patch(Rectangle((left, 0), count, 1, facecolor=LIGHT[idea], alpha=0.85, edgecolor=LIGHT["surface"]))
        axes.annotate(f"{part}\n{count:,} · {count / total:.1%}", (left + count / 2, 0.5), ha="center", va="center",
                      color=LIGHT["surface"], fontsize=9)
        left += count
    axes.set(xlim=(0, total), ylim=(0, 1), yticks=[], xlabel="learned numbers")
    axes.spines["left"].set_visible(False)
    told = ", ".join(f"{part} {count:,} ({count / total:.1%})" for part, count in counts.items())
    picture.alt = f"One bar of {total:,} learned numbers, divided: {told}."
    return picture
