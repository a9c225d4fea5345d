"""Pictures of chapter 8: the two orders side by side, and the slope that each of them hands to its blocks."""

import numpy as np
from matplotlib.patches import FancyBboxPatch

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import dress_storeys, label_ends, short
from transformer_block.palette import LIGHT

LANE, BRANCH = 0.0, 2.3
# What stands on the lane and on its branches from the bottom up: (word, idea, on the lane?, height, the stage it gives)
BOXES = {
    "pre": [("tidy", "tidy", False, 1.7, "N1"), ("gather", "evidence", False, 2.8, "U"),
            ("tidy", "tidy", False, 6.3, "N2"), ("think", "contribution", False, 7.4, "FFN")],
    "post": [("gather", "evidence", False, 2.25, "U"), ("tidy", "tidy", True, 4.75, "R"),
             ("think", "contribution", False, 6.85, "FFN"), ("tidy", "tidy", True, 9.35, "Y")],
}


def two_orders(pre, post, position):
    """One row on its way through a pre-norm and a post-norm block, with its sizes: two dicts of stages, from 0 -> Picture.

    The thick lane is the stream. Before, it runs through unbroken; after, it passes two norms.
    """
    picture = Picture(height=4.8)
    panels = picture.subplots(1, 2)
    told = {}
    for axes, order, stages in zip(panels, ("pre", "post"), (pre, post), strict=True):
        sizes = told[order] = {name: f"{float(stage[position].std()):.2f}" for name, stage in stages.items()}
        axes.set(xlim=(-1.5, 4.4), ylim=(-0.2, 11), title=f"{order}-norm")
        axes.axis("off")
        axes.annotate("", (LANE, 10.8), (LANE, 0), arrowprops={"arrowstyle": "-|>", "color": LIGHT["ink"], "linewidth": 3,
                                                               "shrinkA": 0, "shrinkB": 0})
        for leave, back in ((0.9, 3.7), (5.5, 8.3)):
            axes.plot([LANE, BRANCH, BRANCH], [leave, leave, back], color=LIGHT["quiet"], linewidth=1.4, zorder=0)
            axes.annotate("", (LANE + 0.3, back), (BRANCH, back), arrowprops={"arrowstyle": "-|>", "color": LIGHT["quiet"],
                                                                             "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})
            axes.plot(LANE, back, "o", markersize=14, color=LIGHT["surface"], markeredgecolor=LIGHT["add"], markeredgewidth=1.6, zorder=3)
            axes.text(LANE, back, "+", color=LIGHT["add"], ha="center", va="center_baseline", fontsize=12, zorder=4)
        for word, idea, on_lane, height, name in BOXES[order]:
            place, half = (LANE, 0.8) if on_lane else (BRANCH, 1.0)
            axes.add_patch(FancyBboxPatch((place - half, height - 0.32), 2 * half, 0.64, boxstyle="round,pad=0.02,rounding_size=0.18",
                                          facecolor=LIGHT["surface"], edgecolor=LIGHT[idea], linewidth=1.6, zorder=5))
            axes.text(place, height, word, color=LIGHT[idea], ha="center", va="center_baseline", fontweight="bold", zorder=6)
            if not on_lane:
                axes.text(place + 1.15, height, sizes[name], va="center_baseline")
        for name, height in (("X", 0.2), ("R", 5.35 if order == "post" else 4.6), ("Y", 10.2)):
            axes.text(LANE - 0.2, height, f"{name}  {sizes[name]}", ha="right", va="center_baseline", fontweight="bold")
    one, other = told["pre"], told["post"]
    picture.alt = (f"Two blocks with the same weights, read from the bottom; row {position} with its sizes. Pre-norm: the stream runs from X "
                   f"{one['X']} through two plus signs to R {one['R']} and Y {one['Y']}; each branch is tidied before it gathers ({one['U']}) or "
                   f"thinks ({one['FFN']}). Post-norm: the branches read the stream as it is and gather ({other['U']}) or think "
                   f"({other['FFN']}); the stream itself is tidied after each plus sign, to R {other['R']} and Y {other['Y']}.")
    return picture


def slopes(pre, post):
    """The slopes of all blocks' W2 in both orders, 5 %, 50 % and 95 % of many towers: twice (3, L) -> Picture."""
    pre, post = np.asarray(pre, float), np.asarray(post, float)
    if pre.shape != post.shape or pre.ndim != 2 or len(pre) != 3:
        raise ValueError(f"slopes: expected 5 %, 50 % and 95 % for each block, twice (3, L), got {pre.shape} and {post.shape}. "
                         f"Take np.percentile(slopes, [5, 50, 95], axis=0).")
    blocks = np.arange(1, pre.shape[1] + 1)
    picture = Picture(height=3.4)
    axes = dress_storeys(picture.subplots(), len(blocks) + 1, log=True)
    axes.set(xlabel="block", ylabel="slope of W2", xlim=(1, len(blocks)))
    lines = [(pre, "pre-norm", "ink", "-"), (post, "post-norm", "tidy", (0, (5, 2)))]
    for (low, middle, high), _, idea, style in lines:
        axes.fill_between(blocks, low, high, color=LIGHT[idea], alpha=0.15, linewidth=0)
        axes.plot(blocks, middle, color=LIGHT[idea], linestyle=style)
    axes.set_ylim(min(pre.min(), post.min()) / 1.5, max(pre.max(), post.max()) * 1.5)
    label_ends(axes, [(middle[-1], f"{name} {short(middle[-1])}", LIGHT[idea]) for (_, middle, _), name, idea, _ in lines])
    told = "; ".join(f"{name}, from {short(middle[0])} at block 1 ({short(low[0])} to {short(high[0])} in nine of ten towers) "
                     f"to {short(middle[-1])} at block {len(blocks)} ({short(low[-1])} to {short(high[-1])})"
                     for (low, middle, high), name, _, _ in lines)
    picture.alt = f"Slopes of W2 over {len(blocks)} blocks on a logarithmic scale, the middle of many towers in their bands: {told}."
    return picture


def both_towers(sizes, slopes_of_W2):
    """A pre-norm and a post-norm tower, the size of each stream and the slope of each W2: twice (2, L) -> Picture."""
    picture = Picture(height=3.0)
    panels = picture.subplots(1, 2)
    told = []
    for axes, what, lines in zip(panels, ("size of the stream", "slope of W2"), (sizes, slopes_of_W2), strict=True):
        lines = np.asarray(lines, float)
        blocks = np.arange(1, lines.shape[1] + 1)
        dress_storeys(axes, len(blocks) + 1, log=2)
        axes.set(xlabel="number of the block", ylabel=what, xlim=(1, len(blocks)), ylim=(lines.min() / 1.5, lines.max() * 1.5))
        for line, idea, style in zip(lines, ("ink", "tidy"), ("-", (0, (5, 2))), strict=True):
            axes.plot(blocks, line, color=LIGHT[idea], linestyle=style)
        label_ends(axes, [(line[-1], f"{order} {line[-1]:.1f}", LIGHT[idea])
                          for line, order, idea in zip(lines, ("pre", "post"), ("ink", "tidy"), strict=True)])
        told.append(f"The {what} goes from {lines[0][0]:.1f} to {lines[0][-1]:.1f} in pre-norm, from {lines[1][0]:.1f} to "
                    f"{lines[1][-1]:.1f} in post-norm.")
    picture.alt = f"Two towers of {len(blocks)} blocks with the same weights, on logarithmic scales. {' '.join(told)}"
    return picture
