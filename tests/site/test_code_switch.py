"""The switch for all code, and the boxes that it opens: by mouse, by keyboard, remembered, on paper, without scripts."""

from itertools import pairwise

import pytest

from tests.site.conftest import SITE
from tests.site.test_pages import LAPTOP, PHONE
from tests.site.test_weight import MOST_SHIFT, WATCH

PAGE, NEXT_PAGE = "book/drift.html", "book/collapse.html"
FOLDED = """() => Object.fromEntries(['plain', 'plumbing', 'checked'].map((kind) =>
    [kind, [...new Set([...document.querySelectorAll(`.tb-${kind}`)].map((box) => box.open))]]))"""
USUAL = {"plain": [True], "plumbing": [False], "checked": [False]}
ALL, NONE = ({kind: [opened] for kind in USUAL} for opened in (True, False))


@pytest.fixture
def fresh(browser):
    """A browser that has seen nothing yet: fresh(**options) -> a page of it."""
    opened = []

    def page(**options):
        opened.append(browser.new_context(**{"viewport": LAPTOP} | options))
        return opened[-1].new_page()

    yield page
    for context in opened:
        context.close()


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_switch_goes_round_and_is_remembered(fresh, address, scheme, viewport):
    home = address if scheme == "http" else SITE.as_uri()
    page = fresh(viewport=viewport)
    page.goto(f"{home}/{PAGE}")
    assert page.evaluate(FOLDED) == USUAL
    for says, after in (("Show all code", ALL), ("Hide all code", NONE), ("Code as usual", USUAL)):
        switch = page.get_by_role("button", name=says)
        switch.focus()
        page.keyboard.press("Enter")
        assert page.evaluate(FOLDED) == after
        for name in (NEXT_PAGE, PAGE):
            recalls(page, f"{home}/{name}", after)


def recalls(page, url, wanted):
    """Whether a page opens as wanted: at once, or as soon as the browser has handed on to its process what is stored."""
    for _ in range(20):
        page.goto(url)
        if page.evaluate(FOLDED) == wanted:
            return
        page.wait_for_timeout(100)
    assert page.evaluate(FOLDED) == wanted


def test_hidden_code_is_one_click_away(fresh, address):
    page = fresh()
    page.goto(f"{address}/{PAGE}")
    lines = page.locator(".tb-plain > summary")
    assert not lines.first.is_visible()
    for _ in range(2):
        page.locator(".tb-code-switch").click()
    assert lines.first.is_visible()
    lines.first.click()
    assert page.locator(".tb-plain .cell_input").first.is_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_box_opens_by_mouse_and_keyboard(fresh, address, scripts):
    page = fresh(java_script_enabled=scripts)
    page.goto(f"{address}/{PAGE}")
    for kind in ("checked", "plumbing"):
        box = page.locator(f".tb-{kind}").first
        line, code = box.locator("summary"), box.locator(".cell_input")
        assert not code.is_visible()
        line.click()
        assert code.is_visible()
        line.press("Enter")
        assert not code.is_visible()


def test_without_scripts_all_is_as_the_author_folded_it(fresh, address):
    page = fresh(java_script_enabled=False)
    page.goto(f"{address}/{PAGE}")
    assert not page.locator(".tb-code-switch").is_visible()
    assert all(code.is_visible() for code in page.locator(".tb-plain:not(.solution *) .cell_input").all())
    assert page.locator(".tb-claims").is_visible()


@pytest.mark.parametrize("wanted", ["all", "none"])
@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_nothing_moves_for_what_is_remembered(fresh, address, wanted, viewport):
    page = fresh(viewport=viewport)
    page.add_init_script(f"localStorage.setItem('code', '{wanted}'); {WATCH}")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 2})
    page.goto(f"{address}/{PAGE}", wait_until="load")
    page.wait_for_timeout(300)
    shifts = page.evaluate("shifts")
    assert sum(shift for shift, *_ in shifts) <= MOST_SHIFT, shifts
    assert page.evaluate(FOLDED) == {"all": ALL, "none": NONE}[wanted]


# A page that is read in one piece: its end comes before the observer has been told of anything.
IN_ONE_PIECE = """window.MutationObserver = class extends MutationObserver {
    constructor() { const kept = []; super((records) => kept.push(...records)); this.kept = kept; }
    takeRecords() { return [...this.kept, ...super.takeRecords()]; }
};"""


@pytest.mark.parametrize("wanted", ["all", "none"])
def test_a_page_that_is_read_in_one_piece_recalls_it_too(fresh, address, wanted):
    page = fresh()
    page.add_init_script(f"localStorage.setItem('code', '{wanted}'); {IN_ONE_PIECE}")
    page.goto(f"{address}/{PAGE}")
    assert page.evaluate(FOLDED) == {"all": ALL, "none": NONE}[wanted]


# Safari, for one, does not hold the place by itself.
@pytest.mark.parametrize("anchoring", ["auto", "none"])
@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_reader_keeps_the_place(fresh, address, viewport, anchoring):
    page = fresh(viewport=viewport)
    page.goto(f"{address}/{PAGE}")
    page.add_style_tag(content=f"html {{ overflow-anchor: {anchoring}; }}")
    place = "document.querySelector('#small-rows-all-digits > p:last-of-type').getBoundingClientRect().top"
    for _ in range(3):
        for _ in range(3):  # what has come near is laid out, and may move it
            page.evaluate(f"scrollBy({{ top: {place} - 100, behavior: 'instant' }})")
            page.wait_for_timeout(100)
        before = page.evaluate(place)
        assert 0 < before < viewport["height"]
        page.evaluate("document.querySelector('.tb-code-switch').click()")  # Playwright's own click scrolls the page first
        page.wait_for_timeout(200)
        assert abs(page.evaluate(place) - before) < 3


def test_paper_shows_code_as_the_author_folded_it(fresh, address):
    page = fresh()
    page.goto(f"{address}/{PAGE}")
    page.get_by_role("button", name="Show all code").click()
    page.locator(".tb-checked > summary").first.click()
    before = page.evaluate("[...document.querySelectorAll('.tb-fold')].map((box) => box.open)")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(FOLDED) == USUAL
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("[...document.querySelectorAll('.tb-fold')].map((box) => box.open)") == before


def test_a_page_without_code_has_no_switch(fresh, address):
    page = fresh()
    page.goto(f"{address}/book/notation.html")
    assert page.locator(".tb-code-switch").count() == 0


def test_the_bar_of_a_phone_holds_the_switch(fresh, address):
    page = fresh(viewport=PHONE)
    page.goto(f"{address}/{PAGE}")
    boxes = page.evaluate("""() => [...document.querySelectorAll('.bd-header-article button')].filter((one) => one.checkVisibility()
        && !one.closest('.dropdown-menu')).map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])""")
    assert len(boxes) >= 6
    assert all(left >= 0 and right <= PHONE["width"] for left, right in boxes)
    assert all(one[1] <= other[0] + 1 for one, other in pairwise(boxes))
