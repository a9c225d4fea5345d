"""Folds answers by HTML alone: they are folded from the start, and open without any script.

Sphinx writes an admonition of class `dropdown` as a box that a script folds when the page has long been seen.
"""

import re
from html.parser import HTMLParser

_LINK = re.compile(r"</?a\b[^>]*>")
_TITLE = re.compile(r'(<details[^>]*>\s*)<p class="admonition-title">(.*?)</p>', re.DOTALL)


class _Boxes(HTMLParser):
    """Finds the places of the `div` tags that open and close the boxes to fold."""

    def __init__(self, body):
        super().__init__()
        self.places, self._open = [], []
        self._lines = [0]
        for line in body.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.feed(body)

    def _place(self):
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag, attrs):
        if tag == "div":
            box = {"admonition", "dropdown"} <= set((dict(attrs).get("class") or "").split())
            self._open.append(box)
            if box:
                self.places.append((self._place(), "<div", "<details"))

    def handle_endtag(self, tag):
        if tag == "div" and self._open.pop():
            self.places.append((self._place(), "</div", "</details"))


def fold(body):
    """The HTML of a page with `details` for each admonition of class `dropdown`."""
    parts, done = [], 0
    for place, old, new in _Boxes(body).places:
        parts += [body[done:place], new]
        done = place + len(old)
    folded = "".join(parts) + body[done:]
    return _TITLE.sub(_summary, folded)


def _summary(title):
    # What opens a box may not hold a link; the exercise it would lead to stands right above.
    return f'{title.group(1)}<summary class="admonition-title">{_LINK.sub("", title.group(2))}</summary>'


def _fold_page(app, pagename, templatename, context, doctree):
    if "dropdown" in context.get("body", ""):
        context["body"] = fold(context["body"])


def setup(app):
    """Fold the answers of each page as it is written."""
    app.connect("html-page-context", _fold_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
