"""Puts a page's code into boxes that fold by HTML alone: what the author left open is open, the rest is one line.

    tb-plain      a cell as the author shows it. Its line appears only where the reader hides code: site/code.js
    tb-plumbing   a cell tagged `hide-input`. Its line is what the cell's `mystnb: {code_prompt_show: "..."}` says it does
    tb-checked    what checked_here.py gathers
"""

from html import escape

from docutils import nodes
from sphinx.transforms import SphinxTransform


class folded(nodes.General, nodes.Element):
    """A box that folds: `folded(kind="tb-plain", line="Code")`."""


class FoldCode(SphinxTransform):
    """Boxes the code of every cell, once checked_here.py has taken from it what it takes."""

    default_priority = 25

    def apply(self, **kwargs):
        """Docutils' entry point."""
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") != "cell_code" or cell[0].get("nb_element") != "cell_code_source":
                continue
            # MyST-NB would put what it hides into a box of its own.
            hidden = cell.get("hide_mode") == "input" and cell.attributes.pop("hide_mode")
            kind, line = ("tb-plumbing", cell["prompt_show"]) if hidden else ("tb-plain", "Code")
            cell[0] = folded("", cell[0], kind=kind, line=line)


def visit_folded(self, node):
    """Write the start of a box, and its line."""
    is_open = " open" * (node["kind"] == "tb-plain")
    self.body.append(f'<details class="tb-fold {node["kind"]}"{is_open}><summary>{escape(node["line"])}</summary>\n')


def depart_folded(self, node):
    """Write the end of a box."""
    self.body.append("</details>\n")


def setup(app):
    """Join the build."""
    app.add_node(folded, html=(visit_folded, depart_folded))
    app.add_transform(FoldCode)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
