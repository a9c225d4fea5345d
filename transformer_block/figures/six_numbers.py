"""Pictures of chapter 10: what a model's numbers are spent on, and which work wins as the text grows."""

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import label_ends
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
    axes.set(yticks=range(len(bills)), yticklabels=list(bills), xlim=(0, 100), ylim=(len(bills) - 0.5, -1.1), xlabel="percent of all learned numbers",
             ylabel="model")
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
    meet = np.interp(1, tables / weights, positions)
    picture = Picture(height=3.2)
    axes = picture.subplots()
    axes.set(xlabel="positions T", ylabel="operations, 10⁹", xlim=(0, positions[-1]), ylim=(0, max(weights.max(), tables.max()) / 1e9 * 1.05))
    axes.grid(True)
    axes.axvline(limit, color=LIGHT["quiet"], linewidth=1, linestyle=(0, (1, 1.5)))
    axes.plot(positions, weights / 1e9, color=LIGHT["pattern"])
    axes.plot(positions, tables / 1e9, color=LIGHT["evidence"], linestyle=(0, (5, 2)))
    axes.plot(meet, np.interp(meet, positions, weights) / 1e9, "o", color=LIGHT["ink"], markersize=5)
    label_ends(axes, [(weights[-1] / 1e9, "matrices", LIGHT["pattern"]), (tables[-1] / 1e9, "tables", LIGHT["evidence"])])
    picture.alt = (f"Operations of one block against the number of positions. The matrices go up in a straight line, from {weights[0]:.2g} to "
                   f"{weights[-1]:.2g}; the tables bend upwards, from {tables[0]:.2g} to {tables[-1]:.2g}. They are equal at {meet:.0f} positions; "
                   f"a dotted line marks the longest text, {limit}.")
    return picture
