"""Repairs in the finished pages what the theme and docutils say wrongly to a screen reader."""

from pathlib import Path

_REPAIRS = {
    # The logo and the search button stand beside the contents in the sidebar, in no landmark.
    '<div id="pst-primary-sidebar" class="bd-sidebar-primary bd-sidebar">':
        '<div id="pst-primary-sidebar" class="bd-sidebar-primary bd-sidebar" role="navigation" aria-label="Site">',
    # A list whose entries have a role of their own, which is out of use, is no list.
    'role="doc-biblioentry"': 'role="listitem"',
    # The empty corner of a table is the heading of nothing.
    '<th class="head"><p></p></th>': '<td class="head"></td>',
}


def repair(app, exception):
    """Repair every page of a build that went well."""
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = repaired = path.read_text(encoding="utf-8")
        for wrong, right in _REPAIRS.items():
            repaired = repaired.replace(wrong, right)
        if repaired != text:
            path.write_text(repaired, encoding="utf-8")


def setup(app):
    """Join the build at its end, when all pages are written."""
    app.connect("build-finished", repair, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
