"""The built site, served from a folder below the root, as a project page would be."""

import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "_build" / "html"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class _Slow(_Quiet):
    """A line of about 2 MB a second, answering after 50 ms. The browser's own emulation of one hangs now and then."""

    def copyfile(self, source, outputfile):
        time.sleep(0.05)
        while piece := source.read(16_000):
            outputfile.write(piece)
            time.sleep(0.008)


@pytest.fixture(scope="session")
def site():
    """The folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail("There is no built site to test. Run: make site")
    return SITE


@pytest.fixture(scope="session")
def served(site, tmp_path_factory):
    """The folder that is served, with the site in some/where."""
    root = tmp_path_factory.mktemp("served")
    (root / "some").mkdir()
    (root / "some" / "where").symlink_to(site)
    return root


@contextmanager
def _serving(folder, handler):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/where"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address(served):
    """Where the site is served: http://127.0.0.1:<port>/some/where."""
    with _serving(served, _Quiet) as address:
        yield address


@pytest.fixture(scope="session")
def slow_address(served):
    """Where the site is served over a slow line."""
    with _serving(served, _Slow) as address:
        yield address


@pytest.fixture(scope="session")
def contexts(browser):
    """Browser contexts by their options: sharing them lets a page find the theme's files in the cache."""
    opened = {}

    def context(**options):
        key = repr(sorted(options.items()))
        if key not in opened:
            opened[key] = browser.new_context(**options)
        return opened[key]

    yield context
    for context in opened.values():
        context.close()


@pytest.fixture
def visit(contexts):
    """Open an address and record what the page asks for and complains about: visit(url, **context options) -> page."""
    pages = []

    def open_page(url, **options):
        page = contexts(**options).new_page()
        pages.append(page)
        page.requests, page.complaints = [], []
        page.on("request", lambda request: page.requests.append(request.url))
        page.on("console", lambda message: page.complaints.append(message.text)
                if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto(url, wait_until="load")
        # All of a page is looked at, also what would be laid out only when it comes near.
        page.add_style_tag(content="section { content-visibility: visible !important; }")
        page.evaluate("document.fonts.ready.then(() => {})")
        return page

    yield open_page
    for page in pages:
        page.close()
