"""What the labs' page says while it loads, when it cannot go on, and from a disk; and that its sliders are alive."""

import pytest

from tests.lite.driving import open_lab, open_path
from tests.lite.test_labs import solutions
from tools.course import labs
from transformer_block.palette import DARK, LIGHT

SLUG = "if_unit"


def lab_path(contents, slug=SLUG):
    return next(about["lab"] for about in contents if about["slug"] == slug)


def test_loading_says_how_far_it_is(page, host, contents):
    page.add_init_script("""window.heard = [];
        document.addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
            const line = document.querySelector('#lab-bar .status p');
            if (line && line.textContent) heard.push([line.textContent, line.nextSibling.hidden ? null : line.nextSibling.value]);
        }).observe(document.body, { childList: true, subtree: true, characterData: true }));""")
    open_path(page, host.address, lab_path(contents)).ready()
    heard = page.evaluate("heard")
    shares = [share for text, share in heard if text.startswith("Fetching Python:")]
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert any(text.startswith("Starting Python") for text, _ in heard)
    page.wait_for_function("document.querySelector('#lab-bar').hidden")


def test_a_slider_moved_ten_times_gives_ten_updates(page, host, pytestconfig):
    lab = open_lab(page, host.address, SLUG).ready()
    lab.write(solutions(SLUG, pytestconfig.rootpath))
    lab.run_all()
    page.wait_for_selector(".tb-live svg")
    page.evaluate("""() => {
        const live = document.querySelector('.tb-live');
        live.scrollIntoView();
        window.pictures = new Set();
        window.results = new Set();
        window.look = () => { pictures.add(live.querySelector('svg').outerHTML); results.add(JSON.stringify(live.liveWidget.values())); };
        live.querySelector('.tb-controls input[type=range]').focus();
    }""")
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(150)
        page.evaluate("look()")
    assert page.evaluate("[results.size, pictures.size]") == [10, 10]


def test_a_loop_without_an_end_is_stopped_in_the_browser_too(page, host):
    lab = open_lab(page, host.address, "gathering").ready()
    lab.write({"softmax": "def softmax(scores):\n    while True:\n        pass"})
    lab.run_all()
    assert "It was still running when the time was up." in lab.cell("check-softmax")["said"]


def test_without_webassembly_the_page_offers_the_download(page, host, contents):
    page.add_init_script("delete window.WebAssembly")
    open_path(page, host.address, lab_path(contents))
    notice = page.locator("#lab-bar .notice")
    notice.get_by_text("cannot run Python").wait_for()
    with page.expect_download() as download:
        notice.get_by_role("link", name="Download the notebook").click()
    assert download.value.suggested_filename == f"{SLUG}.ipynb"
    assert not any("pyodide.asm.wasm" in url for url in page.requests)
    page.goto(f"{host.address}/book/labs.html")
    page.get_by_text("This browser cannot run Python").wait_for()


REFUSE = """Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('refused', 'SecurityError'); } } });
Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } });"""


def test_without_storage_the_lab_runs_and_says_so(page, host, contents):
    page.add_init_script(REFUSE)
    lab = open_path(page, host.address, lab_path(contents)).ready()
    assert "keeps nothing for this page" in page.locator("#lab-bar .notice").inner_text()
    lab.run_all()
    assert any(cell["error"] for cell in lab.cells())
    page.goto(f"{host.address}/book/labs.html")
    page.get_by_text("This browser keeps nothing for this page").wait_for()
    assert page.locator(".tb-lab .tb-lab-open").count() == len(labs())


def test_a_broken_connection_is_said(page, host, contents):
    page.route("**/python_stdlib.zip", lambda route: route.abort())
    open_path(page, host.address, lab_path(contents))
    page.get_by_text("Python could not be fetched").wait_for()


@pytest.mark.parametrize("place", ["book/labs.html", "book/if_unit.html", "lite/notebooks/index.html?path=lab-00000000/if_unit.ipynb"])
def test_from_a_disk_the_page_says_what_to_do(browser, site, place):
    page = browser.new_page()
    page.goto(f"{site.as_uri()}/{place}")
    assert page.get_by_text("make serve").first.is_visible()
    page.close()


def test_the_links_need_no_script(browser, host):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{host.address}/book/labs.html")
    page.locator(f".tb-lab[data-slug={SLUG}] .tb-lab-open").click()
    assert page.url.startswith(f"{host.address}/lite/notebooks/index.html?path=lab-")
    context.close()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_bar_follows_light_and_dark(browser, host, contents, colours):
    context = browser.new_context(color_scheme=colours)
    lab = open_path(context.new_page(), host.address, lab_path(contents)).ready()
    expected = {"light": LIGHT, "dark": DARK}[colours]["surface"]
    shown = lab.page.evaluate("getComputedStyle(document.querySelector('#lab-bar')).backgroundColor")
    assert shown == f"rgb({', '.join(str(int(expected[place:place + 2], 16)) for place in (1, 3, 5))})"
    context.close()
