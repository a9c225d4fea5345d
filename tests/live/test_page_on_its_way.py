"""A page whose second half is still on its way: what has arrived can be moved, and what comes later agrees with it."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from tests.live.test_site_widget import PAGE, STILL, assert_page_computes, live_widgets, values, widgets  # noqa: F401  the fixture
from transformer_block.live import Bars, Range, bundle, explore
from transformer_block.live.constants import packed


@contextmanager
def slow_line(shown, last):
    """The address of a page with widgets, and the event that lets all come that stands behind the last place of the text `last`."""
    on_page = set()
    states = (STILL + live_widgets.state_script(widget.get_state(), on_page) for widget in shown)
    whole = (PAGE % "<p>between</p>".join(states)).encode()
    half = whole.rindex(last.encode())
    files = {"/live.js": ("text/javascript", live_widgets.live_script()), "/live.css": ("text/css", bundle.style())}
    go_on = threading.Event()

    class Line(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            if self.path in files:
                kind, text = files[self.path]
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.end_headers()
                self.wfile.write(text.encode())
                return
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(whole[:half])
            self.wfile.flush()
            go_on.wait(30)
            self.wfile.write(whole[half:])

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Line)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/page.html", go_on
    finally:
        go_on.set()
        server.shutdown()
        server.server_close()


def test_numbers_that_stand_once_are_waited_for(browser):
    long = np.random.default_rng(2).normal(size=200)
    three = [explore(lambda gain, W: gain * W.sum() * np.ones(2), Bars("result"), name=f"Widget {number}", in_page=["W"], gain=Range(1, 0, 2), W=W)
             for number, W in enumerate([long, long, -long])]
    # Within the numbers of the third widget.
    with slow_line(three, packed(-long)["base64"][500:]) as (address, go_on), browser.new_context() as context:
        page, complaints = context.new_page(), []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address, wait_until="commit")
        page.wait_for_function("document.querySelectorAll('.tb-live').length === 2")
        assert page.evaluate("document.readyState") == "loading"
        go_on.set()
        page.wait_for_function("document.querySelectorAll('.tb-live').length === 3")
        for number, widget in enumerate(three):
            assert_page_computes(page, number, widget)
        assert complaints == []


def test_the_first_widget_is_moved_before_the_second_has_arrived(browser, widgets):  # noqa: F811
    # Within the second state, which must not be read before all of it is there.
    with slow_line(widgets, '"inputs"') as (address, go_on), browser.new_context() as context:
        page, complaints = context.new_page(), []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address, wait_until="commit")
        page.wait_for_selector(".tb-live")
        slider = page.locator(".tb-live").first.locator("input[type=range]").last
        slider.focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("[document.readyState, document.querySelectorAll('.tb-live').length]") == ["loading", 1]
        go_on.set()
        page.wait_for_function("document.querySelectorAll('.tb-live').length === 2")
        gains = [values(page, number)["gain"] for number in (0, 1)]
        assert gains[0] == gains[1] == pytest.approx(0.75)
        assert complaints == []
        # And they stay together.
        page.locator(".tb-live").nth(1).evaluate("element => element.liveWidget.set('gain', 0.2)")
        assert np.isclose(values(page, 0)["gain"], 0.2)
