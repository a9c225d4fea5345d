"""Leads from the book to its labs: a list of them on the start page, and links at the end of every chapter.

What there is to lead to stands in _build/labs/contents.json, which `python -m tools.lite.contents` writes before the
book is built. Every link is plain HTML and relative, so it works under any address and without JavaScript.
"""

import html
import json
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.util import logging

logger = logging.getLogger(__name__)
CONTENTS = Path("_build", "labs", "contents.json")
START_PAGE = "book/labs"
# What a link says when the page was opened from a disk, where a browser refuses to run Python.
_FROM_DISK = "From a disk, browsers do not run labs: run “make serve” in the course’s folder, or use the published site."


def listed(app):
    """What the contents list says, once for a build; nothing when it has not been written."""
    file = Path(app.srcdir, CONTENTS)
    if not file.is_file():
        logger.info("lab_links: no %s, so no links to labs (make site writes it)", CONTENTS)
        return []
    return json.loads(file.read_text(encoding="utf-8"))


class LabList(Directive):
    """``{lab-list}``: one entry for each lab, with what a reader can do with it."""

    def run(self):
        """Docutils' entry point."""
        about = [one for one in listed(self.state.document.settings.env.app) if "lab" in one]
        self.state.document.settings.env.note_dependency(str(Path(self.state.document.settings.env.srcdir, CONTENTS)))
        items = "\n".join(map(_entry, about))
        elsewhere = binder_link(self.state.document.settings.env.config.html_theme_options.get("repository_url", ""))
        return [nodes.raw("", f'<ul class="tb-labs">\n{items}\n</ul>{elsewhere}', format="html")]


def binder_link(repository):
    """A link to the labs on Binder, when _config.yml names the course's home on GitHub."""
    home = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", repository)
    if not home:
        return ""
    return (f'<p class="tb-lab-binder"><a href="https://mybinder.org/v2/gh/{home[1]}/HEAD?urlpath=lab/tree/my_labs">Open the labs on Binder</a>, '
            "where they run on a borrowed machine; what you write there is gone when you leave.</p>")


def _entry(about):
    path, title = html.escape(about["lab"]), html.escape(f"{about['number']}. {about['title']}")
    return (f'<li class="tb-lab" data-slug="{about["slug"]}" data-path="{path}" data-steps="{about["steps"]}">'
            f'<p class="tb-lab-title"><a href="{about["slug"]}.html">{title}</a></p>'
            f'<p class="tb-lab-task">{html.escape(about["task"])}</p>'
            f'<p class="tb-lab-progress">{about["steps"]} steps</p>'
            f'<p class="tb-lab-doors"><a class="tb-lab-open" href="../lite/notebooks/index.html?path={path}">Open the lab'
            f'<span class="tb-lab-name"> {title}</span></a> '
            f'<a class="tb-lab-download" href="../lite/files/{path}" download="{about["slug"]}.ipynb">Download the lab'
            f'<span class="tb-lab-name"> {title}</span></a></p></li>')


def listed_for(app, pagename, context):
    """What the contents list says of the chapter on a page; None where there is no chapter, or nothing to add to."""
    return next((one for one in listed(app) if f"book/{one['slug']}" == pagename and "body" in context), None)


def end_of_chapter(app, pagename, templatename, context, doctree):
    """Append to a chapter the links to its lab and to itself as a live notebook."""
    about = listed_for(app, pagename, context)
    if about is None:
        return
    doors = []
    if "lab" in about:
        doors.append(f'<a href="../lite/notebooks/index.html?path={html.escape(about["lab"])}">Write it yourself: the lab of '
                     f'this chapter</a> <span>{about["steps"]} steps, in the browser. <a href="labs.html">All labs</a></span>')
    doors.append(f'<a href="../lite/notebooks/index.html?path={html.escape(about["chapter"])}">Open this chapter in the browser</a> '
                 "<span>as a live notebook: change the code and run it.</span>")
    items = "".join(f"<li>{door}</li>" for door in doors)
    context["body"] += (f'<nav class="tb-doors" aria-label="Labs of this chapter"><ul>{items}</ul>'
                        f'<p class="tb-from-disk">{_FROM_DISK}</p></nav>')


def scripts_of_the_start_page(app, pagename, templatename, context, doctree):
    """Only the start page loads the script that knows a reader's progress and saved copies."""
    if pagename == START_PAGE:
        app.add_js_file("labs.js", defer="defer")


def setup(app):
    """Join the build."""
    app.add_directive("lab-list", LabList)
    app.connect("html-page-context", end_of_chapter)
    app.connect("html-page-context", scripts_of_the_start_page)
    # From disk, a page says that its labs do not run there; the style shows the line.
    app.add_js_file(None, body='if (location.protocol === "file:") document.documentElement.classList.add("tb-disk");', priority=202)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
