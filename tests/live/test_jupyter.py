"""The live widgets with a kernel, in a real JupyterLab and a real Notebook 7: hands move them, and so does Python."""

import json
import re
import time
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.live.jupyter import APPLICATIONS, OpenNotebook, jupyter_server, notebook_of

CHAPTER = Path(__file__).resolve().parents[2] / "book" / "if_unit.ipynb"
UNIT, STACK, READ, SET, TIE = range(5)
CELLS = ["""\
import json
import numpy as np
from transformer_block.live import Arrow, BentLine, Mark, Plane, Range, Sentence, Table, explore


def unit(evidence, pattern, gain):
    match = evidence @ pattern
    return {"match": match, "strength": np.maximum(match, 0) * gain, "case": (match > 0) + 0}


gain = Range(0.7, 0, 1.5, 0.05)
w = explore(unit, Plane([Mark("evidence")]), BentLine(), name="One unit",
            says=Sentence("case", ["The unit is silent.", "The unit fires {strength:.2f} at {evidence:.1f}."]),
            evidence=Arrow([0.8, -0.6]), pattern=np.array([1, 0.5]), gain=gain)
w
""", """\
def stack(gain):
    return {"sizes": np.stack([gain ** 0, gain, gain * gain])}


explore(stack, Table([("sizes", "sizes", ".2f")]), says=Sentence(None, ["Each storey multiplies by {gain:.2f}."]), gain=gain)
""", """\
print(json.dumps([w.values, float(w.result["strength"])]))
""", """\
w.set(gain=0.5, evidence=[1.0, 0.2])
""", """\
import ipywidgets

control = ipywidgets.FloatSlider(max=1.5, step=0.05, description="tied")
w.link("gain", control)
ipywidgets.VBox([control])
"""]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """address(application, stem): where a Jupyter server on a folder with the notebooks opens one of them."""
    folder = tmp_path_factory.mktemp("notebooks")
    nbformat.write(notebook_of(CELLS), folder / "live.ipynb")
    nbformat.write(notebook_of(chapter_cells()), folder / "chapter.ipynb")
    with jupyter_server(folder, tmp_path_factory.mktemp("jupyter")) as address:
        yield address


@pytest.fixture(scope="module", params=APPLICATIONS)
def opened(request, browser, address):
    """The notebook in each application, its widgets made; whatever the console complains of fails the last test."""
    with browser.new_context(viewport={"width": 1200, "height": 2400}) as context:
        notebook = OpenNotebook(context.new_page(), address(request.param, "live"))
        notebook.run(UNIT)
        notebook.run(STACK)
        notebook.page.wait_for_function("document.querySelectorAll('.tb-live').length === 2")
        yield notebook


def chapter_cells():
    """The code of a chapter."""
    return [cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "code"]


@pytest.fixture
def notebook(opened):
    """The notebook, the widgets at their starts."""
    for widget in (unit(opened), stack(opened)):
        widget.get_by_role("button", name="Reset").click()
    yield opened
    assert opened.complaints == []


def unit(notebook):
    return notebook.cell(UNIT).locator(".tb-live")


def stack(notebook):
    return notebook.cell(STACK).locator(".tb-live")


def says(widget):
    return widget.locator(".tb-says").inner_text()


def picture(widget):
    return "".join(svg.inner_html() for svg in widget.locator("svg").all())


def assert_python_reads(notebook, values, strength):
    """Assert what Python knows; what the hand has just moved may still be on its way to the kernel."""
    expected, end = [values, pytest.approx(strength, rel=1e-12)], time.monotonic() + 10
    while (got := json.loads(notebook.run(READ))) != expected and time.monotonic() < end:
        pass
    assert got == expected


def test_a_widget_starts_as_given(notebook):
    assert says(unit(notebook)) == "The unit fires 0.35 at [0.8, −0.6]."
    assert_python_reads(notebook, {"evidence": [0.8, -0.6], "gain": 0.7}, 0.35)


def test_the_keyboard_moves_it_and_python_sees_it(notebook):
    before = picture(unit(notebook))
    slider = unit(notebook).get_by_role("slider", name="evidence, 1st")
    slider.press("ArrowRight")
    assert says(unit(notebook)) == "The unit fires 0.42 at [0.9, −0.6]."
    assert picture(unit(notebook)) != before
    assert_python_reads(notebook, {"evidence": [0.9, -0.6], "gain": 0.7}, 0.42)
    slider.press("Home")
    assert says(unit(notebook)) == "The unit is silent."
    assert_python_reads(notebook, {"evidence": [-1.5, -0.6], "gain": 0.7}, 0)


def test_the_pointer_moves_a_slider_and_python_sees_it(notebook):
    before = picture(unit(notebook))
    handle = unit(notebook).get_by_role("slider", name="gain")
    drag(notebook.page, handle, by=(800, 0), start=0.45)
    assert says(unit(notebook)) == "The unit fires 0.75 at [0.8, −0.6]."
    assert picture(unit(notebook)) != before
    assert_python_reads(notebook, {"evidence": [0.8, -0.6], "gain": 1.5}, 0.75)


def test_an_arrow_is_dragged_at_its_tip_and_python_sees_it(notebook):
    drag(notebook.page, unit(notebook).locator(".tb-handle .tb-grip").first, by=(40, -60))
    first, second = map(float, re.findall(r"-?\d+\.\d+", says(unit(notebook)).replace("−", "-"))[1:])
    assert first > 0.8 and second > -0.6
    assert_python_reads(notebook, {"evidence": [first, second], "gain": 0.7}, (first + second / 2) * 0.7)


def test_python_moves_the_page(notebook):
    before = picture(unit(notebook))
    notebook.run(SET)
    wait_for_words(unit(notebook), "The unit fires 0.55 at [1.0, 0.2].")
    assert picture(unit(notebook)) != before
    assert unit(notebook).get_by_role("slider", name="gain").input_value() == "0.5"


def test_two_widgets_share_an_input(notebook):
    before = stack(notebook).locator("table").inner_text()
    unit(notebook).get_by_role("slider", name="gain").press("End")
    wait_for_words(stack(notebook), "Each storey multiplies by 1.50.")
    assert stack(notebook).locator("table").inner_text() != before
    stack(notebook).get_by_role("slider", name="gain").press("Home")
    wait_for_words(unit(notebook), "The unit fires 0.00 at [0.8, −0.6].")
    assert_python_reads(notebook, {"evidence": [0.8, -0.6], "gain": 0}, 0)


def test_an_input_is_tied_to_an_ipywidgets_control(notebook):
    notebook.run(TIE)
    control = notebook.cell(TIE).locator(".noUi-handle")
    control.press("End")
    wait_for_words(unit(notebook), "The unit fires 0.75 at [0.8, −0.6].")
    unit(notebook).get_by_role("slider", name="gain").press("Home")
    notebook.page.wait_for_function("handle => Number(handle.ariaValueNow) === 0", arg=control.element_handle())
    assert_python_reads(notebook, {"evidence": [0.8, -0.6], "gain": 0}, 0)


def test_a_restarted_kernel_leaves_it_usable(notebook):
    notebook.restart_and_run_all()
    wait_for_words(unit(notebook), "The unit fires 0.55 at [1.0, 0.2].")  # the last cell has set it
    unit(notebook).get_by_role("slider", name="evidence, 1st").press("End")
    wait_for_words(unit(notebook), "The unit fires 0.80 at [1.5, 0.2].")
    assert_python_reads(notebook, {"evidence": [1.5, 0.2], "gain": 0.5}, 0.8)


@pytest.mark.parametrize("application", APPLICATIONS)
def test_a_chapter_is_alive(browser, address, application):
    with browser.new_context(viewport={"width": 1200, "height": 2400}) as context:
        chapter = OpenNotebook(context.new_page(), address(application, "chapter"))
        chapter.run_all()
        widgets = chapter.page.locator(".tb-live")
        expect(widgets).to_have_count(sum(cell.count("explore(") for cell in chapter_cells()))
        assert widgets.count() > 0
        for widget in widgets.all():
            before, said = picture(widget), says(widget)
            widget.locator("input[type=range]").first.press("Home")
            assert picture(widget) != before
            assert says(widget) != said
        assert chapter.complaints == []


def drag(page, handle, *, by, start=0.5):
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] * start, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=5)
    page.mouse.up()


def wait_for_words(widget, words):
    widget.page.wait_for_function("([sentence, words]) => sentence.textContent === words",
                                  arg=[widget.locator(".tb-says").element_handle(), words])
