"""The built site, served from a folder below the root, as a project page would be."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "_build" / "html"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def site():
    """The folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail("There is no built site to test. Run: make site")
    return SITE


@pytest.fixture(scope="session")
def address(site, tmp_path_factory):
    """Where the site is served: http://127.0.0.1:<port>/some/where."""
    root = tmp_path_factory.mktemp("served")
    (root / "some").mkdir()
    (root / "some" / "where").symlink_to(site)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/where"
    server.shutdown()
    server.server_close()


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
