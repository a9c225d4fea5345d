"""Says how long things take: under a chapter's title, and on the front page, where each chapter has a card.

The minutes stand in _build/labs/contents.json; tools/lite/reading_time.py computes them from the text.
"""

import html
from itertools import groupby
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

from chapter_pictures import picture_of
from lab_links import CONTENTS, listed, listed_for


class ChapterCards(Directive):
    """``{chapter-cards}``: part by part each chapter's picture, title and minutes, and what the whole course takes."""

    def run(self):
        """Docutils' entry point."""
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, CONTENTS)))
        about = listed(env.app)
        cards = "\n".join(_part(caption, list(chapters)) for caption, chapters in groupby(about, lambda one: one["part"]))
        hours = sum(sum(one["minutes"].values()) for one in about) / 60
        total = (f'<p>All {len(about)} chapters with exercises and labs take about {hours:.0f} hours.</p>'
                 if about else "")
        return [nodes.raw("", cards + total, format="html")]


def _part(caption, chapters):
    cards = "\n".join(map(_card, chapters))
    return f'<h3>{html.escape(caption)}</h3>\n<ol class="tb-chapters" start="{chapters[0]["number"]}">\n{cards}\n</ol>\n'


def _card(about):
    minutes = about["minutes"]
    lab = f', {minutes["lab"]} for the lab' if "lab" in minutes else ""
    return (f'<li><a href="{about["slug"]}.html">{picture_of(about["slug"])}<span class="tb-chapter-title">'
            f'{about["number"]}. {html.escape(about["title"])}</span></a>'
            f'<span class="tb-chapter-time">{minutes["reading"]} min to read{lab}</span></li>')


def under_the_title(app, pagename, templatename, context, doctree):
    """Write under a chapter's title how long it takes."""
    about = listed_for(app, pagename, context)
    if about is None:
        return
    minutes = about["minutes"]
    told = f'About {minutes["reading"]} minutes to read, and {minutes["exercises"]} for the exercises'
    if "lab" in about:
        told += f'; {minutes["lab"]} for <a href="labs.html">its lab</a>'
    context["body"] = context["body"].replace("</h1>", f'</h1>\n<p class="tb-time">{told}.</p>', 1)


def setup(app):
    """Register the directive and the line."""
    app.add_directive("chapter-cards", ChapterCards)
    app.connect("html-page-context", under_the_title, priority=450)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
