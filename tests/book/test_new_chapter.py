"""`make new-chapter` lays down a chapter, its lab and its steps that already pass."""

import importlib.util
import shutil

import nbformat
import pytest

from tools.course import ROOT, chapters, labs
from tools.new_chapter.__main__ import Refused, begin
from tools.tidy import complaints, execute, tidy
from transformer_block.lab.diagnosis import diagnose


@pytest.fixture
def root(tmp_path):
    for folder in ("book", "labs", "transformer_block/lab/steps"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "_toc.yml", tmp_path)
    return tmp_path


def test_a_new_chapter_is_last_and_has_a_lab(root):
    begin("long_context", "", root)
    assert chapters(root) == [*chapters(), "long_context"] and labs(root) == ["long_context"]


def test_the_chapter_runs_and_is_tidy(root):
    path, lab, _ = begin("long_context", 'A "long" context', root)
    notebook = tidy(execute(nbformat.read(path, as_version=4), path.parent))
    assert complaints(notebook) == []
    text = "\n".join(cell.source for cell in notebook.cells)
    assert '# A "long" context' in text and "(widget-long-context)=" in text and "{{" not in text
    assert 'begin("long_context")' in "\n".join(cell.source for cell in nbformat.read(lab, as_version=4).cells)


def test_the_steps_tell_wrong_from_right(root):
    path = begin("long_context", 'A "long" context', root)[2]
    spec = importlib.util.spec_from_file_location("long_context", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.TITLE == 'A "long" context' and len(module.STEPS) == 3
    for step in module.STEPS:
        assert diagnose(step, step.solution).passed and len(step.mistakes) >= 4
        assert [diagnose(step, mistake.answer).mistake for mistake in step.mistakes] == list(step.mistakes)


@pytest.mark.parametrize("name", ["Long", "long context", "1st", "", "../x", "a__b", "lång"])
def test_a_name_that_is_none_is_refused_and_nothing_is_written(root, name):
    before = (root / "_toc.yml").read_text()
    with pytest.raises(Refused, match="expected a name in small letters, digits and underscores, such as long_context, got"):
        begin(name, "", root)
    assert (root / "_toc.yml").read_text() == before and not list(root.rglob("*.ipynb"))


def test_a_chapter_that_is_there_is_left_alone(root):
    (root / "labs" / "drift.ipynb").write_text("mine")
    with pytest.raises(Refused, match=r"labs/drift.ipynb is there already, and nothing was changed\. Choose another name\."):
        begin("drift", "", root)
    assert (root / "labs" / "drift.ipynb").read_text() == "mine" and not list((root / "book").iterdir())
