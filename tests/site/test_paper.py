"""A chapter on paper: its pictures with their values, its answers, and nothing that only a screen needs."""

import pytest

from tests.site.test_pages import LAPTOP
from tests.site.widgets import WITH_WIDGETS, widgets_stand

ON_SCREEN_ONLY = ".bd-header, .bd-sidebar, .bd-header-article, .prev-next-footer, .tb-buttons, .tb-live input[type=range], #pst-back-to-top, button"


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_a_chapter_is_printed(visit, address, page_name):
    page = widgets_stand(visit(f"{address}/{page_name}", viewport=LAPTOP, color_scheme="light"))
    values = page.evaluate("[...document.querySelectorAll('.tb-number')].map((field) => field.value)")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size({"width": 720, "height": 1000})  # paper of 19 cm between its margins
    widgets_stand(page)
    assert page.evaluate("selector => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility({ opacityProperty: true })).map((part) => part.outerHTML.slice(0, 120))",
                         ON_SCREEN_ONLY) == []
    for widget in page.locator(".tb-live").all():
        assert widget.locator(".tb-drawing, .tb-firing").first.is_visible()
        assert widget.locator(".tb-says").is_visible()
    numbers = page.locator(".tb-number:visible")
    assert [numbers.nth(i).input_value() for i in range(numbers.count())] == values
    assert [answer for answer in page.locator("details.dropdown").all() if not answer.evaluate("answer => answer.open")] == []
    # Nothing is wider than the paper.
    assert page.evaluate("[...document.querySelectorAll('.tb-live, .tb-drawing, article svg')].filter((part) => part.getBoundingClientRect().right > innerWidth)"
                         ".map((part) => part.outerHTML.slice(0, 120))") == []


def test_a_chapter_becomes_a_file_of_pages(visit, address):
    page = widgets_stand(visit(f"{address}/book/if_unit.html", viewport=LAPTOP))
    file = page.pdf(format="A4")
    assert file.startswith(b"%PDF") and len(file) > 50_000
    assert page.locator("details.dropdown[open]").count() == 0  # as before
