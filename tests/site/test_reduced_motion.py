"""For readers who asked for less motion, nothing moves by itself."""

import pytest

from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import CONTROLS, FRAMES, WITH_WIDGETS, widgets_stand

# Their last frames count as well: an animation that takes no time at all is over before it is seen.
MOVING = "document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 1).map((one) => one.effect.target.outerHTML.slice(0, 120))"


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_nothing_moves_by_itself(visit, address, page_name):
    page = widgets_stand(visit(f"{address}/{page_name}", viewport=LAPTOP, reduced_motion="reduce"))
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    control = page.locator(CONTROLS).first
    control.focus()
    for act in (lambda: control.press("ArrowRight"), lambda: page.get_by_role("button", name="Reset").first.click(),
                lambda: page.locator("article h1").first.hover(), lambda: page.locator("div.highlight:visible, article p:visible").last.hover(),
                lambda: page.locator(".theme-switch-button").first.click(),
                lambda: page.locator(".dropdown-toggle").first.click(), lambda: page.locator(".bd-sidebar-primary a").nth(2).hover()):
        act()
        assert page.evaluate(MOVING) == []


def test_the_side_bar_of_a_phone_is_there_at_once(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=PHONE, reduced_motion="reduce")
    page.locator(".primary-toggle").first.click()
    assert page.evaluate(MOVING) == []
    page.keyboard.press("Escape")


def test_the_way_back_to_the_top_is_a_jump(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=PHONE, reduced_motion="reduce")
    for place in (3000, 2500):
        page.evaluate("place => scrollTo(0, place)", place)
        page.evaluate(FRAMES)
    page.locator("#pst-back-to-top").evaluate("button => button.click()")
    assert page.evaluate("scrollY") == 0
