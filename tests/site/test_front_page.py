"""The front page: a unit under the reader's hand in the first window, a picture and the minutes of every chapter."""

import json
import re
import sys

import pytest
from sphinx.errors import ExtensionError

from tests.site.conftest import SITE
from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import widgets_stand

sys.path.insert(0, str(SITE.parents[1] / "sphinx_ext"))
from chapter_pictures import picture_of

ABOUT = json.loads((SITE.parent / "labs" / "contents.json").read_text(encoding="utf-8"))


def test_a_unit_is_under_the_hand_in_the_first_window(visit, address):
    page = widgets_stand(visit(f"{address}/book/index.html", viewport=LAPTOP))
    tip = page.locator(".tb-live [role=slider] .tb-hit").first.bounding_box()
    assert tip["y"] + tip["height"] < LAPTOP["height"]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_every_chapter_has_a_card_with_its_picture_and_minutes(visit, address, viewport):
    page = visit(f"{address}/book/index.html", viewport=viewport)
    cards = page.locator(".tb-chapters > li")
    assert cards.count() == len(ABOUT)
    for card, about in zip(cards.all(), ABOUT, strict=True):
        assert card.locator("a").get_attribute("href") == f"{about['slug']}.html"
        assert card.locator("a").inner_text() == f"{about['number']}. {about['title']}"
        assert card.locator("svg").bounding_box()["height"] > 40
        reading, lab = about["minutes"]["reading"], about["minutes"]["lab"]
        assert card.locator(".tb-chapter-time").inner_text() == f"{reading} min to read, {lab} for the lab"
    assert len({card.locator("svg").inner_html() for card in cards.all()}) == len(ABOUT)


@pytest.mark.parametrize("about", ABOUT, ids=lambda about: about["slug"])
def test_a_chapter_says_under_its_title_how_long_it_takes(about):
    text = (SITE / "book" / f"{about['slug']}.html").read_text(encoding="utf-8")
    line = re.search(r'</h1>\s*<p class="tb-time">(.*?)</p>', text)[1]
    assert [int(number) for number in re.findall(r"\d+", line)] == [about["minutes"][name] for name in ("reading", "exercises", "lab")]


def test_a_chapter_without_a_picture_is_told_where_to_draw_one():
    with pytest.raises(ExtensionError, match="no picture for the chapter new_one. Draw one in sphinx_ext/chapter_pictures.py"):
        picture_of("new_one")
