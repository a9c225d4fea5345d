"""Every widget of the built book, found by itself: the page's numbers against NumPy's, and every control moved.

A page's widgets are looked up in the notebook it was built from: its code is run, and every `Live` it makes is the
page's partner. So a new chapter or widget is tested without a word here.
"""

import ast
import json
import os
import time
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import nbformat
import numpy as np
import pytest

from tests.live.conftest import assert_same
from transformer_block.live import Live

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
PAGES = sorted(path.relative_to(SITE).with_suffix("").as_posix() for path in SITE.rglob("*.html")
               if "vnd.transformer-block.live+json" in path.read_text(encoding="utf-8"))
SETTINGS = 50

RUN = """(element, text) => {
  const { liveWidget } = element;
  const number = (value) => (Number.isFinite(value) ? value : String(value));
  return JSON.stringify(JSON.parse(text).map((values) => {
    for (const [name, value] of Object.entries(values)) liveWidget.set(name, value);
    const results = Object.entries(liveWidget.results());
    return { values: liveWidget.values(),
      results: Object.fromEntries(results.map(([name, { shape, data }]) => [name, [shape, Array.from(data, number)]])) };
  }));
}"""
# What the reader sees: all drawings, tables, lists and numbers. What is told: the text alternatives and the sentence.
SEEN = "element => [...element.querySelectorAll('.tb-drawing, .tb-table, .tb-firing')].map((view) => view.innerHTML).join()"
TOLD = "element => [...element.querySelectorAll('.tb-told, .tb-says, .tb-table, .tb-firing')].map((told) => told.textContent).join('|')"


@cache
def widgets_of(page):
    """The widgets that a chapter shows, by name."""
    names, shown, before = {"__name__": "chapter"}, [], Path.cwd()
    magics = names["magics of the notebook"] = {}  # the cells that begin with %%torch
    shell = SimpleNamespace(user_ns=names, register_magic_function=lambda magic, kind, name: magics.update({name: magic}))
    notebook = nbformat.read(ROOT / f"{page}.ipynb", as_version=4)
    os.chdir((ROOT / page).parent)
    try:
        with redirect_stdout(StringIO()), patch("transformer_block.torch_cells.get_ipython", lambda: shell):
            for cell in notebook.cells:
                if cell.cell_type == "code":
                    shown.append(_last_value(cell.source, f"{page}, {cell.id}", names))
    finally:
        os.chdir(before)
    return {value.name: value for value in shown if isinstance(value, Live)}


def _last_value(source, where, names):
    """Run a cell and return what a notebook would show of it: the value of an expression in its last line."""
    if source.startswith("%%torch"):
        line, _, cell = source.partition("\n")
        return names["magics of the notebook"]["torch"](line.removeprefix("%%torch"), cell + "\n")  # IPython ends a cell so
    tree = ast.parse(source, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    return eval(compile(ast.Expression(last.value), where, "eval"), names) if last else None


def random_setting(widget, rng):
    """One value for each input, from all that its control can reach."""
    def value(input):
        if input.kind == "toggle":
            return bool(rng.integers(2))
        if input.kind == "choice":
            return input.options[rng.integers(len(input.options))]
        if input.kind in ("pick", "words"):
            return input.somewhere(rng)
        steps = rng.integers(round((input.high - input.low) / input.step) + 1, size=2)
        numbers = [round(input.low + input.step * step, 6) for step in steps.tolist()]
        return input.checked(numbers if input.kind == "arrow" else numbers[0])

    return {name: value(input) for name, input in widget._inputs.items()}


@pytest.fixture(scope="module", params=PAGES)
def chapter(request, browser):
    """(page, its widgets by name): the page is opened from disk, and whatever it complains of fails the test."""
    widgets = widgets_of(request.param)
    with browser.new_context(viewport={"width": 1000, "height": 1000}, reduced_motion="reduce") as context:
        page, requests, complaints = context.new_page(), [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((SITE / f"{request.param}.html").as_uri())
        page.wait_for_function("count => document.querySelectorAll('.tb-live').length === count", arg=len(widgets))
        yield page, widgets
        assert [url for url in requests if not url.startswith((SITE.as_uri(), "blob:", "data:"))] == []
        assert complaints == []


def located(page, name):
    return page.locator(f".tb-live[aria-label='{name}']")


def run(page, name, settings):
    """What the page shows after each of some settings: (all values, results by name)."""
    shown = json.loads(located(page, name).evaluate(RUN, json.dumps(settings)))
    return [(one["values"], {key: np.array([float(number) for number in data]).reshape(shape)
                             for key, (shape, data) in one["results"].items()}) for one in shown]


def assert_page_computes(widget, values, results):
    """Assert equality to 1e-12 of the value; near zero, of the largest number in its row, or of 1.

    Without a norm a row of chapter 6 holds numbers of 100,000, and a 3 among them is a difference of such numbers: no
    two orders of summation give the same last digits of it.
    """
    for name, expected in widget.compute(values).items():
        expected, got = np.asarray(expected, dtype=float), results[name]
        sizes = np.where(np.isfinite(expected), np.abs(expected), 0)
        row = np.max(sizes, axis=-1, keepdims=True, initial=1) if expected.ndim else np.maximum(sizes, 1)
        assert_same(got / row, expected / row)


def test_every_chapter_has_its_widgets():
    chapters = (ROOT / "_toc.yml").read_text(encoding="utf-8").split("Part I")[1].split("- caption")[0]
    expected = {line.split("file:")[1].strip() for line in chapters.splitlines() if "file:" in line}
    assert len(expected) == 7 and expected <= set(PAGES), "Run: make site"


def test_the_page_gives_the_numbers_of_the_helper(chapter):
    page, widgets = chapter
    assert widgets
    for name, widget in widgets.items():
        rng = np.random.default_rng(2026)
        settings = [{}, *(random_setting(widget, rng) for _ in range(SETTINGS))]
        shown = run(page, name, settings)
        assert shown[0][0] == widget.values
        for setting, (values, results) in zip(settings, shown, strict=True):
            assert values == {**widget.values, **setting}
            assert_page_computes(widget, values, results)


def handles(page, name):
    """(locator, what it is called) of every control and of every handle in a picture."""
    element = located(page, name)
    found = element.locator(".tb-controls :is(input[type=range], :not(.tb-word-hands) > select, input[type=checkbox], .tb-text), .tb-view [role=slider]")
    return [(found.nth(number), found.nth(number).evaluate("part => part.ariaLabel ?? part.labels[0].textContent")) for number in range(found.count())]


def by_key(control, kind):
    """Move a control one step by the keyboard, in whichever direction it can."""
    control.focus()
    if kind == "checkbox":
        control.press("Space")
    elif kind == "select":
        last = control.evaluate("select => select.selectedIndex === select.length - 1")
        control.press("ArrowUp" if last else "ArrowDown")
    elif kind == "text":
        control.fill(another_word(control))
    else:
        low, high, now = ends_and_value(control)
        control.press("ArrowRight" if now - low < (high - low) / 2 else "ArrowLeft")


def another_word(field):
    """A known word, from the list beside a field, that is not all of its text."""
    known = field.locator("xpath=..").locator("option").all_text_contents()[1:]
    return next(word for word in known if word != field.input_value())


def ends_and_value(slider):
    """The lowest, highest and present number of a native slider or of a handle in a picture."""
    return slider.evaluate("""part => part.localName === "input" ? [part.min, part.max, part.value].map(Number)
        : ["min", "max", "now"].map((end) => Number(part.getAttribute(`aria-value${end}`)))""")


def by_pointer(page, control, kind):
    """Move a control by the pointer: press a box, drag a handle. A list of choices is the browser's own."""
    if kind == "checkbox":
        control.click()
    elif kind == "select":
        options = control.evaluate("select => [...select.options].map((option) => option.text)")
        control.select_option(next(option for option in options if option != control.evaluate("select => select.value")))
    elif kind == "text":
        control.fill("")
        control.locator("xpath=..").locator("select").select_option(another_word(control))
    else:
        control.scroll_into_view_if_needed()
        grip = control.locator(".tb-hit").last if control.locator(".tb-hit").count() else control
        box = grip.bounding_box()
        low, high, now = ends_and_value(control)
        # A slider's thumb, some 16 px wide, stands where its number is.
        share = 0.5 if control.locator(".tb-hit").count() else (8 + (now - low) / (high - low) * (box["width"] - 16)) / box["width"]
        x, y = box["x"] + box["width"] * share, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + (60 if now - low < (high - low) / 2 else -60), y + 1, steps=3)
        page.mouse.up()


def kind_of(control):
    return control.evaluate("element => ({ checkbox: 'checkbox', text: 'text', 'select-one': 'select' })[element.type] ?? 'slider'")


@pytest.mark.parametrize("hand", ["keyboard", "pointer"])
def test_every_control_moves_the_picture_and_the_text(chapter, hand):
    page, widgets = chapter
    for name, widget in widgets.items():
        element = located(page, name)
        for control, label in handles(page, name):
            rng, kind = np.random.default_rng(7), kind_of(control)
            moves = 0
            for _ in range(12):
                run(page, name, [random_setting(widget, rng)])
                if control.is_disabled():
                    continue
                page.wait_for_timeout(300)  # words are told at most four times a second
                before = element.evaluate(SEEN), element.evaluate(TOLD)
                values = run(page, name, [{}])[0][0]
                by_key(control, kind) if hand == "keyboard" else by_pointer(page, control, kind)
                (moved, results), = run(page, name, [{}])
                assert moved != values, f"{name}: {label} does not move by {hand}"
                assert_page_computes(widget, moved, results)
                moves += 1
                if element.evaluate(SEEN) == before[0]:  # a step may be too small to be seen, as the next of a softmax at its end
                    assert_something_else_is_seen(page, widget, element, moved, values, f"{name}: {label}")
                    continue
                if told_anew(page, element, before[1]):
                    break
            else:
                pytest.fail(f"{name}: {label} {'changes no words' if moves else 'was never enabled'} by {hand}")


def told_anew(page, element, before, seconds=1.2):
    """Whether other words than `before` are told soon; a small step may not change a rounded number."""
    end = time.monotonic() + seconds
    while element.evaluate(TOLD) == before and time.monotonic() < end:
        page.wait_for_timeout(50)
    return element.evaluate(TOLD) != before


def assert_something_else_is_seen(page, widget, element, moved, values, what):
    """Assert that some other value of the input that has moved changes the picture."""
    name, = (key for key in values if values[key] != moved[key])
    input, before = widget._inputs[name], element.evaluate(SEEN)
    if input.kind == "pick":
        others = input.texts
    elif input.kind == "words":
        others = ["", *input.known, *input.examples]
    else:
        others = input.options if input.steers else [input.low, input.high] if input.kind != "arrow" else [
            [first, second] for first in (input.low, input.high) for second in (input.low, input.high)]
    for other in others:
        run(page, widget.name, [{name: other}])
        if element.evaluate(SEEN) != before:
            return
    pytest.fail(f"{what} is enabled and changes nothing at {values}")


def test_reset_brings_every_widget_back(chapter):
    page, widgets = chapter
    for name, widget in widgets.items():
        run(page, name, [random_setting(widget, np.random.default_rng(3))])
        located(page, name).get_by_role("button", name="Reset").click()
        assert run(page, name, [{}])[0][0] == widget.values
