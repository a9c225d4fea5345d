"""Cells that need PyTorch, with it and without: transformer_block/torch_cells.py."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest

from transformer_block.torch_cells import TorchCells

CELL = "import numpy as np\nruns = runs + 1\nx = np.arange(3) / 3\nn = 7"


@pytest.fixture
def notebook(tmp_path):
    """Start a notebook on one store: its magic, and the names that it has."""
    def start(**options):
        names = {"runs": 0}
        return TorchCells(SimpleNamespace(user_ns=names), tmp_path, **options), names
    return start


def test_a_cell_runs_once_and_is_then_read_with_and_without_pytorch(notebook):
    for torch, runs in ((True, 1), (True, 0), (False, 0)):
        magic, names = notebook(torch=torch)
        magic("", "import math")
        magic("thirds: x, n", CELL)
        assert names["runs"] == runs
        assert np.array_equal(names["x"], [0, 0.333333, 0.666667]) and names["n"] == 7
    assert "math" not in names


def test_definitions_run_where_pytorch_is(notebook):
    for torch, runs in ((True, 1), (False, 0)):
        magic, names = notebook(torch=torch)
        magic("", "runs = 1")
        assert names["runs"] == runs


@pytest.mark.parametrize("above, cell", [("import math", CELL + "\n"), ("import cmath", CELL)])
def test_a_cell_runs_again_when_it_or_what_stands_above_was_changed(notebook, above, cell):
    magic, _ = notebook(torch=True)
    magic("", "import math")
    magic("thirds: x, n", CELL)
    magic, names = notebook(torch=True)
    magic("", above)
    magic("thirds: x, n", cell)
    assert names["runs"] == 1
    magic, _ = notebook(torch=False)
    magic("", "import math")
    with pytest.raises(RuntimeError, match=r"(?s)thirds: this cell needs PyTorch.*above it, was changed since.*pip install -r requirements-torch"):
        magic("thirds: x, n", CELL)


def test_anew_runs_what_is_stored(notebook):
    for _ in range(2):
        magic, names = notebook(torch=True, anew=True)
        magic("thirds: x, n", CELL)
        assert names["runs"] == 1


def test_without_pytorch_and_without_results_the_reader_hears_what_to_do(notebook):
    magic, names = notebook(torch=False)
    with pytest.raises(RuntimeError, match="Nothing is stored for it. Install PyTorch with `pip install -r requirements-torch.txt`"):
        magic("thirds: x, n", CELL)
    assert names == {"runs": 0}


@pytest.mark.parametrize("line", ["thirds", "thirds:", ": x", "thirds: x, 2", "../thirds: x"])
def test_a_line_that_cannot_be_read_is_refused(notebook, line):
    magic, _ = notebook(torch=True)
    with pytest.raises(ValueError, match="expected nothing, or a file and the names"):
        magic(line, CELL)


@pytest.mark.parametrize("cell, error, words", [
    ("y = 1", NameError, "promises x and does not make it"),
    ("x = object()", TypeError, "expected x to be an array of numbers, got object.*detach"),
    ("x = 'text'", TypeError, "got str"),
])
def test_a_cell_that_does_not_make_what_it_promises_stores_nothing(notebook, tmp_path, cell, error, words):
    magic, _ = notebook(torch=True)
    with pytest.raises(error, match=words):
        magic("thirds: x", cell)
    assert not list(tmp_path.iterdir())


def test_the_store_is_json_with_a_line_for_each_result(notebook, tmp_path):
    magic, _ = notebook(torch=True)
    magic("thirds: x, n", CELL)
    text = (tmp_path / "thirds.json").read_text()
    assert json.loads(text)["results"] == {"x": [0, 0.333333, 0.666667], "n": 7}
    assert [line for line in text.splitlines() if '"x"' in line] == ['  "x": [0.0, 0.333333, 0.666667],']


CHAPTERS = [path for path in sorted((Path(__file__).resolve().parents[2] / "book").glob("*.ipynb"))
            if '"%%torch' in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_with_pytorch_says_what_it_needs_and_its_cells_neither_print_nor_assert(path):
    cells = nbformat.read(path, as_version=4).cells
    assert any("requirements-torch.txt" in cell.source for cell in cells if cell.cell_type == "markdown")
    for cell in cells:
        if cell.source.startswith("%%torch"):
            assert not cell.outputs and not re.search(r"^(print|assert)\b", cell.source, re.MULTILINE), cell.id
