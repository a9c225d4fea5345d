"""From a key on a slider to the changed picture: the page's live widget, and the same function behind a kernel.

    .venv/bin/python benchmarks/against_a_kernel.py [--presses 25]

The function is the chapter's own, made by the chapter's own cells; `interact` calls it and draws the chapter's own
picture with Matplotlib. Once the kernel is Python's own, in a local JupyterLab; once Pyodide's, in the site's labs.
All take turns in the same browser on the same machine. What counts is the moment at which the document holds the new
picture; the first keys are not counted. The live widgets show more than the one picture that `interact` draws.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import nbformat
from slider_to_picture import STAGE
from stage import (
    ROOT,
    SITE,
    median,
    p95,
    print_machine,
    print_table,
    print_verdict,
    served_site,
    started_browser,
    wait_for_widgets,
)

from tests.live.jupyter import OpenNotebook, jupyter_server, notebook_of

# chapter -> (the slider of its live widget, `interact` with the same function and the chapter's picture)
CHAPTERS = {
    "if_unit": ("evidence, 1st", """\
def show(first):
    here = np.array([first, -0.6])
    three_units(here, pattern, np.array([0.0, 1.0]), np.array([-1.0, -1.0]),
                contribution, np.array([-0.5, 1.0]), np.array([0.5, -1.0]))
    display(pictures.half_plane(pattern, here))


interact(show, first=FloatSlider(value=0.8, min=-1.5, max=1.5, step=0.1));
"""),
    "dying_stack": ("gain of every storey", """\
def show(gain):
    found = climb(gain, 24, False, 12)
    display(pictures.survival(*(found[name] for name in ("replace", "add", "low", "high", "closed"))))


interact(show, gain=FloatSlider(value=0.7, min=0.05, max=1.5, step=0.05));
"""),
}
KEYS = ["ArrowRight"] * 5 + ["ArrowLeft"] * 5
NOT_COUNTED = 5

# `heard` resolves to the milliseconds from the next key to a new picture in an output.
LISTEN = """() => {
  window.heard = new Promise((done) => {
    let start = null;
    addEventListener("keydown", (event) => { start = event.timeStamp; }, { capture: true, once: true });
    const isPicture = (node) => node.matches?.("img, svg") || node.querySelector?.("img, svg");
    const observer = new MutationObserver((records) => {
      if (start === null || !records.some(({ addedNodes }) => [...addedNodes].some(isPicture))) return;
      observer.disconnect();
      done(performance.now() - start);
    });
    observer.observe(document.querySelector(".widget-interact"), { childList: true, subtree: true });
  });
}"""


def cells_of(chapter):
    """The chapter's cells up to its live widget, in one, and `interact` in place of the widget."""
    cells = [cell.source for cell in nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells
             if cell.cell_type == "code"]
    widget = next(number for number, source in enumerate(cells) if "explore(" in source)
    return ["\n".join(cells[:widget]), f"from ipywidgets import FloatSlider, interact\n\n\n{CHAPTERS[chapter][1]}"]


def measure_page(browser, address, chapter, presses):
    """Milliseconds from each key to the changed picture of the live widget."""
    slider, _ = CHAPTERS[chapter]
    with browser.new_context(viewport={"width": 1280, "height": 1600}) as context:
        page = context.new_page()
        page.goto(f"{address}/book/{chapter}.html", wait_until="load")
        wait_for_widgets(page)
        page.evaluate(f"({STAGE})()")
        widget = page.locator(".tb-live").first
        widget.get_by_role("slider", name=slider, exact=True).and_(page.locator("input[type=range]")).focus()
        times = []
        for number in range(NOT_COUNTED + presses):
            widget.evaluate("live => listen(live, 'keydown')")
            page.keyboard.press(KEYS[number % len(KEYS)])
            times.append(page.evaluate("heard")[0])
        return times[NOT_COUNTED:]


def measure_interact(browser, address, presses):
    """Milliseconds from each key to the new picture that `interact` draws, in the notebook at this address."""
    with browser.new_context(viewport={"width": 1280, "height": 2400}) as context:
        context.set_default_timeout(180_000)  # a Pyodide kernel on a busy machine takes its time to start
        notebook = OpenNotebook(context.new_page(), address)
        notebook.run_all()
        page = notebook.page
        page.locator(".widget-interact").locator("img, svg").first.wait_for()
        page.locator(".widget-interact .noUi-handle").focus()
        times = []
        for number in range(NOT_COUNTED + presses):
            page.evaluate(LISTEN)
            page.keyboard.press(KEYS[number % len(KEYS)])
            times.append(page.evaluate("heard"))
        return times[NOT_COUNTED:]


def labs_with(notebooks):
    """What the labs' site serves so that it has these notebooks as well: path -> bytes."""
    listing = json.loads((SITE / "lite" / "api" / "contents" / "all.json").read_text(encoding="utf-8"))
    files = {}
    for name, notebook in notebooks.items():
        text = nbformat.writes(notebook)
        listing["content"].append({**listing["content"][0], "name": name, "path": name, "type": "notebook",
                                   "format": "json", "size": len(text)})
        files[f"/lite/files/{name}"] = text.encode()
    return {**files, "/lite/api/contents/all.json": json.dumps(listing).encode()}


def main():
    """Measure, print the table, and end non-zero when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=int, default=25, help="keys counted on each slider")
    presses = parser.parse_args().presses
    has_labs = (SITE / "lite" / "api" / "contents" / "all.json").is_file()
    labs = labs_with({f"{chapter}.ipynb": notebook_of(cells_of(chapter), "python") for chapter in CHAPTERS}) \
        if has_labs else {}
    rows, ratios = [], {"kernel": [], "pyodide": []}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        for chapter in CHAPTERS:
            nbformat.write(notebook_of(cells_of(chapter)), Path(folder) / f"{chapter}.ipynb")
        with served_site(labs) as site, jupyter_server(folder, home) as jupyter, started_browser() as browser:
            print_machine(browser)
            for chapter in CHAPTERS:
                page = measure_page(browser, site, chapter, presses)
                others = {"kernel": measure_interact(browser, jupyter("JupyterLab", chapter), presses)}
                if has_labs:
                    address = f"{site}/lite/notebooks/index.html?path={chapter}.ipynb"
                    others["pyodide"] = measure_interact(browser, address, presses)
                rows.append([chapter, "the page", round(median(page), 1), round(p95(page), 1), 1])
                for name, label in (("kernel", "interact, local kernel"), ("pyodide", "interact, Pyodide kernel")):
                    if name in others:
                        ratio = median(others[name]) / median(page)
                        ratios[name].append(ratio)
                        rows.append([chapter, label, round(median(others[name]), 1), round(p95(others[name]), 1), round(ratio)])
    print_table(["chapter", "where", "median, ms", "p95, ms", "times the page"], rows)
    print()
    met = [print_verdict("the page is quicker than interact with a local kernel, by", min(ratios["kernel"]), 20, "times",
                         at_least=True)]
    if has_labs:
        met.append(print_verdict("the page is quicker than interact with a Pyodide kernel, by", min(ratios["pyodide"]),
                                 50, "times", at_least=True))
    else:
        print("skipped: the Pyodide kernel, for the built site has no labs in lite/. Build them: make site")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
