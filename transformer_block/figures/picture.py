"""A Matplotlib figure that carries its alternative text and follows the page from light to dark."""

import html
import io
import re

import matplotlib
from matplotlib.figure import Figure
from matplotlib.text import Text

from transformer_block.palette import LIGHT

_STYLE = {
    "svg.fonttype": "none",  # text stays text: small, selectable, in the page's own font
    "svg.hashsalt": "transformer-block",  # the same figure gives the same bytes
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": LIGHT["quiet"],
    "axes.labelcolor": LIGHT["quiet"],
    "axes.facecolor": LIGHT["surface"],
    "axes.titlecolor": LIGHT["ink"],
    "figure.facecolor": LIGHT["surface"],
    "grid.color": LIGHT["grid"],
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["quiet"],
    "ytick.color": LIGHT["quiet"],
    "lines.linewidth": 1.8,
    "axes.unicode_minus": True,
}


class Picture(Figure):
    """A figure of a chapter. Set `alt` to a sentence or two that says what it shows, with its numbers.

    In a notebook it shows as SVG, with `alt` as the plain-text output, which nbval compares. Colours taken from
    `palette.LIGHT` become CSS variables, so that a page can switch them; elsewhere the light ones show.
    """

    def __init__(self, width=4.8, height=3.0, **options):
        """A blank picture of the given size in inches; 4.8 wide stays readable on a phone."""
        with matplotlib.rc_context(_STYLE):
            super().__init__(figsize=(width, height), layout="constrained", **options)
        self.alt = ""

    def subplots(self, *args, **options):
        """Axes in the course's style, as `Figure.subplots` gives them."""
        with matplotlib.rc_context(_STYLE):
            return super().subplots(*args, **options)

    def svg(self):
        """The figure as SVG text, with its alternative text and the palette as CSS variables."""
        if not self.alt:
            raise ValueError("alt: expected a sentence that says what the picture shows, got nothing. Set picture.alt.")
        for text in self.findobj(Text):
            if text.get_color() == "black":  # Matplotlib's own default would stay black in the dark
                text.set_color(LIGHT["ink"])
        file = io.StringIO()
        with matplotlib.rc_context(_STYLE):
            self.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        text = file.getvalue()
        text = text[text.index("<svg"):]
        for idea, colour in LIGHT.items():
            text = text.replace(colour, f"var(--tb-{idea}, {colour})")
        text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
        return text.replace("<svg ", f'<svg class="picture" role="img" aria-label="{html.escape(self.alt)}" ', 1)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": self.svg(), "text/plain": self.alt}
