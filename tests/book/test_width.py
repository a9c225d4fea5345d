"""Code that is shown open, and what it prints, are at most 72 characters wide: as wide as a page of text.

What a cell shows without printing, tests/site/test_width.py measures on the page: a notebook does not say what is a picture.
"""

from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
WIDEST = 72


def wide_lines(cell):
    """The lines of a cell, and of what it prints, that are too wide, each with where it stands."""
    printed = [("output", output.text) for output in cell.outputs if output.output_type == "stream"]
    return [f"{cell.id} {kind} ({len(line)}): {line}" for kind, text in [("code", cell.source), *printed]
            for line in text.splitlines() if len(line) > WIDEST]


@pytest.mark.parametrize("path", sorted(ROOT.glob("book/*.ipynb")), ids=lambda path: path.stem)
def test_open_code_and_its_output_are_narrow(path):
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    seen = [cell for cell in cells if not {"hide-input", "remove-cell"} & set(cell.metadata.get("tags", []))]
    assert [line for cell in seen for line in wide_lines(cell)] == []


def test_a_wide_line_would_be_found():
    cell = nbformat.v4.new_code_cell("x" * 72 + "\n" + "y" * 73, id="one", outputs=[nbformat.v4.new_output("stream", text="z" * 73)])
    assert wide_lines(cell) == ["one code (73): " + "y" * 73, "one output (73): " + "z" * 73]
