"""Pictures of chapter 6: the block as a machine, where a change travels, and the block with a part left out."""

import numpy as np
from matplotlib.patches import FancyBboxPatch, Rectangle

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import dress_storeys, label_ends, short
from transformer_block.palette import LIGHT

STAGES = ("X", "N1", "U", "R", "N2", "hidden", "FFN", "Y")
LINES = {  # part left out -> colour and line style
    "nothing": ("ink", "-"), "norm 1": ("tidy", "-"), "norm 2": ("tidy", (0, (5, 2))), "add 1": ("add", "-"),
    "add 2": ("add", (0, (5, 2))), "mask": ("evidence", (0, (1, 1.2))), "bend": ("pattern", (0, (5, 1.5, 1, 1.5)))}


def machine(stages, position):
    """One row on its way up through a block, with the size of each stage: dict by name, from 0 -> Picture.

    The stream climbs on the left; the two readers branch off to the right and come back to a plus.
    """
    sizes = {name: float(stages[name][position].std()) for name in STAGES}
    picture = Picture(height=5.6)
    axes = picture.subplots()
    axes.set(xlim=(0, 10), ylim=(-0.4, 10.8))
    axes.axis("off")
    lane, branch = 2.6, 5.3
    axes.annotate("", (lane, 10.4), (lane, 0.1), arrowprops={"arrowstyle": "-|>", "color": LIGHT["ink"], "linewidth": 3,
                                                             "shrinkA": 0, "shrinkB": 0})
    for leave, back in ((0.7, 4.0), (5.1, 9.7)):
        axes.plot([lane, branch, branch], [leave, leave, back], color=LIGHT["quiet"], linewidth=1.4, zorder=0)
        axes.annotate("", (lane + 0.35, back), (branch, back), arrowprops={"arrowstyle": "-|>", "color": LIGHT["quiet"],
                                                                           "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})
        axes.plot(lane, back, "o", markersize=17, color=LIGHT["surface"], markeredgecolor=LIGHT["add"], markeredgewidth=1.6, zorder=3)
        axes.text(lane, back, "+", color=LIGHT["add"], ha="center", va="center_baseline", fontsize=14, zorder=4)
    boxes = (("tidy", 1.6, "N1", "tidy"), ("gather", 2.9, "U", "evidence"), ("tidy", 6.0, "N2", "tidy"),
             ("match, bend", 7.3, "hidden", "pattern"), ("contribute", 8.6, "FFN", "contribution"))
    for word, height, name, idea in boxes:
        axes.add_patch(FancyBboxPatch((branch - 1.35, height - 0.36), 2.7, 0.72, boxstyle="round,pad=0.02,rounding_size=0.2",
                                      facecolor=LIGHT["surface"], edgecolor=LIGHT[idea], linewidth=1.6))
        axes.text(branch, height, word, color=LIGHT[idea], ha="center", va="center_baseline", fontweight="bold")
        axes.text(branch + 1.6, height, f"{name}  {sizes[name]:.2f}", va="center_baseline")
        axes.text(branch + 1.6, height - 0.42, f"{stages[name].shape[-1]} wide", color=LIGHT["quiet"], va="center_baseline", fontsize=8)
    for name, height in (("X", 0.1), ("R", 4.55), ("Y", 10.3)):
        axes.text(lane - 0.3, height, f"{name}  {sizes[name]:.2f}", ha="right", va="center_baseline", fontweight="bold")
    picture.alt = (f"A block as a machine, read from the bottom. Row {position} enters as X, size {sizes['X']:.2f}, and climbs. A branch tidies it "
                   f"(N1, {sizes['N1']:.2f}), gathers (U, {sizes['U']:.2f}) and is added: R, {sizes['R']:.2f}. A second branch tidies R "
                   f"(N2, {sizes['N2']:.2f}), matches {stages['hidden'].shape[-1]} patterns and bends (hidden, {sizes['hidden']:.2f}), "
                   f"contributes (FFN, {sizes['FFN']:.2f}) and is added: Y, {sizes['Y']:.2f}.")
    return picture


def strips(stages, position):
    """One row at each of its eight stages, a shaded strip of 32 numbers to a line: dict by name, from 0 -> Picture.

    Strength of colour is the size of a number; negative ones are hatched.
    """
    rows = [(name, part) for name in STAGES for part in np.reshape(stages[name][position], (-1, 32))]
    full = max(np.abs(part).max() for _, part in rows)
    picture = Picture(height=3.4)
    axes = picture.subplots()
    for line, (_, part) in enumerate(rows):
        for place, number in enumerate(part):
            axes.add_patch(Rectangle((place + 0.55, line + 0.1), 0.9, 0.8, facecolor=LIGHT["evidence"], edgecolor="none",
                                     alpha=0.95 * abs(number) / full))
            if number < 0:
                axes.add_patch(Rectangle((place + 0.55, line + 0.1), 0.9, 0.8, fill=False, edgecolor=LIGHT["quiet"],
                                         hatch="////", linewidth=0))
    names = [name for name, _ in rows]
    heads = [line for line, name in enumerate(names) if name not in names[:line]]
    axes.set(xlim=(0.4, 32.6), ylim=(len(rows), 0), xlabel="coordinate", ylabel="stage", xticks=[1, 8, 16, 24, 32],
             yticks=[line + 0.5 for line in heads], yticklabels=[names[line] for line in heads])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    sizes = ", ".join(f"{name} {np.std(stages[name][position]):.2f}" for name in STAGES)
    picture.alt = (f"Row {position} at each stage of a block, 32 numbers to a line, in {len(rows)} lines since hidden takes "
                   f"{names.count('hidden')}. Sizes: {sizes}.")
    return picture


def footprints(panels):
    """Which rows notice when one row is changed: {name: (T, T) true where row t notices row s} -> Picture."""
    panels = {name: np.asarray(noticed, bool) for name, noticed in panels.items()}
    picture = Picture(height=2.3)
    told = []
    for column, (axes, (name, noticed)) in enumerate(zip(picture.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True)):
        T = len(noticed)
        for t, s in np.ndindex(T, T):
            axes.add_patch(Rectangle((s - 0.45, t - 0.45), 0.9, 0.9, facecolor=LIGHT["evidence"] if noticed[t, s] else LIGHT["grid"],
                                     alpha=0.28 if noticed[t, s] else 0.35, edgecolor="none"))
            if noticed[t, s]:
                axes.plot(s, t, "o", color=LIGHT["evidence"], markersize=4)
        axes.set(xlim=(-0.6, T - 0.4), ylim=(T - 0.4, -0.6), aspect="equal", title=name, xlabel="changed row",
                 ylabel="row that notices" if column == 0 else "", xticks=range(T), yticks=range(T))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        told.append(f"{name}: {_reach(noticed)}, {int(noticed.sum())} of {T * T} cells")
    picture.alt = f"For each changed row, the rows that notice. {'; '.join(told)}."
    return picture


def second_round(words, reads, conclusions):
    """Words in two blocks, read from the bottom: who reads whom, and what the last one concludes.

    (T,) words, a table of weights (T, T) and a conclusion for each block -> Picture. Rows that rest on the first
    position are drawn faint.
    """
    picture = Picture(height=3.6)
    axes = picture.subplots()
    T, told = len(words), []
    axes.set(xlim=(-0.6, T + 0.9), ylim=(-0.35, len(reads) + 0.35), yticks=range(len(reads) + 1), xticks=[],
             ylabel="block", yticklabels=["words", *range(1, len(reads) + 1)])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for floor, (weights, conclusion) in enumerate(zip(reads, conclusions, strict=True)):
        for t, s in np.ndindex(T, T):
            if weights[t, s] > 0.05:
                rests = s == 0
                axes.plot([s, t], [floor + 0.16, floor + 0.84], color=LIGHT["grid" if rests else "evidence"],
                          linewidth=0.8 if rests else 2.2 * weights[t, s], zorder=0)
        read = " and ".join(words[s] for s in range(1, T) if weights[-1, s] > 0.05) or "nothing"
        told.append(f"in block {floor + 1}, {words[-1]} reads {read} and concludes: {conclusion}")
        axes.text(T - 0.45, floor + 1, conclusion, color=LIGHT["contribution"], va="center_baseline", fontweight="bold", fontsize=8)
    for floor in range(len(reads) + 1):
        for t, word in enumerate(words):
            axes.text(t, floor, word, ha="center", va="center_baseline", fontsize=8, color=LIGHT["ink" if floor == 0 else "quiet"])
    picture.alt = f"The words {', '.join(words[1:])} in {len(reads)} blocks, read from the bottom; {'; '.join(told)}."
    return picture


def bench(sizes, apart):
    """The block with one part left out, over the storeys: two dicts {part: (L + 1,)}, "nothing" among them -> Picture.

    Above the size of the stream, below how much of it tells the rows apart; both logarithmic.
    """
    unknown = [part for part in sizes if part not in LINES]
    if unknown or sizes.keys() != apart.keys():
        raise ValueError(f"bench: expected the same parts twice, out of {', '.join(LINES)}, "
                         f"got {', '.join(sizes)} and {', '.join(apart)}. Run both measures for the same parts.")
    picture = Picture(height=5.6)
    floors = len(next(iter(sizes.values())))
    for axes, measure, label in zip(picture.subplots(2, 1, sharex=True), (sizes, apart), ("size", "told apart"), strict=True):
        dress_storeys(axes, floors, log=100)
        for part, line in measure.items():
            idea, style = LINES[part]
            axes.plot(np.arange(floors), line, color=LIGHT[idea], linestyle=style, linewidth=2.4 if part == "nothing" else 1.6)
        axes.set(ylabel=label, xlabel="block" if measure is apart else "", ylim=_room(measure))
        label_ends(axes, [(line[-1], f"{_name(part)}: {short(line[-1])}", LIGHT[LINES[part][0]]) for part, line in measure.items()], gap=0.085)
    told = "; ".join(f"{_name(part)}: size {short(sizes[part][-1])}, told apart {short(apart[part][-1])}" for part in sizes)
    picture.alt = (f"Two panels over {floors - 1} blocks, logarithmic: the size of the stream, and the share of it that tells the rows apart. "
                   f"At the top, {told}.")
    return picture


def _name(part):
    return "intact" if part == "nothing" else f"no {part}"


def _room(measure):
    lines = np.concatenate(list(measure.values()))
    return lines.min() / 3, lines.max() * 3


def _reach(noticed):
    T = len(noticed)
    for words, shape in (("only the row itself", np.eye(T)), ("the row and those after it", np.tril(np.ones((T, T)))),
                         ("every row", np.ones((T, T)))):
        if np.array_equal(noticed, shape):
            return words
    return "other rows too"
