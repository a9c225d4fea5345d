"""Every page of the built site: alone in the world, quiet, light, readable on a phone and in the dark."""

import gzip
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest

from tests.site.conftest import SITE

PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts)
CHAPTERS = [page for page in PAGES if page.startswith("book/")]
PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


def test_there_are_pages():
    assert len(CHAPTERS) >= 10, "the parametrised tests below would pass on an empty site"


@pytest.mark.parametrize("page_name", PAGES)
@pytest.mark.parametrize("scheme", ["http", "file"])
def test_a_page_asks_its_own_host_only_and_complains_of_nothing(visit, address, page_name, scheme):
    home = address if scheme == "http" else SITE.as_uri()
    page = visit(f"{home}/{page_name}", viewport=LAPTOP)
    assert [url for url in page.requests if not url.startswith((home, "data:", "blob:"))] == []
    assert page.complaints == []


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_a_page_is_light(visit, address, page_name):
    page = visit(f"{address}/{page_name}", viewport=LAPTOP)
    files = {SITE / unquote(urlsplit(url).path).removeprefix("/some/where/") for url in page.requests if url.startswith("http")}
    weight = sum(_transferred(file.read_bytes(), file.suffix) for file in files)
    assert len(page.requests) <= 25
    assert weight <= 700_000


def _transferred(content, suffix):
    return len(content) if suffix in (".woff", ".woff2", ".png") else len(gzip.compress(content, 6))


@pytest.mark.parametrize("page_name", PAGES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_phone_need_not_scroll_sideways(visit, address, page_name, colours):
    page = visit(f"{address}/{page_name}", viewport=PHONE, color_scheme=colours)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_formulas_tables_and_code_scroll_by_themselves(visit, address, page_name):
    page = visit(f"{address}/{page_name}", viewport=PHONE)
    too_wide = page.evaluate("""() => [...document.querySelectorAll('article *')].filter(element => {
        if (element.closest('mjx-assistive-mml, .tb-live') || element.getBoundingClientRect().right <= innerWidth + 1) return false;
        for (let box = element; box; box = box.parentElement)
            if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(box).overflowX)) return false;
        return element.getBoundingClientRect().width > 0;
    }).map(element => element.outerHTML.slice(0, 120))""")
    assert too_wide == []


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_pictures_say_what_they_show_and_follow_the_theme(visit, address, page_name):
    inks = {}
    for colours in ("light", "dark"):
        page = visit(f"{address}/{page_name}", viewport=LAPTOP, color_scheme=colours)
        pictures = page.locator("svg.picture")
        for index in range(pictures.count()):
            assert len(pictures.nth(index).get_attribute("aria-label")) > 40
            assert pictures.nth(index).get_attribute("role") == "img"
        inks[colours] = page.evaluate("[...document.querySelectorAll('svg.picture text')].map(t => getComputedStyle(t).fill)")
    assert len(inks["light"]) == len(inks["dark"])
    assert all(light != dark for light, dark in zip(inks["light"], inks["dark"], strict=True))


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_links_lead_somewhere(visit, address, page_name):
    page = visit(f"{address}/{page_name}")
    links = page.evaluate("[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))")
    for link in links:
        target, anchor = urldefrag(urljoin(f"{address}/{page_name}", link))
        if target.startswith(address):
            file = SITE / unquote(target.removeprefix(address)).lstrip("/")
            assert file.is_file(), link
            if anchor and file.suffix == ".html":
                assert f'id="{anchor}"' in file.read_text(encoding="utf-8"), link


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_search_finds_a_chapter(visit, address, scheme):
    home = address if scheme == "http" else SITE.as_uri()
    page = visit(f"{home}/search.html?q=pattern")
    page.wait_for_selector("#search-results li a")
    assert any("if_unit" in link.get_attribute("href") for link in page.locator("#search-results li a").all())
    assert page.complaints == []


def test_the_theme_can_be_switched_by_keyboard(visit, address):
    page = visit(f"{address}/book/if_unit.html", viewport=LAPTOP, color_scheme="light")
    button = page.locator("button.theme-switch-button:visible").first
    seen = set()
    for _ in range(3):
        button.focus()
        page.keyboard.press("Enter")
        seen.add(page.evaluate("document.documentElement.dataset.theme"))
    assert seen == {"light", "dark"}


def test_answers_are_folded_and_open_by_keyboard(visit, address):
    page = visit(f"{address}/book/if_unit.html", viewport=LAPTOP)
    answer = page.locator(".solution.dropdown").first
    hidden = answer.locator("p:not(.admonition-title)").first
    assert not hidden.is_visible()
    answer.locator("button, summary").first.focus()
    page.keyboard.press("Enter")
    assert hidden.is_visible()


def test_chapters_count_from_zero(visit, address):
    page = visit(f"{address}/book/gathering.html")
    assert page.locator("h1").inner_text().startswith("0.")
    assert "Exercise 1.1" in visit(f"{address}/book/if_unit.html").locator("article").inner_text()
