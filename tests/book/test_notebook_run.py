"""The notebook run is strict: a changed output or a changed formula turns it red."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_nbval(notebook, helper=ROOT):
    """Execute `notebook` as the suite does, with `transformer_block` taken from the folder `helper`."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(helper), str(ROOT)])}
    return subprocess.run([sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-p", "tests.nbval_pictures", "--nbval",
                           "--nbval-current-env", "-p", "no:cacheprovider", notebook],
                          cwd=notebook.parent, env=environment, capture_output=True, text=True)


@pytest.fixture
def chapter(tmp_path):
    """A copy of a chapter that may be spoiled."""
    return Path(shutil.copy(ROOT / "book" / "if_unit.ipynb", tmp_path))


def failures(result):
    """The numbers of the code cells that failed, and whether any passed."""
    assert " passed" in result.stdout, result.stdout
    return [int(number) for number in re.findall(r"^FAILED .*::Cell (\d+)", result.stdout, re.MULTILINE)]


def cell_with(chapter, text):
    cells = [cell for cell in nbformat.read(chapter, as_version=4).cells if cell.cell_type == "code"]
    number, = [number for number, cell in enumerate(cells) if text in str(cell.outputs)]
    return number


def test_changed_outputs_fail_and_nothing_else_does(chapter):
    changes = {"+1.4   1.4": "+1.4   1.5", "fires on the shaded side": "fires on the plain side"}  # printed, and of a picture
    spoiled = sorted(cell_with(chapter, text) for text in changes)
    for old, new in changes.items():
        text = chapter.read_text(encoding="utf-8")
        assert text.count(old) == 1
        chapter.write_text(text.replace(old, new), encoding="utf-8")
    result = run_nbval(chapter)
    assert result.returncode == 1 and failures(result) == spoiled


def test_a_changed_formula_fails(chapter, tmp_path):
    shutil.copytree(ROOT / "transformer_block", tmp_path / "helper" / "transformer_block")
    formulas = tmp_path / "helper" / "transformer_block" / "feed_forward.py"
    source = formulas.read_text(encoding="utf-8")
    assert source.count("np.maximum(evidence @ pattern, 0)") == 1
    formulas.write_text(source.replace("np.maximum(evidence @ pattern, 0)", "np.maximum(evidence @ pattern, 0.1)"), encoding="utf-8")
    result = run_nbval(chapter, helper=tmp_path / "helper")
    assert result.returncode == 1 and failures(result)


def test_every_code_cell_of_every_chapter_is_compared():
    for path in ROOT.glob("book/*.ipynb"):
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        assert cells
        assert not [cell.id for cell in cells if {"nbval-skip", "nbval-ignore-output"} & set(cell.metadata.get("tags", []))]
