"""The progress in a real browser: kept over a reload, merged, reset, and the buttons of the labs in the browser."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe

from transformer_block.lab import begin, session
from transformer_block.lab.progress import Progress, style
from transformer_block.palette import DARK, LIGHT

KEY = "transformer-block:lab:if_unit"

# A model as anywidget hands it over, and what the page's host would do with it.
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lab</title>%(head)s<style>%(style)s</style></head>
<body data-jp-theme-light="%(light)s"><main><h1>Lab</h1><div id="place"></div></main><script type="module">
%(source)s
class Model {
  constructor(values) { this.values = values; this.listeners = {}; this.saved = []; }
  get(key) { return this.values[key]; }
  set(key, value) { this.values[key] = value; (this.listeners["change:" + key] ?? []).forEach((listener) => listener()); }
  save_changes() { this.saved.push(JSON.stringify(this.values.passed)); }
  on(event, listener) { (this.listeners[event] ??= []).push(listener); }
  off(event, listener) { this.listeners[event] = this.listeners[event].filter((other) => other !== listener); }
}
window.model = new Model(%(state)s);
window.widget = widget;
widget.initialize({ model });
window.leave = widget.render({ model, el: document.getElementById("place") });
</script></body></html>"""


JUPYTERLITE = '<script type="application/json" data-jupyter-lite-root="..">{}</script>'


def page_text(passed, light, head):
    begin("if_unit")
    shown = session.current("test").progress
    state = {"slug": shown.slug, "title": shown.title, "steps": shown.steps, "passed": list(passed)}
    source = Progress._esm.replace("export default {", "const widget = {")
    return PAGE % {"style": style(), "source": source, "state": json.dumps(state), "light": light, "head": head}


@pytest.fixture(scope="module")
def server():
    """A local server, for a page needs an origin to keep things under; what it serves can be changed."""
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(self.server.text.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def visit(server, browser):
    """Open the page, with what the kernel knows; the browser keeps what it keeps."""
    context = browser.new_context(viewport={"width": 320, "height": 700})
    errors = []

    def open_page(passed=(), light="true", script="", head=JUPYTERLITE):
        server.text = page_text(passed, light, head)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(error))
        if script:
            page.add_init_script(script)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_selector(".tb-lab-steps li")
        return page

    yield open_page
    context.close()
    assert errors == []


def kept(page):
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')") or "null")


def test_it_shows_the_steps_and_how_many_are_passed(visit):
    page = visit(["match"])
    section = page.get_by_role("region", name="Progress in the lab One if at a time")
    assert section.get_by_role("status").first.inner_text() == "1 of 4 steps"
    steps = page.locator(".tb-lab-steps li").all_text_contents()
    assert steps[0] == "✓match: compare evidence with a pattern, passed"
    assert steps[1] == "fires: fire where the match is positive, and stay silent elsewhere"
    assert page.get_by_role("button").all_text_contents() == ["Reset progress"]


def test_what_is_passed_is_kept_and_comes_back_in_a_new_kernel(visit):
    page = visit()
    assert kept(page) is None
    page.evaluate("model.set('passed', ['match', 'fires'])")
    assert kept(page) == {"passed": ["match", "fires"], "steps": 4}
    assert page.get_by_role("status").first.inner_text() == "2 of 4 steps"
    later = visit(["slope"])
    assert later.evaluate("model.saved") == ['["match","fires","slope"]'], "the kernel is told, in the order of the steps"
    assert kept(later) == {"passed": ["match", "fires", "slope"], "steps": 4}
    assert later.get_by_role("status").first.inner_text() == "3 of 4 steps"


@pytest.mark.parametrize("text", ['{"passed": ["match", "gone"], "steps": 9}', '{"passed": ["match"]}'])
def test_steps_that_are_no_more_are_dropped(visit, text):
    visit().evaluate(f"localStorage.setItem('{KEY}', {json.dumps(text)})")
    page = visit()
    assert page.evaluate("model.get('passed')") == ["match"]
    assert kept(page) == {"passed": ["match"], "steps": 4}


@pytest.mark.parametrize("text", ["not json", "null", "[]", "7", '{"passed": "match"}', "{}"])
def test_what_cannot_be_read_is_as_good_as_nothing(visit, text):
    visit().evaluate(f"localStorage.setItem('{KEY}', {json.dumps(text)})")
    page = visit(["fires"])
    assert kept(page) == {"passed": ["fires"], "steps": 4}


def test_reset_asks_first(visit):
    page = visit(["match", "fires"])
    page.get_by_role("button", name="Reset progress").click()
    question = page.get_by_role("group", name="Forget which steps are passed?")
    assert question.get_by_role("button").all_text_contents() == ["Yes, reset", "No, leave it"]
    assert page.evaluate("document.activeElement.textContent") == "No, leave it"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Reset progress"
    assert kept(page) == {"passed": ["match", "fires"], "steps": 4}
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Reset progress"
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("model.get('passed').length === 0")
    assert kept(page) is None
    assert page.evaluate("model.saved.at(-1)") == "[]"
    assert page.get_by_role("status").first.inner_text() == "0 of 4 steps"
    assert page.locator(".tb-lab-note").inner_text() == "Your progress is reset. Your notebook is as it was."
    assert visit().get_by_role("status").first.inner_text() == "0 of 4 steps"


JUPYTER = """window.done = [];
window.jupyterapp = {
  commands: { execute: async (name) => { done.push(name); } },
  shell: { currentWidget: { context: { path: "labs/if_unit.ipynb", revert: async () => { done.push("revert"); } } } },
  serviceManager: { contents: { delete: async (path) => { if (window.broken) throw new Error("no such file"); done.push("delete " + path); } } },
};"""


def test_a_lab_in_the_browser_can_be_downloaded_and_started_afresh(visit):
    page = visit(["match"], script=JUPYTER)
    assert page.get_by_role("button").all_text_contents() == ["Reset progress", "Download my lab", "Start afresh"]
    page.get_by_role("button", name="Download my lab").click()
    assert page.evaluate("done") == ["docmanager:download"]
    page.get_by_role("button", name="Start afresh").click()
    assert page.get_by_role("group", name="Throw away what you wrote in this lab? Download it first to keep it.").is_visible()
    page.get_by_role("button", name="No, leave it").click()
    assert page.evaluate("done") == ["docmanager:download"]
    page.get_by_role("button", name="Start afresh").click()
    page.get_by_role("button", name="Yes, start afresh").click()
    page.wait_for_function("done.length === 3")
    assert page.evaluate("done") == ["docmanager:download", "delete labs/if_unit.ipynb", "revert"]
    assert kept(page) == {"passed": ["match"], "steps": 4}, "starting afresh is about the notebook"


def test_on_a_real_server_nothing_is_offered_that_would_delete(visit):
    page = visit(script=JUPYTER, head="")
    assert page.evaluate("typeof jupyterapp") == "object"
    assert page.get_by_role("button").all_text_contents() == ["Reset progress"]


def test_a_fresh_start_that_fails_is_told(visit):
    page = visit(script=JUPYTER + "window.broken = true;")
    page.get_by_role("button", name="Start afresh").click()
    page.get_by_role("button", name="Yes, start afresh").click()
    page.wait_for_function("document.querySelector('.tb-lab-note').textContent")
    assert page.locator(".tb-lab-note").inner_text().startswith("The lab could not be fetched afresh: no such file.")
    assert page.evaluate("done") == []


@pytest.mark.parametrize("script", ["Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });",
                                    "delete Window.prototype.localStorage; Object.defineProperty(window, "
                                    "'localStorage', { value: null });"])
def test_without_storage_it_says_so_and_goes_on(visit, script):
    page = visit(["match"], script=script)
    assert page.get_by_role("status").first.inner_text() == "1 of 4 steps"
    assert page.locator(".tb-lab-note").inner_text() == "This browser keeps nothing for this page: your progress lasts until you leave it."
    page.evaluate("model.set('passed', ['match', 'fires'])")
    assert page.get_by_role("status").first.inner_text() == "2 of 4 steps"


def test_two_views_of_one_lab_move_together_and_one_can_leave(visit):
    page = visit()
    page.evaluate("""() => {
      const el = document.createElement("div");
      document.querySelector("main").append(el);
      widget.render({ model, el });
      model.set("passed", ["match"]);
    }""")
    assert page.locator(".tb-lab-heading [role=status]").all_text_contents() == ["1 of 4 steps"] * 2
    page.evaluate("() => { leave(); model.set('passed', []); }")
    assert page.locator(".tb-lab-heading [role=status]").all_text_contents() == ["1 of 4 steps", "0 of 4 steps"]


@pytest.mark.parametrize("light, palette", [("true", LIGHT), ("false", DARK)])
def test_it_is_accessible_in_light_and_dark_and_fits_a_phone(visit, light, palette):
    page = visit(["match"], light=light, script=JUPYTER)
    page.add_style_tag(content=f"body {{ background: {palette['surface']}; margin: 8px }} h1 {{ color: {palette['ink']} }}")
    red, green, blue = (int(palette["surface"][place:place + 2], 16) for place in (1, 3, 5))
    assert page.evaluate("getComputedStyle(document.querySelector('.tb-lab')).backgroundColor") == f"rgb({red}, {green}, {blue})"
    page.get_by_role("button", name="Start afresh").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_a_message_of_a_check_has_the_same_look(visit):
    page = visit()
    page.evaluate("""() => { document.querySelector("main").insertAdjacentHTML("beforeend",
      '<div class="tb-lab" data-mood="wrong"><p>Not right yet.</p><pre><code>' + "x".repeat(200) + "</code></pre></div>"); }""")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    edge = page.evaluate("getComputedStyle(document.querySelector('[data-mood=wrong]')).borderLeftColor")
    assert edge == "rgb(191, 79, 0)"
