"""Sections far from the screen are laid out late; `visit` puts that out of force. Whatever leads to one finds it all the same."""

import pytest

from tests.site.test_pages import PHONE
from tests.site.widgets import FRAMES, WITH_WIDGETS, widgets_stand

LATE = """[...document.querySelectorAll('.bd-article > section > section')]
    .filter((section) => getComputedStyle(section).contentVisibility === 'auto').length"""
# Some frames, then how far a heading is from where the bar of the page ends.
HEADING = """async (id) => {
    for (let i = 0; i < 12; i++) await new Promise(requestAnimationFrame);
    return document.getElementById(id).getBoundingClientRect().top - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
}"""


@pytest.fixture
def phone(contexts):
    """A page that lays its sections out as it does for a reader."""
    page = contexts(viewport=PHONE).new_page()
    yield page
    page.close()


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_a_link_leads_to_its_heading(phone, address, page_name):
    phone.add_init_script("window.requestIdleCallback = () => {}")  # as if there were never time to lay out the rest
    phone.goto(f"{address}/{page_name}", wait_until="domcontentloaded")
    assert phone.evaluate(LATE) > 0
    anchors = phone.evaluate("[...document.querySelectorAll('.bd-article > section > section')].map((section) => section.id)")
    phone.goto("about:blank")
    for anchor in (anchors[len(anchors) // 2], anchors[1], anchors[-1]):  # from another page, then on this one
        phone.goto(f"{address}/{page_name}#{anchor}")
        far = phone.evaluate(HEADING, anchor)
        below = phone.evaluate("document.documentElement.scrollHeight - innerHeight - scrollY")
        assert abs(far) < 4 or (far > 0 and below < 4), anchor  # the last one may not come to the top


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_words_far_down_and_the_widget_are_found(phone, address, page_name):
    phone.goto(f"{address}/{page_name}")
    widget = phone.locator(".tb-live").last
    widget.evaluate("widget => widget.scrollIntoView()")
    widgets_stand(phone)
    phone.evaluate(FRAMES)
    # Its pictures are as wide as their room.
    assert widget.evaluate("""widget => [...widget.querySelectorAll('.tb-view:not(.tb-table)')]
        .map((view) => view.clientWidth - view.querySelector('svg').clientWidth).filter((room) => room < 0 || room > 1)""") == []
    phone.evaluate("scrollTo(0, 0)")
    phone.wait_for_function(f"{LATE} === 0")
    for share in (0.5, 1):
        assert phone.evaluate("""async (share) => {
            const words = [...document.querySelectorAll('article > section p')].filter((words) => words.checkVisibility());
            const sought = words[Math.round((words.length - 1) * share)];
            sought.scrollIntoView({ block: 'center' });
            for (let i = 0; i < 12; i++) await new Promise(requestAnimationFrame);
            const { top, bottom } = sought.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
        }""", share)
