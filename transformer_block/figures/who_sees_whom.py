"""Pictures of chapter 9: which pairs a mask lets exist, and who changes when a row is changed."""

import numpy as np
from matplotlib.patches import Rectangle

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT


def pairs(allowed, noticed):
    """Who may read whom under several masks, and who notices: twice {name: (T, S) booleans}, the same names -> Picture.

    A filled cell is a pair that exists. A dot in it says that the reader's row changed when the row that is read did.
    """
    _same_tables(allowed, noticed)
    columns = min(2, len(allowed))
    lines = -(-len(allowed) // columns)
    picture = Picture(height=2.4 * lines)
    grid = picture.subplots(lines, columns, squeeze=False)
    for number, (axes, name) in enumerate(zip(grid.ravel(), allowed, strict=True)):
        _panel(axes, np.asarray(allowed[name], bool), np.asarray(noticed[name], bool))
        axes.set(title=name, xlabel="row that is read", ylabel="row that reads" if number % columns == 0 else "")
    picture.alt = f"Who may read whom, a row of cells for each reader, with a dot where it notices a change. {_told(allowed, noticed)}."
    return picture


def families(allowed, noticed, source):
    """The pairs of whole models over two sequences, the first `source` rows being the one that is given.

    Twice {name: (S + T, S + T) booleans}, the same names, and a whole number -> Picture. A line parts the two sequences.
    """
    _same_tables(allowed, noticed)
    picture = Picture(height=2.1)
    grid = picture.subplots(1, len(allowed), squeeze=False)[0]
    for number, (axes, name) in enumerate(zip(grid, allowed, strict=True)):
        table = np.asarray(allowed[name], bool)
        _panel(axes, table, np.asarray(noticed[name], bool))
        for draw in (axes.axvline, axes.axhline):
            draw(source - 0.5, color=LIGHT["ink"], linewidth=1)
        rows = len(table)
        names = [f"s{row}" for row in range(source)] + [f"t{row}" for row in range(rows - source)]
        axes.set(xlabel="changed row", ylabel="row that notices" if number == 0 else "", xticklabels=names, yticklabels=names)
        axes.set_title(name, fontsize=8)
        axes.tick_params(labelsize=7)
    picture.alt = (f"Tables of {rows} by {rows} rows, s0 to s{source - 1} of the source and t0 to t{rows - source - 1} of the target, "
                   f"with a dot where the row on the left notices a change. {_told(allowed, noticed)}.")
    return picture


def _panel(axes, allowed, noticed):
    T, S = allowed.shape
    for t, s in np.ndindex(T, S):
        axes.add_patch(Rectangle((s - 0.46, t - 0.46), 0.92, 0.92, facecolor=LIGHT["evidence"] if allowed[t, s] else LIGHT["grid"],
                                 alpha=0.3 if allowed[t, s] else 0.35, edgecolor="none"))
        if noticed[t, s]:
            axes.plot(s, t, "o", color=LIGHT["evidence"], markersize=4)
    axes.set(xlim=(-0.6, S - 0.4), ylim=(T - 0.4, -0.6), aspect="equal", xticks=range(S), yticks=range(T))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _same_tables(allowed, noticed):
    shapes = [{name: np.shape(table) for name, table in tables.items()} for tables in (allowed, noticed)]
    if shapes[0] != shapes[1]:
        raise ValueError(f"expected the same names and shapes twice, got {shapes[0]} and {shapes[1]}. "
                         f"Measure who notices under each of the masks.")


def _told(allowed, noticed):
    told = []
    for name in allowed:
        table, seen = np.asarray(allowed[name], bool), np.asarray(noticed[name], bool)
        inside, outside = int((seen & table).sum()), int((seen & ~table).sum())
        beside = f", and {outside} beside them" if outside else ""
        told.append(f"{name}: {int(table.sum())} of {table.size} pairs exist, {inside} of them with a dot{beside}")
    return "; ".join(told)
