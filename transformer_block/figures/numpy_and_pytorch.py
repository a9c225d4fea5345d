"""Pictures of chapter 12: where two traces of one block part, and how long a nudge should be."""

import numpy as np
from matplotlib.ticker import LogLocator, NullLocator

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import label_ends, short
from transformer_block.palette import LIGHT

EQUAL = 1e-17  # where a difference of nothing at all is drawn, on a scale that has no zero
NOISE = 1e-8  # what is less than this is rounding, in 64-bit numbers
IDEAS = {"X": "ink", "N1": "tidy", "U": "evidence", "hidden": "contribution"}  # the colour of a slip, by the stage it begins at
STYLES = ("-", (0, (5, 2)), (0, (1, 1.2)))


def parting(stages, slips, floor):
    """How far wrong traces are from the right one, stage by stage: names, two dicts of (S,) -> Picture.

    Those of `floor` are right, and differ by rounding. Each of `slips` leaps from the lowest of them at its first stage.
    """
    picture = Picture(height=4.2)
    axes = picture.subplots()
    places = np.arange(len(stages))
    axes.set(yscale="log", ylim=(EQUAL / 3, 10), xlim=(0, len(stages) - 1), ylabel="difference, as a share of the stage", xlabel="stage")
    axes.set_xticks(places, stages)
    axes.yaxis.set_major_locator(LogLocator(base=1000))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(True)
    ends, told, used = [], [], {}
    lowest_floor = np.maximum(np.min(list(floor.values()), axis=0), EQUAL)
    for name, line in floor.items():
        line = np.maximum(np.asarray(line, float), EQUAL)
        axes.plot(places, line, color=LIGHT["silent"], linewidth=1.1)
        ends.append((line[-1], name, LIGHT["silent"]))
    for name, line in slips.items():
        line = np.asarray(line, float)
        first = int(np.argmax(line > NOISE))
        idea = IDEAS.get(stages[first], "ink")
        style = STYLES[used.setdefault(idea, 0) % len(STYLES)]
        used[idea] += 1
        axes.plot(places[first - 1:first + 1], [lowest_floor[first - 1], line[first]], color=LIGHT[idea], linewidth=0.8)
        axes.plot(places[first:], line[first:], color=LIGHT[idea], linestyle=style)
        axes.plot(first, line[first], "o", color=LIGHT[idea], markersize=4)
        ends.append((line[-1], name, LIGHT[idea]))
        told.append(f"{name}, from {stages[first]}, where it is {short(line[first])}, to {short(line[-1])} at {stages[-1]}")
    label_ends(axes, ends, gap=0.06)
    right = " and ".join(f"{short(float(np.max(line)))} in {name}" for name, line in floor.items())
    picture.alt = (f"Differences at {len(stages)} stages on a logarithmic scale. Two right ports stay at the bottom, at most {right}. "
                   f"Each slip begins at one stage: {'; '.join(told)}.")
    return picture


def hairs(steps, errors):
    """The error of a nudged slope against the length of the nudge, a line for each kind of number: (S,), dict of (S,) -> Picture."""
    steps = np.asarray(steps, float)
    picture = Picture(height=3.2)
    axes = picture.subplots()
    axes.set(xscale="log", yscale="log", xlabel="step", ylabel="error of the slope")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(base=1000))
        axis.set_minor_locator(NullLocator())
    axes.grid(True)
    axes.set_xlim(steps.min(), steps.max())
    told = []
    for (name, line), idea, style in zip(errors.items(), ("ink", "replace"), ("-", (0, (5, 2))), strict=True):
        line = np.asarray(line, float)
        best = int(np.argmin(line))
        axes.plot(steps, line, color=LIGHT[idea], linestyle=style)
        axes.plot(steps[best], line[best], "o", color=LIGHT[idea], markersize=5)
        axes.annotate(short(line[best]), (steps[best], line[best]), xytext=(-5, -5), textcoords="offset points", ha="right", va="top",
                      color=LIGHT[idea])
        axes.annotate(name, (steps[-1], line[-1]), xytext=(6, 6), textcoords="offset points", va="bottom", color=LIGHT[idea])
        told.append(f"In {name} the error falls from {short(line[0])} at a step of {short(steps[0])} to {short(line[best])} at "
                    f"{short(steps[best])}, and rises to {short(line[-1])} at {short(steps[-1])}.")
    low = min(np.min(line) for line in errors.values())
    axes.set_ylim(low / 100, 100 * max(np.max(line) for line in errors.values()))
    picture.alt = f"Two lines with a valley, on logarithmic scales both ways. {' '.join(told)}"
    return picture
