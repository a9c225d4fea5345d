"""The formulas are set while the book is built: without error, readable to screen readers, whole with their full stop."""

import re
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "sphinx_ext")]

from docutils import nodes
from docutils.utils import new_document
from sphinx.errors import ExtensionError

import formula_style
import formulas
import katex


def formulas_of(notebook):
    prose = "\n\n".join(cell.source for cell in nbformat.read(notebook, 4).cells if cell.cell_type == "markdown")
    shown = re.findall(r"\$\$(.+?)\$\$", prose, re.DOTALL)
    inline = re.findall(r"\$([^$]+)\$", re.sub(r"\$\$.+?\$\$", "", prose, flags=re.DOTALL))
    return [(formula, True) for formula in shown] + [(formula, False) for formula in inline]


ALL = [(notebook.stem, *formula) for notebook in sorted((ROOT / "book").glob("*.ipynb")) for formula in formulas_of(notebook)]


def test_every_formula_of_the_chapters_is_set_for_the_eye_and_for_screen_readers():
    assert len(ALL) > 50
    for _, formula, display in ALL:
        markup = katex.typeset(formula, display)
        assert '<math xmlns="http://www.w3.org/1998/Math/MathML"' in markup
        assert '<span class="katex-html" aria-hidden="true">' in markup


def in_paragraph(*children):
    """The formula among these children of a paragraph, once it has taken what touches it."""
    document = new_document("a chapter")
    document += nodes.paragraph("", "", *children)
    formulas.KeepTogether(document).run()
    [math] = document.findall(nodes.math)
    return math


def test_a_formula_takes_what_touches_it():
    math = in_paragraph(nodes.Text("It fires (at "), nodes.math("", "x"), nodes.Text("). Then"))
    assert (math["before"], math["after"]) == ("", ").")
    assert math.parent.astext() == "It fires (at x Then"
    math = in_paragraph(nodes.Text("then ("), nodes.math("", "x"), nodes.Text("\N{EM DASH}so"))
    assert (math["before"], math["after"]) == ("(", "")
    math = in_paragraph(nodes.math("", "x"))
    assert (math["before"], math["after"]) == ("", "")


def test_a_short_formula_is_one_piece_with_its_full_stop():
    markup = formulas.inline(katex.typeset("[1, 1]", False), "(", ").")
    assert re.fullmatch(r'<span class="tb-kept">\(<span class="katex">.*</span>\)\.</span>', markup)
    assert markup.count("tb-kept") == 1


def test_a_long_formula_can_break_but_not_before_its_full_stop():
    whole = katex.typeset("a = b = c", False)
    markup = formulas.inline(whole, "(", ".")
    first, last = re.fullmatch(r'(<span class="tb-kept">\(.*?)<span class="katex"><span class="katex-html" aria-hidden="true">'
                               r'<span class="base">.*(<span class="tb-kept">.*\.</span>)', markup).groups()
    assert "<math" in first
    assert "<math" not in last
    assert markup.count('class="base"') == whole.count('class="base"') == 3
    assert markup.count("<math") == 1
    assert markup.count("<span") == markup.count("</span>")


@pytest.mark.parametrize(("formula", "said"), [(r"\frac{1", "Unexpected end of input"), (r"\fires", "Undefined control sequence")])
def test_a_bad_formula_is_refused_with_words(formula, said):
    math = nodes.math("", formula)
    math.source, math.line = "book/drift.ipynb", 12
    with pytest.raises(ExtensionError) as refused:
        formulas.visit_math(None, math)
    assert "book/drift.ipynb:12: KaTeX cannot set the formula" in str(refused.value)
    assert repr(formula) in str(refused.value)
    assert said in str(refused.value)


def test_two_versions_are_refused_with_words():
    katex.refuse_two_versions("0.16.40", '.katex .katex-version:after{content:"0.16.40"}')
    with pytest.raises(RuntimeError, match=r"script is version 0\.17\.0 and its style sheet is version 0\.16\.40"):
        katex.refuse_two_versions("0.17.0", katex.style_sheet())


def test_the_style_sheet_holds_what_the_formulas_use():
    style = formula_style.style_sheet([katex.typeset(r"\sqrt{g}", False)])
    assert style.count("@font-face") == 2  # upright and slanted letters
    assert "KaTeX_Fraktur" not in style
    assert ".sizing" not in style
    assert ".katex .hide-tail" in style
    assert "fill:currentColor" in style
    assert not re.search(r"url\((?!data:)", style)
    assert len(style) < 12_000


def test_no_formula_leaves_no_style():
    assert formula_style.style_sheet(["<p>Words.</p>"]) == ""
