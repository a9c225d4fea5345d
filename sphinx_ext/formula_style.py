"""KaTeX's style sheet cut down to what the site's formulas use, with the letters they use in place of its fonts.

The letters stand in the style sheet itself: no font is fetched, so none comes late and moves the text, and a page
on disk, which may not preload a font, looks as it does from a server.
"""

import base64
import io
import re
from pathlib import Path

from bs4 import BeautifulSoup, SoupStrainer
from fontTools import subset
from fontTools.ttLib import TTFont

import katex

# A browser reads a font when the first text needs it, and a page may be seen before its first formula: what stands
# hidden at either end of every page needs both fonts at once.
_AT_ONCE = """\
body::before, body::after { content: "0"; position: absolute; visibility: hidden; font: 1px KaTeX_Main; }
body::after { content: "x"; font: italic 1px KaTeX_Math; }
"""
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_SET_FOR_THE_EYE = SoupStrainer("span", class_="katex-html")


def write(app, exception):
    """Write _static/katex.css for the pages of a build that went well."""
    if exception or app.builder.format != "html":
        return
    pages = [Path(app.builder.get_outfilename(name)).read_text(encoding="utf-8") for name in app.env.found_docs]
    (Path(app.outdir) / "_static" / "katex.css").write_text(style_sheet(pages), encoding="utf-8")


def style_sheet(pages):
    """The part of KaTeX's style sheet that a list of HTML texts needs."""
    classes, letters = used(pages)
    if not letters:
        return ""
    rules = _RULE.findall(katex.style_sheet())
    kept = [(needed, body) for selectors, body in rules if (needed := _needed(selectors, classes))]
    faces = {_face(body) for _, body in kept}
    fonts = [_font(body, letters) for selectors, body in rules if selectors == "@font-face" and _face(body) in faces]
    return "\n".join([*fonts, *(f"{selectors}{{{body}}}" for selectors, body in kept), _AT_ONCE])


def used(pages):
    """The classes of KaTeX's, and the letters, that the formulas of some HTML texts are set in."""
    classes, letters = {"katex", "katex-html", "katex-mathml", "katex-display"}, set()
    for page in pages:
        formulas = BeautifulSoup(page, "html.parser", parse_only=_SET_FOR_THE_EYE)
        letters |= set(formulas.get_text())
        classes |= {name for element in formulas.find_all(class_=True) for name in element["class"]}
    return classes, "".join(sorted(letters))


def _needed(selectors, classes):
    """Those of a rule's selectors that ask for no class but these, nor for none at all."""
    asked = {selector: set(_CLASS.findall(selector)) for selector in selectors.split(",")}
    return ",".join(selector for selector, names in asked.items() if names and names <= classes)


def _face(body):
    """The font that a rule asks for, or that a @font-face offers: its family, whether bold, whether italic."""
    family = re.search(r"KaTeX_\w+", body)
    return family.group() if family else "KaTeX_Main", "font-weight:700" in body, "font-style:italic" in body


def _font(body, letters):
    """A @font-face with the outlines of these letters alone."""
    [name] = re.findall(r"url\((fonts/[\w-]+\.ttf)\)", body)
    # The times in the file stay as they are: the same book gives the same bytes.
    font = TTFont(katex.file(name), recalcTimestamp=False)
    worker = subset.Subsetter(subset.Options(hinting=False))
    worker.populate(text=letters)
    worker.subset(font)
    font.flavor = "woff"
    written = io.BytesIO()
    font.save(written)
    data = base64.b64encode(written.getvalue()).decode()
    return f'@font-face{{{body.partition("src:")[0]}src:url(data:font/woff;base64,{data}) format("woff")}}'
