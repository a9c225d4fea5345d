"""Widgets in a reader's own few colours: what was told by colour is still there to be seen."""

import pytest

from tests.site.test_pages import LAPTOP
from tests.site.widgets import WITH_WIDGETS, widgets_stand

# The contrast of each mark, handle and text of a picture against what lies behind it, where it is below what it needs.
FAINT = """() => {
    const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = (colour) => { const [r, g, b] = numbers(colour).map(channel); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    return [...document.querySelectorAll('.tb-drawing')].flatMap((svg) => {
        const behind = luminance(getComputedStyle(svg).backgroundColor);
        return [...svg.querySelectorAll('.tb-shaft, .tb-arrow path, .tb-line, .tb-bent, .tb-grip, .tb-knob, .tb-border, .tb-dot, .tb-picked, text')]
            .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('.tb-silent, .tb-mark, .tb-off')).flatMap((part) => {
                const { fill, stroke } = getComputedStyle(part), isText = part.localName === 'text';
                const [dim, bright] = [luminance(isText || stroke === 'none' || part.matches('.tb-dot') ? fill : stroke), behind].sort((a, b) => a - b);
                const contrast = (bright + 0.05) / (dim + 0.05);
                return contrast < (isText ? 4.5 : 3) ? [`${contrast.toFixed(2)} ${part.outerHTML.slice(0, 120)}`] : [];
            });
    });
}"""
# What shows that a control or a handle has the focus.
RING = """(part) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part), grip = part.querySelector('.tb-grip, .tb-knob');
    const ring = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== getComputedStyle(document.body).backgroundColor;
    return ring || (grip && getComputedStyle(grip).stroke !== 'none');
}"""


@pytest.mark.parametrize("page_name", WITH_WIDGETS)
def test_all_is_told_without_the_books_colours(visit, address, page_name):
    page = widgets_stand(visit(f"{address}/{page_name}", viewport=LAPTOP, forced_colors="active", color_scheme="light"))
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    for colours in ("light", "dark"):
        page.emulate_media(forced_colors="active", color_scheme=colours)
        page.wait_for_function("colours => document.documentElement.dataset.theme === colours", arg=colours)
        assert page.evaluate(FAINT) == []
    check_focus(page)
    check_states(page)


def check_focus(page):
    page.keyboard.press("Tab")  # the keyboard is in use, so that the focus shows
    assert page.evaluate("""(ring) => [...document.querySelectorAll('.tb-live :is(input, select, button):enabled, .tb-live [tabindex="0"]')].filter((stop) => {
        stop.focus();
        return !(0, eval)(ring)(stop);
    }).map((stop) => stop.outerHTML.slice(0, 160))""", RING) == []


def check_states(page):
    """What is off says so, and units that fire and that are silent differ by words or by a filled and an empty disc."""
    for control in page.locator(".tb-control:has(:disabled)").all():
        assert control.locator(".tb-why").inner_text()
    for arrow in page.locator(".tb-arrow.tb-silent").all():
        assert "silent" in arrow.evaluate("arrow => arrow.ownerSVGElement.textContent")
    for mark in page.locator(".tb-mark").all():
        silent, filled = mark.evaluate("mark => [mark.matches('.tb-silent'), getComputedStyle(mark.firstChild).fill === getComputedStyle(mark.firstChild).stroke]")
        assert silent != filled
