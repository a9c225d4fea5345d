"""The widgets of the built chapters, as the tests of edges look at them."""

from tests.site.test_pages import CHAPTERS, SITE

WITH_WIDGETS = [page for page in CHAPTERS if "vnd.transformer-block.live+json" in (SITE / page).read_text(encoding="utf-8")]
CONTROLS = ".tb-controls :is(input[type=range], select, input[type=checkbox]):enabled"
PICTURES = "[...document.querySelectorAll('.tb-drawing, .tb-table, .tb-firing')].map((view) => view.innerHTML).join()"
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def widgets_stand(page):
    """Wait until all widgets are drawn, as wide as they have room for."""
    page.wait_for_function("""document.querySelectorAll('.tb-live').length
        === document.querySelectorAll('script[type="application/vnd.transformer-block.live+json"]').length""")
    page.evaluate(FRAMES)
    return page


def wide_parts(page):
    """What sticks out of the window, other than in a box that scrolls by itself; none where the page needs no sideways scrolling."""
    return page.evaluate("""() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('.bd-header *, .bd-main *, footer *')]
        .filter((part) => { const { left, right, width } = part.getBoundingClientRect(); return width && (right > innerWidth + 1 || left < -1); })
        .map((part) => part.outerHTML.slice(0, 100)).slice(0, 9)""")
