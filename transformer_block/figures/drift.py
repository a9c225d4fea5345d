"""Pictures of chapter 5: how a stream that adds grows, and what tidying does to it."""

from itertools import pairwise

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import label_ends, over_storeys
from transformer_block.palette import LIGHT


def snail(notes, start=1.0):
    """Notes added one after another, each at a right angle to the sum so far: (S,) -> Picture.

    Thick lines are the description after each storey, thin arrows the notes.
    """
    notes = np.atleast_1d(np.asarray(notes, float))
    sizes = np.sqrt(start**2 + np.concatenate([[0], np.cumsum(notes**2)]))
    angles = np.concatenate([[0], np.cumsum(np.arctan(notes / sizes[:-1]))])
    tips = sizes[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    margin = 0.16 * sizes[-1]
    low, high = np.minimum(tips.min(axis=0), 0) - margin, np.maximum(tips.max(axis=0), 0) + margin
    high[0] += 2 * margin  # room for the first note's name
    picture = Picture(height=4.8 * (high - low)[1] / (high - low)[0])
    axes = picture.subplots()
    axes.set(aspect="equal", xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    axes.axis("off")
    for number, (tip, size) in enumerate(zip(tips, sizes, strict=True)):
        last = number in (0, len(notes))
        axes.plot([0, tip[0]], [0, tip[1]], color=LIGHT["ink"], linewidth=2.2 if last else 0.9)
        outward = tip / size
        axes.annotate(f"{size:.2f}", tip, xytext=(17 * outward[0], 11 * outward[1]), textcoords="offset points", ha="center", va="center",
                      color=LIGHT["ink"], fontweight="bold" if last else "normal")
    for begin, end in pairwise(tips):
        axes.annotate("", end, begin, arrowprops={"arrowstyle": "-|>", "color": LIGHT["add"], "linewidth": 1.6,
                                                  "shrinkA": 0, "shrinkB": 0})
    middle = (tips[0] + tips[1]) / 2
    axes.annotate(f"first note {notes[0]:.2f}", middle, xytext=(14, 0), textcoords="offset points", color=LIGHT["add"], va="center")
    picture.alt = (f"Right-angled triangles fanned out like a snail's shell. From size {sizes[0]:.2f}, each of {len(notes)} notes is added "
                   f"at a right angle to the sum so far. The notes grow from {notes[0]:.2f} to {notes[-1]:.2f}, "
                   f"the sums are {', '.join(f'{size:.2f}' for size in sizes[1:])}."
                   ).replace(f"grow from {notes[0]:.2f} to {notes[0]:.2f}", f"are {notes[0]:.2f} each")
    return picture


def growth(sizes, low, high, expected):
    """The size of an adding stack over its storeys, in the band of other draws: four times (S + 1,) -> Picture."""
    sizes, low, high, expected = (np.asarray(line, float) for line in (sizes, low, high, expected))
    storeys = np.arange(len(sizes))
    picture = Picture(height=3.2)
    axes = over_storeys(picture, len(sizes), log=True)
    axes.fill_between(storeys, low, high, color=LIGHT["add"], alpha=0.16, linewidth=0)
    axes.plot(storeys, expected, color=LIGHT["quiet"], linestyle=(0, (1, 1.5)))
    axes.plot(storeys, sizes, color=LIGHT["add"])
    axes.set_ylim(0.6, 300)
    label_ends(axes, [(sizes[-1], f"this draw {sizes[-1]:.1f}", LIGHT["add"]),
                       (expected[-1], f"Pythagoras {expected[-1]:.1f}", LIGHT["quiet"]),
                       (high[-1], f"95 % below {high[-1]:.0f}", LIGHT["add"]),
                       (low[-1], f"5 % below {low[-1]:.0f}", LIGHT["add"])])
    picture.alt = (f"Size over {len(sizes) - 1} adding storeys, on a logarithmic scale: almost straight lines upwards. The draw goes from "
                   f"{sizes[0]:.2f} to {sizes[-1]:.1f}, the dotted closed form to {expected[-1]:.1f}; the shaded band, from 5 to 95 percent "
                   f"of other draws, ends between {low[-1]:.0f} and {high[-1]:.0f}.")
    return picture


def slide_and_stretch(rows, eps=1e-5):
    """Rows as dots on three number lines: as they arrive, minus their mean, divided by their spread: (2, C) -> Picture."""
    rows = np.asarray(rows, float)
    if rows.ndim != 2 or len(rows) != 2:
        raise ValueError(f"rows: expected two rows, (2, C), got shape {rows.shape}. The picture compares one row with another.")
    centred = rows - rows.mean(axis=-1, keepdims=True)
    tidied = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    picture = Picture(height=3.1)
    axes = picture.subplots()
    reach = np.abs(rows).max() + 0.8
    marks = [("o", True, 8), ("s", False, 10)]
    for height, name, dots in ((2, "as they arrive", rows), (1, "minus their mean", centred), (0, "divided by their spread", tidied)):
        axes.plot([-reach, reach], [height, height], color=LIGHT["grid"], linewidth=1, zorder=0)
        axes.text(-reach, height + 0.28, name, color=LIGHT["quiet"])
        for row, (marker, filled, size) in zip(dots, marks, strict=True):
            colour = LIGHT["tidy"] if height == 0 else LIGHT["ink"]
            axes.plot(row, np.full(len(row), height), marker, color=colour, markersize=size,
                      markerfacecolor=colour if filled else "none", markeredgewidth=1.4)
    for number in tidied[0]:
        axes.annotate(_minus(f"{number:.2f}"), (number, 0), xytext=(0, -9), textcoords="offset points", ha="center", va="top",
                      color=LIGHT["tidy"], fontsize=8)
    axes.axvline(0, color=LIGHT["quiet"], linewidth=0.8, zorder=0)
    axes.set(xlim=(-reach - 0.2, reach + 0.2), ylim=(-0.6, 2.6), yticks=[], xlabel="value of a coordinate")
    axes.spines["left"].set_visible(False)
    told = ["[" + ", ".join(f"{number:.2f}" for number in row) + "]" for row in tidied]
    landing = f"both become {told[0]}" if told[0] == told[1] else f"they become {told[0]} and {told[1]}"
    given = ["[" + ", ".join(f"{number:g}" for number in row) + "]" for row in rows]
    picture.alt = (f"Three number lines. On the top one lie {given[0]} as dots and {given[1]} as squares. On the middle one each has slid until "
                   f"its mean is 0. On the bottom one each is divided by its spread: {landing}.")
    return picture


def where_to_tidy(never, read, after):
    """Sizes over the storeys of one stack, tidied in three ways: three times (S + 1,) -> Picture."""
    never, read, after = (np.asarray(line, float) for line in (never, read, after))
    picture = Picture(height=3.2)
    axes = over_storeys(picture, len(never), log=True)
    lines = [(never, "never", LIGHT["add"], (0, (5, 2))), (read, "what is read", LIGHT["ink"], (0, (5, 1.5, 1, 1.5))),
             (after, "each sum", LIGHT["tidy"], "-")]
    for sizes, _, colour, style in lines:
        axes.plot(np.arange(len(sizes)), sizes, color=colour, linestyle=style)
    axes.set_ylim(0.6, 300)
    label_ends(axes, [(sizes[-1], f"{name} {sizes[-1]:.2f}", colour) for sizes, name, colour, _ in lines])
    picture.alt = (f"Size over {len(never) - 1} adding storeys, on a logarithmic scale, for three places of the layer norm. Never: "
                   f"up to {never[-1]:.2f}. Tidy what a storey reads: {read[-1]:.2f}. Tidy each sum: flat at {after[-1]:.2f}.")
    return picture


def stream(same, different, read):
    """Sizes of a pre-norm stream over whole blocks, and of what a sub-layer reads: three times (L + 1,) -> Picture."""
    same, different, read = (np.asarray(line, float) for line in (same, different, read))
    picture = Picture(height=3.0)
    axes = over_storeys(picture, len(same), log=False)
    axes.set_xlabel("block")
    lines = [(same, "one block", LIGHT["ink"], "-"), (different, "other blocks", LIGHT["ink"], (0, (5, 2))),
             (read, "what is read", LIGHT["tidy"], (0, (1, 1.2)))]
    for sizes, _, colour, style in lines:
        axes.plot(np.arange(len(sizes)), sizes, color=colour, linestyle=style)
    axes.set_ylim(0, 1.08 * max(same.max(), different.max()))
    label_ends(axes, [(sizes[-1], f"{name} {sizes[-1]:.1f}", colour) for sizes, name, colour, _ in lines])
    picture.alt = (f"Size of the stream over {len(same) - 1} pre-norm blocks. One block applied again and again: an almost straight line from "
                   f"{same[0]:.2f} to {same[-1]:.1f}. As many different blocks: a line that flattens, up to {different[-1]:.1f}. "
                   f"What the sub-layers read: flat at {read[-1]:.1f}.")
    return picture


def _minus(text):
    return text.replace("-", "−")
