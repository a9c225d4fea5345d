"""The front page: a unit under the reader's hand in the first window, a picture and the minutes of every chapter."""

import json
import re
import sys

import pytest

from tests.site.conftest import SITE
from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import widgets_stand

sys.path.insert(0, str(SITE.parents[1] / "sphinx_ext"))
from chapter_pictures import _PICTURES, picture_of

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
        lab = f", {about['minutes']['lab']} for the lab" if "lab" in about else ""
        assert card.locator(".tb-chapter-time").inner_text() == f"{about['minutes']['reading']} min to read{lab}"
    assert page.locator(".tb-chapters").count() == len({about["part"] for about in ABOUT})


@pytest.mark.parametrize("about", ABOUT, ids=lambda about: about["slug"])
def test_a_chapter_says_under_its_title_how_long_it_takes(about):
    text = (SITE / "book" / f"{about['slug']}.html").read_text(encoding="utf-8")
    line = re.search(r'</h1>\s*<p class="tb-time">(.*?)</p>', text)[1]
    assert [int(number) for number in re.findall(r"\d+", line)] == list(about["minutes"].values())


def test_every_chapter_has_a_picture_of_its_own():
    assert len({picture_of(slug) for slug in [*_PICTURES, "new_one"]}) == len(_PICTURES) + 1
    assert set(_PICTURES) <= {about["slug"] for about in ABOUT}
