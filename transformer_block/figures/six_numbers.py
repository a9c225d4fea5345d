"""Pictures of chapter 10: what a model's numbers are spent on, and which work wins as the text grows."""

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT

_IDEAS = {"embeddings": "silent", "gather": "evidence", "think": "pattern"}


def shares(bills):
    """Each model's learned numbers as one bar, by where they are: name -> bill, as `parameter_bill` gives it -> Picture.

    Biases and norms are too few to be seen and are left out of the bar, not of the total.
    """
    picture = Picture(height=0.9 + 0.42 * len(bills))
    axes = picture.subplots()
    told = []
    for row, (name, bill) in enumerate(bills.items()):
        total, begin = sum(bill.values()), 0.0
        parts = {"embeddings": bill["tokens"] + bill["positions"] + bill["head"], "gather": bill["gather"], "think": bill["think"]}
        for part, number in parts.items():
            percent = 100 * number / total
            axes.barh(row, percent, left=begin, height=0.72, color=LIGHT[_IDEAS[part]], edgecolor=LIGHT["surface"], linewidth=1.5)
            if percent > 7:
                axes.text(begin + percent / 2, row, f"{percent:.0f}", ha="center", va="center_baseline", color=LIGHT["surface"])
            if row == 0:
                axes.text(begin + percent / 2, -0.62, part, ha="center", va="bottom", color=LIGHT[_IDEAS[part]])
            begin += percent
        told.append(f"{name}, {total / 1e6:.0f} million: " + ", ".join(
            f"{part} {100 * number / total:.0f} %" for part, number in parts.items()))
    axes.set(yticks=range(len(bills)), yticklabels=list(bills), xlim=(0, 100), ylim=(len(bills) - 0.5, -1.1), xlabel="percent of all learned numbers")
    axes.tick_params(axis="y", length=0, labelcolor=LIGHT["ink"])
    axes.spines["left"].set_visible(False)
    picture.alt = f"What the learned numbers of {len(bills)} models are spent on. {'; '.join(told)}."
    return picture


def crossing(positions, weights, tables, limit):
    """Work of the matrices and of the tables of one block as a text grows, and its longest text: three times (n,) -> Picture."""
    positions, weights, tables = (np.asarray(line, float) for line in (positions, weights, tables))
    if not positions.shape == weights.shape == tables.shape:
        raise ValueError(f"crossing: expected three lines of one length, got {positions.shape}, {weights.shape} and {tables.shape}. "
                         f"Compute both works for every number of positions.")
    meet = np.exp(np.interp(0, np.log(tables / weights), np.log(positions)))
    picture = Picture(height=3.2)
    axes = picture.subplots()
    axes.set(xscale="log", yscale="log", xlabel="positions T", ylabel="work of one block", xlim=(positions[0], positions[-1]),
             ylim=(min(weights.min(), tables.min()) / 2, max(weights.max(), tables.max()) * 2))
    axes.grid(True)
    axes.plot(positions, weights, color=LIGHT["pattern"])
    axes.plot(positions, tables, color=LIGHT["evidence"], linestyle=(0, (5, 2)))
    axes.axvline(limit, color=LIGHT["quiet"], linewidth=1, linestyle=(0, (1, 1.5)))
    axes.plot(meet, np.exp(np.interp(np.log(meet), np.log(positions), np.log(tables))), "o", color=LIGHT["ink"], markersize=5)
    first = len(positions) // 5
    for line, text, idea, below in ((weights, "matrices", "pattern", False), (tables, "tables", "evidence", True)):
        axes.annotate(text, (positions[first], line[first]), xytext=(8, -8) if below else (-6, 8), textcoords="offset points",
                      ha="left" if below else "right", va="top" if below else "bottom", color=LIGHT[idea])
    picture.alt = (f"Work of one block against the number of positions, both on logarithmic scales. The matrices go from {weights[0]:.2g} to "
                   f"{weights[-1]:.2g}, the tables more steeply from {tables[0]:.2g} to {tables[-1]:.2g}. They are equal at {meet:.0f} positions; "
                   f"a dotted line marks the longest text, {limit}.")
    return picture
