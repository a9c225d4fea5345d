"""The built pages hold every line of their notebooks' code once, with what checks it gathered and counted."""

import ast
import re
from collections import Counter

import nbformat
import pytest
from bs4 import BeautifulSoup

from tests.site.conftest import SITE
from tests.site.test_pages import CHAPTERS

ROOT = SITE.parents[1]
NOTEBOOKS = [page for page in CHAPTERS if (ROOT / page).with_suffix(".ipynb").is_file()]


@pytest.fixture(scope="module", params=NOTEBOOKS)
def both(request):
    """A page and the code cells that it was built from."""
    soup = BeautifulSoup((SITE / request.param).read_text(encoding="utf-8"), "html.parser")
    cells = nbformat.read((ROOT / request.param).with_suffix(".ipynb"), as_version=4).cells
    return soup, [cell for cell in cells if cell.cell_type == "code"]


def code(box):
    return box.select_one(".cell_input pre").get_text()


def python(source):
    return ast.parse(re.sub("^%%torch.*", "", source))


def asserts(source):
    return [ast.unparse(node) for node in ast.walk(python(source)) if isinstance(node, ast.Assert)]


def top_level(source):
    return [ast.unparse(node) for node in python(source).body]


def tags(cell):
    return set(cell.metadata.get("tags", []))


def test_there_are_pages():
    assert len(NOTEBOOKS) >= 8


def test_every_line_of_code_stands_on_the_page_once(both):
    soup, cells = both
    written = Counter(line for cell in cells for line in cell.source.splitlines() if line.strip())
    shown = Counter(line for box in soup.select("details.tb-fold") for line in code(box).splitlines() if line.strip())
    assert shown == written
    assert len(soup.select("details.tb-fold")) == len(soup.select(".cell_input"))


def test_no_check_stays_behind(both):
    soup, _ = both
    left = [line for box in soup.select(".tb-plain, .tb-plumbing") for line in top_level(code(box)) if line.startswith("assert ")]
    assert left == []


def test_what_is_gathered_is_in_order(both):
    soup, cells = both
    written = iter([statement for cell in cells for statement in top_level(cell.source)])
    gathered = [statement for box in soup.select(".tb-checked") for statement in top_level(code(box))]
    assert [statement for statement in gathered if statement not in written] == []


def test_a_box_ends_its_section(both):
    soup, _ = both
    for box in soup.select(".tb-checked"):
        after = box.find_next_siblings()
        assert all(element.name in ("section", "span") for element in after), box.summary.get_text()
        assert box.parent.name == "section"


def test_the_counts_are_right(both):
    soup, cells = both
    claims = sum(len(asserts(cell.source)) for cell in cells)
    said = [line.get_text() for line in soup.select(".tb-claims")]
    assert said == [] if not claims else [int(said[0].split()[0].replace("One", "1"))] == [claims]
    for box in soup.select(".tb-checked"):
        number = re.match(r"Checked here: (\d+) claim", box.summary.get_text())
        assert int(number[1] if number else 0) == len(asserts(code(box)))
        assert ("numbers that the text quotes" in box.summary.get_text()) == ("glue(" in code(box))


def test_every_cell_keeps_what_it_put_out(both):
    soup, cells = both
    seen = [cell for cell in cells if "remove-cell" not in tags(cell)
            and any(output.output_type == "stream" or not all("papermill" in kind for kind in output.data) for output in cell.outputs)]
    assert len(soup.select(".cell_output")) == len(seen)


def test_plumbing_is_folded_with_what_it_does(both):
    soup, cells = both
    lines = [cell.metadata.get("mystnb", {}).get("code_prompt_show", "The code behind this")
             for cell in cells if "hide-input" in tags(cell)]
    assert [box.summary.get_text() for box in soup.select(".tb-plumbing")] == lines
    assert all(box.has_attr("open") == ("tb-plain" in box["class"]) for box in soup.select("details.tb-fold"))
