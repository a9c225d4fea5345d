"""Widgets under a finger, on a phone."""

import pytest

from tests.site.test_pages import PHONE
from tests.site.widgets import CONTROLS, PICTURES, WITH_WIDGETS, widgets_stand

TOP = "handle => handle.ownerSVGElement.getBoundingClientRect().top"
BY_HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_controls_and_handles_answer_a_finger(visit, address, page_name):
    page = widgets_stand(visit(f"{address}/{page_name}", **BY_HAND))
    reset = page.get_by_role("button", name="Reset").first
    controls, handles = page.locator(CONTROLS).all(), page.locator(".tb-live .tb-view [role=slider]").all()
    assert controls
    for act, parts in ((tap, controls), (drag, handles)):
        for part in parts:
            before = page.evaluate(PICTURES)
            act(page, part)
            assert page.evaluate(PICTURES) != before, part.evaluate("part => part.ariaLabel ?? part.labels[0].textContent")
            reset.tap()


def tap(page, control):
    """Tap a slider far from where its thumb is, and anything else in its middle."""
    box, kind = control.bounding_box(), control.evaluate("control => control.type")
    if kind == "range":
        low, high, now = control.evaluate("slider => [slider.min, slider.max, slider.value].map(Number)")
        control.tap(position={"x": box["width"] * (0.8 if now - low < (high - low) / 2 else 0.2), "y": box["height"] / 2})
        return
    control.tap()
    if kind == "select-one":  # the list that opens is the browser's own
        control.select_option(index=control.evaluate("list => (list.selectedIndex + 1) % list.length"))


def drag(page, handle):
    """Draw a handle to the side by a finger; the picture stays where it is."""
    touch = page.context.new_cdp_session(page)
    handle.evaluate("handle => handle.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box, top = handle.locator(".tb-hit").bounding_box(), handle.evaluate(TOP)
    x, y, by = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, -60 if box["x"] > PHONE["width"] / 2 else 60
    for kind, points in (("touchStart", [(x, y)]), ("touchMove", [(x + by / 2, y)]), ("touchMove", [(x + by, y)]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    assert abs(handle.evaluate(TOP) - top) < 1, "the page went with the finger"
    touch.detach()
