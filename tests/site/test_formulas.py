"""The formulas in the browser: whole at the width of a phone, readable to screen readers."""

import pytest

from tests.site.conftest import SITE
from tests.site.test_pages import CHAPTERS, PHONE

WITH_FORMULAS = [page for page in CHAPTERS if 'class="katex"' in (SITE / page).read_text(encoding="utf-8")]

# For each place where prose touches an inline formula with no space between: do both stand on one line?
TORN = """() => {
    const pieces = [...document.querySelectorAll('article .base')].filter((base) => !base.closest('.katex-display') && base.offsetWidth);
    const letters = document.createRange();
    const torn = [];
    for (const base of pieces) {
        const formula = base.closest('.katex');
        for (const [side, first, end] of [['previousSibling', '.base:first-child', -1], ['nextSibling', '.base:last-child', 0]]) {
            if (base !== formula.querySelector('.katex-html').querySelector(`:scope > ${first}`)) continue;
            const text = formula[side] ?? (formula.parentElement.matches('.tb-kept') ? formula.parentElement[side] : null);
            const letter = text?.nodeType === Node.TEXT_NODE ? text.data.at(end) : ' ';
            if (!letter || /[\\s\\u2013\\u2014]/.test(letter)) continue;
            letters.setStart(text, end ? text.length - 1 : 0);
            letters.setEnd(text, end ? text.length : 1);
            const [one, other] = [letters.getBoundingClientRect(), base.getBoundingClientRect()];
            if (one.bottom <= other.top || one.top >= other.bottom) torn.push(text.data + ' | ' + formula.textContent);
        }
    }
    return torn;
}"""


def test_there_are_formulas():
    assert len(WITH_FORMULAS) >= 6, "the parametrised tests below would pass without any"


@pytest.mark.parametrize("page_name", WITH_FORMULAS)
def test_formulas_on_a_phone(visit, page_name):
    page = visit(f"{SITE.as_uri()}/{page_name}", viewport=PHONE)
    # A screen reader gets MathML, and not what is set for the eye.
    assert page.evaluate("""() => [...document.querySelectorAll('article .katex:has(.katex-mathml)')].every(formula =>
        formula.querySelector('math').textContent.trim() && !formula.querySelector('math').closest('[aria-hidden]'))""")
    assert page.evaluate("[...document.querySelectorAll('article .katex-html')].every(html => html.ariaHidden === 'true')")
    # The letters are KaTeX's own.
    assert page.evaluate("['16px KaTeX_Main', 'italic 16px KaTeX_Math'].every(font => document.fonts.check(font))")
    # Formulas on a line of their own need no scrolling, which the keyboard could not do.
    assert page.evaluate("""() => [...document.querySelectorAll('article div.math')].filter(box => box.scrollWidth > box.clientWidth)
        .map(box => box.textContent)""") == []
    for width in (PHONE["width"], 390, 414, 480, 600):
        page.set_viewport_size({**PHONE, "width": width})
        assert page.evaluate(TORN) == []


def test_a_torn_formula_would_be_found(visit):
    page = visit(f"{SITE.as_uri()}/book/bank_of_ifs.html", viewport=PHONE)
    page.add_style_tag(content=".tb-kept { white-space: normal; }")
    found = []
    for width in range(320, 420, 4):
        page.set_viewport_size({**PHONE, "width": width})
        found += page.evaluate(TORN)
    assert found
