"""No label in a widget's picture lies over a line, a mark or another label, at any setting and at any width."""

import json

import numpy as np
import pytest

from tests.live.test_every_widget import PAGES, located, random_setting, widgets_of
from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import widgets_stand

SETTINGS = 15

# Sets a widget and lists what its labels cover. All that is drawn counts as points, a pixel or two apart, which are
# looked for in the box of each text, in the text's own coordinates: some are turned.
COVERED = """async (element, settings) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const shown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // No marks: the grid and the axes, which are faint and over which a label has a halo; the tints of whole areas; what
    // only makes a mark easier to grab; cells of a matrix and frames around them, whose numbers stand inside.
    const NO_MARKS = '.tb-grid, .tb-spine, .tb-tint, .tb-band, .tb-veil, .tb-hit, .tb-cell, .tb-cell ~ rect, .tb-picked, .tb-cursor';
    // Numbers inside the mark they belong to; they may cover no other text.
    const INSIDE = '.tb-badge text, .tb-cell-number';
    // A mark stands where its number is, even where another has the same.
    const FIXED = '.tb-mark text';
    const intended = (text, part) => text === part
        || (part.localName !== 'text' && text.matches(INSIDE))
        || (part.localName === 'text' && part.parentNode === text.parentNode && text.closest('.tb-label'))  // its two lines
        || (part.matches('.tb-grip') && text.matches('.tb-tick'));  // a faint disc on the picture's edge; the axis' number shows through

    const along = (from, to) => {
        const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 1.5));
        return Array.from({ length: count + 1 }, (_, i) => new DOMPoint(from.x + (to.x - from.x) * i / count, from.y + (to.y - from.y) * i / count));
    };
    const filled = ({ x, y, width, height }) =>
        along({ x, y }, { x, y: y + height }).flatMap((start) => along(start, { x: x + width, y: start.y }));
    const thick = (line) => {
        const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((end) => line[end].baseVal.value), length = Math.hypot(x2 - x1, y2 - y1) || 1;
        return [-0.5, 0, 0.5].map((side) => side * parseFloat(getComputedStyle(line).strokeWidth) / length).flatMap((off) =>
            along({ x: x1 - off * (y2 - y1), y: y1 + off * (x2 - x1) }, { x: x2 - off * (y2 - y1), y: y2 + off * (x2 - x1) }));
    };
    const outline = (path) => {
        const length = path.getTotalLength();
        return Array.from({ length: Math.ceil(length / 2) + 1 }, (_, i) => path.getPointAtLength(Math.min(length, 2 * i)));
    };
    /** The box of a text less the room that its line has around the letters. */
    const letters = (text) => {
        const { x, y, width, height } = text.getBBox();
        return { x: x + 1, y: y + 2, width: width - 2, height: height - 4 };
    };
    const inside = ({ x, y }, box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

    /** Points of a part on the screen, as far as its clip-path leaves them. */
    const pointsOf = (part) => {
        const own = part.localName === 'text' ? filled(letters(part)) : part.localName === 'line' ? thick(part)
            : getComputedStyle(part).fill === 'none' ? outline(part) : filled(part.getBBox()).filter((point) => part.isPointInFill(point));
        const onScreen = part.getScreenCTM(), points = own.map((point) => point.matrixTransform(onScreen));
        const clip = part.closest('[clip-path]');
        if (!clip) return points;
        const rect = part.ownerSVGElement.querySelector(`${/#[^)"']+/.exec(clip.getAttribute('clip-path'))[0]} rect`);
        const back = clip.getScreenCTM().inverse(), kept = rect.getBBox();
        return points.filter((point) => inside(point.matrixTransform(back), kept));
    };

    const coveredIn = (svg) => {
        const parts = [...svg.querySelectorAll('text, line, path, polyline, polygon, circle, rect')]
            .filter((part) => shown(part) && !part.closest('defs') && !part.matches(NO_MARKS) && (part.localName !== 'text' || part.textContent))
            .map((part) => ({ part, room: part.getBoundingClientRect() }));
        return parts.filter(({ part }) => part.localName === 'text' && !part.matches(FIXED)).flatMap(({ part: text, room }) => {
            const box = letters(text), back = text.getScreenCTM().inverse();
            return parts.filter((entry) => {
                const { part, room: { left, right, top, bottom } } = entry;
                if (left > room.right || right < room.left || top > room.bottom || bottom < room.top || intended(text, part)) return false;
                entry.points ??= pointsOf(part);
                return entry.points.some((point) => inside(point.matrixTransform(back), box));
            }).map(({ part }) => `"${text.textContent}" over ${part.textContent || (part.getAttribute('class') ?? part.parentNode.getAttribute('class'))}`);
        });
    };

    const found = [];
    for (const setting of JSON.parse(settings)) {
        for (const [name, value] of Object.entries(setting)) element.liveWidget.set(name, value);
        await frame();
        const covered = [...element.querySelectorAll('svg.tb-drawing')].flatMap(coveredIn);
        if (covered.length) found.push([setting, covered]);
    }
    return found;
}"""


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("page_name", PAGES)
def test_labels_cover_nothing(visit, address, page_name, viewport):
    widgets, rng = widgets_of(page_name), np.random.default_rng(11)
    page = widgets_stand(visit(f"{address}/{page_name}.html", viewport=viewport, reduced_motion="reduce"))
    assert page.locator(".tb-live").count() == len(widgets)
    for name, widget in widgets.items():
        settings = [{}, *(random_setting(widget, rng) for _ in range(SETTINGS))]
        assert located(page, name).evaluate(COVERED, json.dumps(settings)) == [], name


def test_what_is_covered_would_be_found(visit, address):
    page = visit(f"{address}/book/if_unit.html", viewport=PHONE, reduced_motion="reduce")
    page.wait_for_selector(".tb-live")
    page.add_style_tag(content=".tb-label text { translate: 12px 20px; }")
    name, = widgets_of("book/if_unit")
    (_, covered), = located(page, name).evaluate(COVERED, "[{}]")
    assert {"tb-shaft", "tb-grip", "fires 1.40"} <= {one.split(" over ")[1] for one in covered}
