"""The notebook run is strict: a changed output or a changed formula turns it red."""

import os
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


def test_the_chapter_as_committed_passes(chapter):
    result = run_nbval(chapter)
    assert result.returncode == 0, result.stdout
    assert " passed" in result.stdout


def test_a_changed_output_fails(chapter):
    text = chapter.read_text(encoding="utf-8")
    assert text.count("+1.4   1.4") == 1
    chapter.write_text(text.replace("+1.4   1.4", "+1.4   1.5"), encoding="utf-8")
    assert run_nbval(chapter).returncode == 1


def test_a_changed_alternative_text_fails(chapter):
    text = chapter.read_text(encoding="utf-8")
    assert text.count("fires on the shaded side") == 1
    chapter.write_text(text.replace("fires on the shaded side", "fires on the plain side"), encoding="utf-8")
    assert run_nbval(chapter).returncode == 1


def test_a_changed_formula_fails(chapter, tmp_path):
    shutil.copytree(ROOT / "transformer_block", tmp_path / "helper" / "transformer_block")
    block = tmp_path / "helper" / "transformer_block" / "block.py"
    source = block.read_text(encoding="utf-8")
    assert source.count("np.maximum(evidence @ pattern, 0)") == 1
    block.write_text(source.replace("np.maximum(evidence @ pattern, 0)", "np.maximum(evidence @ pattern, 0.1)"), encoding="utf-8")
    assert run_nbval(chapter, helper=tmp_path / "helper").returncode == 1


def test_every_code_cell_of_every_chapter_is_compared():
    for path in ROOT.glob("book/*.ipynb"):
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        assert cells
        assert not [cell.id for cell in cells if {"nbval-skip", "nbval-ignore-output"} & set(cell.metadata.get("tags", []))]
