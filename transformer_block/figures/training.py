"""The picture of chapter 11: what a lane does to learning."""

import numpy as np

from transformer_block.figures.picture import Picture
from transformer_block.figures.storeys import label_ends
from transformer_block.palette import LIGHT

LOOKS = (("add", "-"), ("ink", (0, (5, 2))), ("evidence", (0, (2, 2))), ("contribution", (0, (6, 2, 2, 2))))


def losses(steps, found, names, blind):
    """The loss of several kinds of towers over the steps of training: (n,), (K, n, towers), K names, a number -> Picture.

    Each kind has a line for its middle tower and a band over all of them; `blind` is the loss of a guess.
    """
    steps, found = np.asarray(steps), np.asarray(found, float)
    if found.ndim != 3 or found.shape[:2] != (len(names), len(steps)) or len(names) > len(LOOKS):
        raise ValueError(f"losses: expected up to {len(LOOKS)} kinds of towers, (K, n, towers) with a name for each kind and a loss "
                         f"for each of n steps, got {found.shape} for {len(names)} names and {len(steps)} steps.")
    picture = Picture(height=3.4)
    axes = picture.subplots()
    axes.set(xlabel="step", ylabel="loss", xlim=(steps[0], steps[-1]), ylim=(0, found.max() * 1.05))
    axes.grid(True)
    axes.axhline(blind, color=LIGHT["quiet"], linewidth=1, linestyle=(0, (1, 1.5)))
    labels, told = [(blind, f"blind guess {blind:.2f}", LIGHT["quiet"])], []
    for kind, name, (idea, style) in zip(found, names, LOOKS, strict=False):
        middle = np.median(kind, axis=1)
        axes.fill_between(steps, kind.min(axis=1), kind.max(axis=1), color=LIGHT[idea], alpha=0.16, linewidth=0)
        axes.plot(steps, middle, color=LIGHT[idea], linestyle=style)
        labels.append((middle[-1], f"{name} {middle[-1]:.2f}", LIGHT[idea]))
        told.append(f"{name}, from {middle[0]:.2f} to {middle[-1]:.2f} ({kind[-1].min():.2f} to {kind[-1].max():.2f})")
    label_ends(axes, labels)
    picture.alt = (f"Loss over {steps[-1]} steps of training, the middle of {found.shape[2]} towers in their band, beside a dotted line at "
                   f"{blind:.2f} for a blind guess: {'; '.join(told)}.")
    return picture
