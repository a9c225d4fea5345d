"""A page that a browser has translated into Arabic or Hebrew, and turned round with it."""

import pytest

from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import WITH_WIDGETS, wide_parts, widgets_stand

# The pieces of each formula that do not follow each other from left to right on their line.
TURNED = """() => [...document.querySelectorAll('article .katex-html')].filter((formula) => {
    const boxes = [...formula.querySelectorAll(':scope > .base')].map((base) => base.getBoundingClientRect());
    return getComputedStyle(formula).direction !== 'ltr'
        || boxes.some((box, i) => i && box.width && Math.abs(box.top - boxes[i - 1].top) < 5 && box.left < boxes[i - 1].left);
}).map((formula) => formula.textContent)"""
PLACES = """() => [...document.querySelectorAll('.tb-drawing, svg.picture')].map((svg) => [...svg.querySelectorAll('text')].filter((text) =>
    text.checkVisibility({ visibilityProperty: true })).map((text) => [text.textContent, Math.round(text.getBoundingClientRect().left - svg.getBoundingClientRect().left)]))"""


@pytest.fixture
def turned(visit, address):
    """Open a chapter from right to left: turned(page name, **context options)."""
    def open_page(page_name, **options):
        def turn(route):
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("<html lang=", '<html dir="rtl" lang=', 1))

        page = visit("about:blank", **options)
        page.route("**/*.html", turn)
        page.goto(f"{address}/{page_name}")
        page.add_style_tag(content="section { content-visibility: visible !important; }")
        assert page.evaluate("getComputedStyle(document.querySelector('article p')).direction") == "rtl"
        return widgets_stand(page)

    return open_page


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_formulas_and_pictures_stay_as_they_are(turned, visit, address, page_name):
    page = turned(page_name, viewport=LAPTOP)
    assert wide_parts(page) == []
    assert page.evaluate(TURNED) == []
    assert page.evaluate(PLACES) == widgets_stand(visit(f"{address}/{page_name}", viewport=LAPTOP)).evaluate(PLACES)
    assert page.evaluate("[...document.querySelectorAll('article pre, .tb-numbers')].every((box) => getComputedStyle(box).direction === 'ltr')")
    page.set_viewport_size(PHONE)
    widgets_stand(page)
    assert wide_parts(page) == []


def test_keys_move_a_slider_to_where_they_point(turned):
    page = turned("book/if_unit.html", viewport=LAPTOP)
    slider = page.locator(".tb-live input[type=range]").first
    slider.focus()
    before = float(slider.input_value())
    slider.press("ArrowRight")
    more = float(slider.input_value()) > before
    box = slider.bounding_box()
    slider.click(position={"x": box["width"] - 4, "y": box["height"] / 2})
    right = float(slider.input_value()) > before
    assert more and right  # as the picture does, whose numbers grow to the right
