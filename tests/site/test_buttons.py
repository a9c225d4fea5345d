"""What the course's own script and folded answers do, by mouse, by keyboard and on paper."""

import sys

from tests.site.conftest import SITE
from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import FRAMES

sys.path.insert(0, str(SITE.parents[1] / "sphinx_ext"))
from folded_answers import fold


def test_the_menu_of_downloads_by_keyboard(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP)
    button, menu = page.locator(".dropdown-toggle"), page.locator(".dropdown-menu")
    button.focus()
    page.keyboard.press("Enter")
    assert menu.is_visible()
    assert button.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.title") == "Print to PDF"
    page.keyboard.press("Escape")
    assert not menu.is_visible()
    assert button.evaluate("button => button === document.activeElement")


def test_the_menu_of_downloads_by_mouse(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP)
    menu = page.locator(".dropdown-menu")
    page.locator(".dropdown-toggle").click()
    page.mouse.move(600, 600)
    assert menu.is_visible()
    page.mouse.click(600, 600)
    assert not menu.is_visible()


def test_the_way_back_to_the_top(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=PHONE)  # wider than 1200 px, the theme has no such button
    button = page.locator("#pst-back-to-top")
    for place in (3000, 2500):
        assert not button.is_visible()
        page.evaluate("place => scrollTo({ top: place, behavior: 'instant' })", place)
        page.evaluate(FRAMES)
    button.click()
    page.wait_for_function("scrollY === 0")


def test_search_opens_by_keyboard_and_leads_to_its_page(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP)
    page.keyboard.press("Control+k")
    page.keyboard.type("pattern")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/search.html?q=pattern")
    page.wait_for_selector("#search-results li a")


def test_answers_are_printed(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP)
    folded = page.locator("details.dropdown:not([open])")
    before = folded.count()
    assert before > 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.count() == before


def test_answers_are_folded_without_scripts(contexts, address):
    page = contexts(java_script_enabled=False).new_page()
    page.goto(f"{address}/book/drift.html")
    answer = page.locator("details.solution").first
    assert not answer.locator("section").first.is_visible()
    answer.locator("> summary").click()
    assert answer.locator("section").first.is_visible()
    page.close()


def test_only_boxes_of_the_class_dropdown_are_folded():
    body = ('<div class="tip admonition"><p class="admonition-title">A</p></div>\n'
            '<div class="solution dropdown admonition" id="x">\n<p class="admonition-title">B <a href="#b">1</a></p>'
            "<div>in</div></div><div>after</div>")
    assert fold(body) == (
        '<div class="tip admonition"><p class="admonition-title">A</p></div>\n'
        '<details class="solution dropdown admonition" id="x">\n<summary class="admonition-title">B 1</summary>'
        "<div>in</div></details><div>after</div>")
