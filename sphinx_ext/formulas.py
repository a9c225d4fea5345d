"""Sets the formulas while the book is built: HTML for the eye, MathML for screen readers, no script on any page."""

import re

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.logging import get_node_location
from sphinx.util.math import get_node_equation_number, wrap_displaymath

import formula_style
import katex

_BASE = '<span class="base">'
# A dash may begin or end a line; all else that touches a formula stays with it.
_END_OF_WORD = re.compile(r"[^\s\u2013\u2014]*\Z")
_START_OF_WORD = re.compile(r"[^\s\u2013\u2014]*")


class KeepTogether(SphinxPostTransform):
    """Hands the brackets, full stops and letters that touch a formula to the formula, which keeps them on its line."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        """Docutils' entry point."""
        for math in list(self.document.findall(nodes.math)):
            index = math.parent.index(math)
            math["before"] = _take(math.parent, index - 1, _END_OF_WORD) if index else ""
            math["after"] = _take(math.parent, index + 1, _START_OF_WORD)


def _take(parent, index, pattern):
    """Cut out of the text at `index`, if there is text, what `pattern` finds."""
    if index >= len(parent) or not isinstance(parent[index], nodes.Text):
        return ""
    text = parent[index].astext()
    found = pattern.search(text)
    parent[index] = nodes.Text(text[:found.start()] + text[found.end():])
    return found.group()


def inline(markup, before, after):
    """KaTeX's markup with the text that touches it.

    A browser may break the line before and after every "base" of KaTeX's, even before a full stop.
    So the first and the last one share a span with their neighbours.
    """
    start, *bases = markup.removesuffix("</span></span>").split(_BASE)
    mathml = start.removeprefix('<span class="katex">').removesuffix('<span class="katex-html" aria-hidden="true">')
    if len(bases) == 1:
        return _kept(before + _katex(bases, mathml) + after)
    return _kept(before + _katex(bases[:1], mathml)) + _katex(bases[1:-1]) + _kept(_katex(bases[-1:]) + after)


def _katex(bases, mathml=""):
    seen = "".join(_BASE + base for base in bases)
    return f'<span class="katex">{mathml}<span class="katex-html" aria-hidden="true">{seen}</span></span>' if bases else ""


def _kept(markup):
    return f'<span class="tb-kept">{markup}</span>'


def _typeset(node, formula, display):
    try:
        return katex.typeset(formula, display)
    except katex.FormulaError as error:
        raise ExtensionError(f"{get_node_location(node)}: KaTeX cannot set the formula {node.astext()!r}: {error}") from None


def visit_math(self, node):
    """An inline formula."""
    markup = _typeset(node, node.astext(), display=False)
    self.body.append(inline(markup, self.encode(node.get("before", "")), self.encode(node.get("after", ""))))
    raise nodes.SkipNode


def visit_math_block(self, node):
    """A formula on a line of its own."""
    formula = node.astext()
    if "\\\\" in formula and not node.get("nowrap"):  # several lines
        formula = wrap_displaymath(formula, None, False)
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node.get("number"):
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, _("Link to this equation"))
        self.body.append("</span>")
    self.body.append(_typeset(node, formula, display=True) + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    """Join the build."""
    app.add_html_math_renderer("katex", (visit_math, None), (visit_math_block, None))
    app.add_post_transform(KeepTogether)
    # Before self_contained, which bundles the style sheets.
    app.connect("build-finished", formula_style.write, priority=800)
    app.add_css_file("katex.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
