"""Every page of the built site: alone in the world, quiet, light, readable on a phone and in the dark."""

import gzip
import html
import re
from urllib.parse import parse_qs, unquote, urldefrag, urlsplit

import pytest

from tests.site.conftest import SITE

PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html")
               if path.relative_to(SITE).parts[0] not in ("_static", "lite") and path != SITE / "index.html")  # lite: tests/lite
CHAPTERS = [page for page in PAGES if page.startswith("book/")]
PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


def test_there_are_pages():
    assert len(CHAPTERS) >= 10, "the parametrised tests below would pass on an empty site"


def test_the_live_units_answer_the_keyboard(visit, address):
    page = visit(f"{address}/book/if_unit.html", viewport=LAPTOP)
    page.wait_for_selector(".tb-live")
    before = page.locator(".tb-live").inner_text()
    page.locator(".tb-live input[type=range]").first.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    values, results = page.evaluate("""() => { const live = document.querySelector('.tb-live').liveWidget;
        return [live.values(), Array.from(live.results().match.data)]; }""")
    assert values["evidence"] == [0.3, -0.6]
    assert results == pytest.approx([0.9, -0.6, 0.3], rel=1e-12)
    assert page.locator(".tb-live").inner_text() != before
    assert page.complaints == []


def test_the_front_door_leads_to_the_first_page(browser, address):
    page = browser.new_page()
    page.goto(f"{address}/")
    page.wait_for_url(f"{address}/book/index.html")
    page.close()


@pytest.mark.parametrize("page_name", PAGES)
def test_a_page_from_disk(visit, page_name):
    check_alone_quiet_and_light(visit(f"{SITE.as_uri()}/{page_name}", viewport=LAPTOP), SITE.as_uri())


@pytest.mark.parametrize("page_name", PAGES)
def test_a_page_from_a_server(visit, address, page_name):
    page = visit(f"{address}/{page_name}", viewport=LAPTOP, color_scheme="light")
    check_alone_quiet_and_light(page, address)
    check_pictures(page)
    page.set_viewport_size(PHONE)
    # Live pictures are laid out anew one frame after their width has changed.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    check_phone(page)


def check_alone_quiet_and_light(page, home):
    files = [url for url in page.requests if not url.startswith(("data:", "blob:"))]
    assert [url for url in files if not url.startswith(home)] == []
    assert page.complaints == []
    assert [url for url in files if re.search("mathjax|katex|woff", url, re.IGNORECASE)] == []  # formulas are set already
    assert len(files) <= 16
    weights = {name: _weight(SITE / name) for name in (unquote(urlsplit(url.removeprefix(home)).path).lstrip("/") for url in files)}
    assert sum(weights.values()) <= 300_000


def _weight(file):
    content = file.read_bytes() if file.is_file() else (file / "index.html").read_bytes()
    return len(content) if file.suffix in (".woff", ".woff2", ".png") else len(gzip.compress(content, 6))


def check_phone(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # What is wider than the phone (formulas, tables, code) scrolls by itself.
    too_wide = page.evaluate("""() => [...document.querySelectorAll('article *')].filter(element => {
        if (element.closest('.katex-mathml') || element.ownerSVGElement || element.getBoundingClientRect().right <= innerWidth + 1) return false;
        for (let box = element; box; box = box.parentElement)
            if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(box).overflowX)) return false;
        return element.getBoundingClientRect().width > 0;
    }).map(element => element.outerHTML.slice(0, 120))""")
    assert too_wide == []


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_live_code_and_data_are_light(page_name):
    page = (SITE / page_name).read_text(encoding="utf-8")
    state = "".join(re.findall(r'<script type="application/vnd.transformer-block.(?:live|numbers)\+json"[^>]*>(.*?)</script>', page, re.DOTALL))
    if state:
        own = [state.encode(), *((SITE / "_static" / name).read_bytes() for name in ("live.js", "live.css"))]
        assert sum(len(gzip.compress(part, 6)) for part in own) <= 60_000


def check_pictures(page):
    pictures = page.locator("svg.picture")
    for index in range(pictures.count()):
        assert len(pictures.nth(index).get_attribute("aria-label")) > 40
        assert pictures.nth(index).get_attribute("role") == "img"
    ink = "[...document.querySelectorAll('svg.picture text')].map(text => getComputedStyle(text).fill)"
    light = page.evaluate(ink)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(ink)
    assert all(one != other for one, other in zip(light, dark, strict=True))


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_code_can_be_read_in_light_and_dark(visit, address, colours):
    page = visit(f"{address}/book/if_unit.html", viewport=LAPTOP, color_scheme=colours)
    ratios = page.evaluate("""() => {
        const channel = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        const luminance = colour => {
            const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(channel);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return [...document.querySelectorAll('div.highlight pre span')].filter(span => span.innerText.trim()).map(span => {
            let box = span;
            while (getComputedStyle(box).backgroundColor === 'rgba(0, 0, 0, 0)') box = box.parentElement;
            const [dim, bright] = [luminance(getComputedStyle(span).color), luminance(getComputedStyle(box).backgroundColor)].sort((a, b) => a - b);
            return (bright + 0.05) / (dim + 0.05);
        });
    }""")
    assert len(ratios) > 100
    assert min(ratios) >= 4.5


@pytest.mark.parametrize("page_name", PAGES)
def test_links_lead_somewhere(page_name):
    text = (SITE / page_name).read_text(encoding="utf-8")
    for link in set(re.findall(r'<a\b[^>]*href="([^"]*)"', text)):
        target, anchor = urldefrag(html.unescape(link))
        if urlsplit(target).scheme in ("http", "https", "mailto") or not (target or anchor):
            continue
        file = (SITE / page_name).parent / unquote(urlsplit(target).path) if target else SITE / page_name
        assert file.is_file(), link
        for notebook in parse_qs(urlsplit(target).query).get("path", []):
            assert (SITE / "lite" / "files" / notebook).is_file(), link
        if anchor:
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
    assert page.locator("article h1").inner_text().startswith("0.")
    assert "Exercise 1.1" in visit(f"{address}/book/if_unit.html").locator("article").inner_text()
