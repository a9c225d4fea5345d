"""Pages at 200 % and in larger type: nothing scrolls sideways, nothing is cut off."""

import pytest

from tests.site.test_pages import CHAPTERS, LAPTOP, PHONE
from tests.site.widgets import wide_parts, widgets_stand

# Words and numbers of controls and of what widgets say that their boxes do not hold.
CUT = """() => [...document.querySelectorAll('.tb-live :is(label, button, input[type=text], .tb-why, .tb-says, .tb-readout, .tb-caption, .tb-title, .tb-word, .tb-chip, .tb-lines, th, td)')]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'inline')
    .concat([...document.querySelectorAll('.tb-live select')].filter((list) => {
        const free = list.cloneNode(true), own = list.offsetWidth;
        free.style.width = 'auto';
        list.after(free);
        const needed = free.offsetWidth;
        free.remove();
        return needed > own + 1;
    })).map((box) => box.outerHTML.slice(0, 160))"""
# Controls that are not wholly within the window's width.
HIDDEN = """() => [...document.querySelectorAll('.tb-live :is(input, select, button)')].filter((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    return !control.checkVisibility() || width < 10 || height < 10 || left < 0 || right > innerWidth;
}).map((control) => control.outerHTML)"""


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_a_page_at_200_percent_and_in_type_of_24_pixels(visit, address, page_name):
    page = visit(f"{address}/{page_name}", viewport={"width": LAPTOP["width"] // 2, "height": LAPTOP["height"] // 2}, device_scale_factor=2,
                 reduced_motion="reduce")  # else a sidebar is still on its way when the window has grown
    check_whole(page)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}})
    page.wait_for_function("getComputedStyle(document.documentElement).fontSize === '24px'")
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        check_whole(page)


def check_whole(page):
    widgets_stand(page)
    assert wide_parts(page) == []
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(CUT) == []
