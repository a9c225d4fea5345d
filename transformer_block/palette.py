"""One colour per idea, in prose, formulas, figures and widgets: the Okabe-Ito hues, tuned for light and dark.

Each colour has at least 4.5:1 contrast with its surface, so it may carry text. Never colour alone: a shape,
a label or a line style says the same.
"""

LIGHT = {
    "surface": "#ffffff",
    "ink": "#1d2329",  # the description, and ordinary text
    "quiet": "#5d6670",  # axes and captions
    "grid": "#d9dde2",
    "silent": "#6b7076",  # a unit that does not fire
    "evidence": "#0069a6",
    "pattern": "#bf4f00",
    "contribution": "#007a58",
    "replace": "#a23e7a",
    "add": "#8f6000",
    "tidy": "#1f7a99",
}

DARK = {
    "surface": "#121212",
    "ink": "#e8eaed",
    "quiet": "#a9b1ba",
    "grid": "#363d46",
    "silent": "#9aa0a6",
    "evidence": "#5bb4f0",
    "pattern": "#ff9155",
    "contribution": "#3ecfa0",
    "replace": "#e59ac8",
    "add": "#f0b23c",
    "tidy": "#74cbe8",
}


def css(light=":root", dark="html[data-theme=dark]"):
    """The palette as CSS custom properties `--tb-evidence` and so on, for the two given selectors."""
    return "".join(f"{selector} {{ {' '.join(f'--tb-{idea}: {colour};' for idea, colour in colours.items())} }}\n"
                   for selector, colours in ((light, LIGHT), (dark, DARK)))
