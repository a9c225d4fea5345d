"""What the benchmarks share: the built site served, a browser started, and figures set out in a table."""

import gzip
import os
import re
import shutil
import sys
import threading
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
VIEW = 'type="application/vnd.transformer-block.live+json"'
TEXT = {".css", ".html", ".ipynb", ".js", ".json", ".mjs", ".svg", ".txt", ".xml"}  # what a host sends gzipped

# What Playwright's new_context takes for each of the two readers.
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
PHONE_SLOWDOWN = 4

sys.path.insert(0, str(ROOT))  # the tests know how to start a browser and a Jupyter server


@cache
def _gzipped(file):
    return gzip.compress(file.read_bytes(), 6)


class _Handler(SimpleHTTPRequestHandler):
    """Answers as hosts of static sites do: over connections that stay open, and texts gzipped."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args, instead, **options):
        self.instead = instead
        super().__init__(*args, **options)

    def do_GET(self):
        body, file = self.instead.get(self.path.partition("?")[0]), Path(self.translate_path(self.path))
        if body is not None:
            self._send(body, "application/json")
        elif file.suffix in TEXT and file.is_file():
            self._send(_gzipped(file), self.guess_type(str(file)), ("Content-Encoding", "gzip"))
        else:
            super().do_GET()

    def _send(self, body, kind, *headers):
        self.send_response(200)
        for header in (("Content-Type", kind), ("Content-Length", str(len(body))), *headers):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@contextmanager
def served_site(instead=None):
    """Serve the built site and give its address; `instead` has bytes for some paths, in place of what is there."""
    if not (SITE / "index.html").is_file():
        sys.exit("There is no built site to measure. Run: make site")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, instead=instead or {}, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def started_browser():
    """The browser that the tests would take."""
    from tests.conftest import FLAGS, NAMES

    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def slow_processor(page, times):
    """Let the page's processor be this many times slower, from now on."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def slow_network(page):
    """Let the page load over 1.6 Mbit/s with round trips of 150 ms, from now on."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 150, "uploadThroughput": -1,
                                                      "downloadThroughput": 1.6 * 1024 * 1024 / 8})


def pages_with_widgets():
    """The names of the site's pages that have live widgets."""
    pages = [path for path in sorted((SITE / "book").glob("*.html")) if VIEW in path.read_text(encoding="utf-8")]
    if not pages:
        sys.exit("No page of the built site has a live widget. Run: make site")
    return [path.relative_to(SITE).as_posix() for path in pages]


def wait_for_widgets(page):
    """Wait until every widget of a page is live, and return how many there are."""
    count = page.locator(f"script[{VIEW}]").count()
    page.wait_for_function("count => document.querySelectorAll('.tb-live').length === count", arg=count)
    return count


def median(numbers):
    """The middle number."""
    return float(np.median(numbers))


def p95(numbers):
    """The number that 19 in 20 do not exceed."""
    return float(np.percentile(numbers, 95))


def print_machine(browser):
    """Say what the figures were taken on: they are worth little on a machine that does other things as well."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}, headless Chromium {browser.version.partition('.')[0]}\n")


def print_table(headings, rows):
    """Print rows under headings as a Markdown table, numbers to the right."""
    texts = [[value if isinstance(value, str) else f"{value:,}" for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(headings, *texts, strict=True)]
    right = [bool(re.fullmatch(r"-?[\d,.]+", text)) for text in texts[0]]

    def line(cells):
        return "| " + " | ".join(cell.rjust(width) if number else cell.ljust(width)
                                 for cell, width, number in zip(cells, widths, right, strict=True)) + " |"

    print(line(headings))
    print("|" + "|".join("-" * (width + 1) + (":" if number else "-")
                         for width, number in zip(widths, right, strict=True)) + "|")
    for row in texts:
        print(line(row))


def print_verdict(what, worst, limit, unit, at_least=False, decimals=1):
    """Say whether a target is met, and return whether it is."""
    met = worst >= limit if at_least else worst <= limit
    print(f"{'met   ' if met else 'MISSED'}  {what}: {worst:,.{decimals}f} {unit} "
          f"({'at least' if at_least else 'at most'} {limit:,} {unit})")
    return met
