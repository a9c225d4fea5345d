"""Words first: gathers what only checks the page in a folded box at the end of each section, with its count.

The notebooks stay as they are, each `assert` in the cell that it checks; claims.py says what is taken out of which cell.
A cell of which nothing is left goes altogether. Into the same box go the cells tagged `remove-cell`, which compute the
numbers that the prose quotes: a reader finds the code of every number on the page. A solution has a box of its own.
Near its title, a page says how many claims it makes, counted in the code as it is written: an `assert` in a loop is one.
"""

import json

from docutils import nodes
from sphinx.transforms import SphinxTransform

from claims import count, divide
from folded_code import folded

_BACKSTAGE = "backstage"


def keep_removed_cells(app, docname, source):
    """Let MyST-NB read the code of the cells that it would skip; checked_here finds it by this tag."""
    if not app.env.doc2path(docname).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        tags = cell["metadata"].get("tags", [])
        if "remove-cell" in tags:
            tags[:] = [_BACKSTAGE, "remove-output"]
    source[0] = json.dumps(notebook)


class GatherChecks(SphinxTransform):
    """Moves the checks to the end of their sections."""

    default_priority = 20  # after sphinx-exercise (10) has put together what belongs to a solution

    def apply(self, **kwargs):
        """Docutils' entry point."""
        cells = [cell for cell in self.document.findall(nodes.container) if cell.get("nb_element") == "cell_code"]
        sources = [_block(cell).astext() for cell in cells]
        claims = sum(map(count, sources))
        boxes = {}
        for cell, source, division in zip(cells, sources, divide(sources), strict=True):
            is_backstage = _BACKSTAGE in cell["cell_metadata"].get("tags", [])
            checks = source if is_backstage else division.checks
            if checks:
                boxes.setdefault(_section_of(cell), []).append((checks, is_backstage))
                _leave(cell, "" if is_backstage else division.shown)
        for section, gathered in boxes.items():
            section.insert(_end_of(section), _box(gathered))
        if claims:
            title = next(self.document.findall(nodes.title))
            title.parent.insert(title.parent.index(title) + 1, nodes.paragraph("", said(claims), classes=["tb-claims"]))


def said(claims):
    """The sentence near a page's title."""
    return f"{claims} claims on this page are checked every time the book is built." if claims > 1 else (
        "One claim on this page is checked every time the book is built.")


def line_of(claims, has_numbers):
    """The line of a box that is folded."""
    checked = f"Checked here: {claims} claim{'s' * (claims > 1)}"
    numbers = "the numbers that the text quotes"
    if not claims:
        return f"Computed here: {numbers}"
    return f"{checked}, and {numbers}" if has_numbers else checked


def _block(cell):
    return next(cell.findall(nodes.literal_block))


def _section_of(cell):
    section = cell.parent
    while not isinstance(section, nodes.section):
        section = section.parent
    return section


def _leave(cell, source):
    """Leave this code in a cell's place; without any, only what the cell put out; without that, nothing."""
    if source:
        _set(_block(cell), source)
    elif len(cell) > 1:
        del cell[0]
    else:
        cell.parent.remove(cell)


def _set(block, source):
    # Sphinx highlights a block only while its text is its raw source.
    block.rawsource = source
    block[:] = [nodes.Text(source)]


def _end_of(section):
    """Where a section's own text ends: before its first subsection, and before the names of what comes next."""
    end = next((place for place, child in enumerate(section) if isinstance(child, nodes.section)), len(section))
    while isinstance(section[end - 1], nodes.target):
        end -= 1
    return end


def _box(gathered):
    source = "\n\n".join(checks for checks, _ in gathered)
    block = nodes.literal_block(language="ipython3")
    _set(block, source)
    line = line_of(count(source), any(is_backstage and "glue(" in checks for checks, is_backstage in gathered))
    return folded("", nodes.container("", block, classes=["cell_input"]), kind="tb-checked", line=line)


def setup(app):
    """Join the build."""
    app.connect("source-read", keep_removed_cells)
    app.add_transform(GatherChecks)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
