"""Pictures of chapter 3: a bend that is dialled away, what products of matrices keep, kinks and folds."""

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.palette import LIGHT

_DOTS, _DASHES, _LONG = (0, (1, 1.5)), (0, (5, 2)), (0, (6, 2, 1, 2))


def dial(t, outputs, straight, left_over):
    """A bank's output along a line at several settings of the bend, and the straight line that comes closest.

    (n,), {setting: (n,)}, {setting: (n,)}, {setting: number} -> Picture, one panel for each setting. The gap is shaded.
    """
    picture = Picture(height=2.9)
    panels = np.atleast_1d(picture.subplots(1, len(outputs), sharey=True))
    for axes, (setting, y) in zip(panels, outputs.items(), strict=True):
        axes.fill_between(t, straight[setting], y, color=LIGHT["pattern"], alpha=0.2, linewidth=0)
        axes.plot(t, straight[setting], color=LIGHT["silent"], linestyle=_DASHES, linewidth=1.4)
        axes.plot(t, y, color=LIGHT["ink"])
        axes.set(title=f"dial {setting:g}\nleft over {left_over[setting]:.0%}", xlim=(t[0], t[-1]), xticks=[-1, 0, 1])
        axes.grid(True)
    panels[0].set_ylabel("output")
    panels[len(panels) // 2].set_xlabel("place on the line")
    first = next(iter(outputs))
    panels[0].annotate("bank", (t[-1], outputs[first][-1]), xytext=(-6, 2), textcoords="offset points", ha="right", va="bottom",
                       color=LIGHT["ink"])
    panels[0].annotate("one\nmatrix", (t[0], straight[first][0]), xytext=(3, -5), textcoords="offset points", va="top",
                       color=LIGHT["silent"], fontsize=8)
    told = "; ".join(f"dial {setting:g}, {left_over[setting]:.0%}" for setting in outputs)
    picture.alt = (f"{len(outputs)} panels. In each, a bank's output along a line of inputs, with the dashed straight line that comes closest; "
                   f"the gap between them is shaded. What the straight line leaves over: {told}.")
    return picture


def singular_values(products):
    """Singular values, largest first, as shares of the largest: {layers: (C,)} -> Picture, logarithmic."""
    picture = Picture(height=3.0)
    axes = picture.subplots()
    lowest, told = 1e-6, []
    for style, (layers, values) in zip(("-", _DASHES, _DOTS, _LONG), products.items(), strict=False):
        share = np.asarray(values, float) / values[0]
        shown = share > lowest
        axes.plot(np.arange(1, len(share) + 1)[shown], share[shown], color=LIGHT["ink"], linestyle=style)
        place = np.flatnonzero(share > 0.02)[-1]
        axes.annotate(_layers(layers), (place + 1, share[place]), xytext=(6, 3), textcoords="offset points", color=LIGHT["ink"])
        told.append(f"{_layers(layers)}, {np.sum(share >= 0.01)} of {len(share)}")
    axes.axhline(0.01, color=LIGHT["pattern"], linewidth=1)
    axes.annotate("1 %", (1, 0.01), xytext=(0, -3), textcoords="offset points", va="top", color=LIGHT["pattern"])
    axes.set(yscale="log", xlabel="direction, loudest first", ylabel="share of the loudest", ylim=(lowest, 2),
             xlim=(0.5, len(share) + 0.5), yticks=[1, 0.01, 1e-4, 1e-6], yticklabels=["1", "0.01", "0.0001", "0.000001"])
    axes.minorticks_off()
    axes.grid(True)
    picture.alt = ("Singular values of products of linear layers, as shares of the largest, on a logarithmic scale. The more layers, the "
                   f"steeper the fall. Directions with at least 1 % of the loudest: {'; '.join(told)}.")
    return picture


def walk(t, y):
    """An output along a line, exact at its kinks and straight between them: twice (n,) -> Picture."""
    t, y = np.asarray(t, float), np.asarray(y, float)
    picture = Picture(height=2.7)
    axes = picture.subplots()
    axes.plot(t, y, color=LIGHT["ink"])
    axes.plot(t[1:-1], y[1:-1], "o", color=LIGHT["pattern"], markersize=4)
    axes.set(xlabel="place on the line", ylabel="output", title=f"{len(t) - 1} straight pieces, a dot at each kink")
    axes.grid(True)
    picture.alt = (f"One output of a random network while its input moves along a straight line: {len(t) - 1} straight pieces with "
                   f"{len(t) - 2} kinks, between {y.min():.2f} and {y.max():.2f}.")
    return picture


def folds(t, outputs):
    """What a fold makes of the numbers from 0 to 1 when it is repeated: (n,), {times: (n,)} -> Picture."""
    picture = Picture(height=2.5)
    panels = np.atleast_1d(picture.subplots(1, len(outputs), sharey=True))
    told = []
    for axes, (times, y) in zip(panels, outputs.items(), strict=True):
        pieces = _pieces(t, y)
        name = "1 fold" if times == 1 else f"{times} folds"
        axes.plot(t, y, color=LIGHT["ink"], linewidth=1.4)
        axes.set(title=f"{name}\n{pieces} pieces", xlim=(0, 1), ylim=(0, 1.05), xticks=[0, 1], yticks=[0, 1])
        told.append(f"{name}, {pieces} pieces")
    panels[0].set_ylabel("output")
    panels[len(panels) // 2].set_xlabel("input")
    picture.alt = f"Zigzags between 0 and 1, with ever more teeth: {'; '.join(told)}."
    return picture


def _pieces(t, y):
    slopes = np.diff(y) / np.diff(t)
    return 1 + int(np.sum(~np.isclose(slopes[1:], slopes[:-1])))


def bends(match, curves):
    """Several bends over the same matches: (n,), {name: (n,)} -> Picture, one panel for each."""
    picture = Picture(height=2.3)
    panels = np.atleast_1d(picture.subplots(1, len(curves), sharey=True))
    told = []
    for axes, (name, y) in zip(panels, curves.items(), strict=True):
        axes.plot(match, match, color=LIGHT["silent"], linestyle=_DOTS, linewidth=1.2)
        axes.plot(match, y, color=LIGHT["pattern"])
        axes.set(title=name, xlim=(match[0], match[-1]), ylim=(-1, match[-1]))
        axes.grid(True)
        told.append(f"{name} gives {np.interp(-1, match, y):.2f} at −1 and {np.interp(1, match, y):.2f} at 1".replace("-0.00", "0.00"))
    panels[0].set_ylabel("fires")
    panels[len(panels) // 2].set_xlabel("match")
    picture.alt = f"{len(curves)} bends, each with the straight line dotted: {'; '.join(told)}.".replace(" -", " −")
    return picture


def _layers(number):
    return f"{number} layer" if number == 1 else f"{number} layers"
