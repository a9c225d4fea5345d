"""The solved labs, and the learner's labs that are made of them."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbgrader.preprocessors import CheckCellMetadata, ClearOutput, ClearSolutions, ComputeChecksums, LockCells

from tests.labs.conftest import LABS, STEPS
from transformer_block.lab.answer import TooLong, call
from transformer_block.lab.message import NotPassed
from transformer_block.lab.step import not_written

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import learner_labs
import tidy


def solved(slug):
    return nbformat.read(ROOT / "labs" / f"{slug}.ipynb", as_version=4)


def learners(slug):
    return learner_labs.learners(solved(slug), slug)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def role(cell):
    return cell.metadata.get("nbgrader", {})


def namespace():
    return {"__name__": "__main__"}


def run(cell, names):
    # A cell's own errors are to be seen as they are, so no shell around it.
    exec(compile(cell.source, f"<{cell.id}>", "exec"), names)


@pytest.mark.parametrize("slug, module", LABS)
def test_a_solved_lab_is_tidy_and_compared_in_full(slug, module):
    notebook = solved(slug)
    assert tidy.complaints(notebook) == []
    assert not [cell.id for cell in code(notebook) if cell.metadata.get("tags")]


@pytest.mark.parametrize("slug, module", LABS)
def test_a_lab_begins_by_the_two_cells_that_all_labs_share(slug, module):
    first, second = code(solved(slug))[:2]
    assert first.source == learner_labs.INSTALL
    assert "from transformer_block.lab import begin, check, hint, solution" in second.source
    assert second.source.endswith(f'begin("{slug}")')


@pytest.mark.parametrize("slug, module", LABS)
def test_a_lab_has_each_step_once_and_its_check_right_after_it(slug, module):
    marked = [cell for cell in code(solved(slug)) if role(cell)]
    assert len(marked) == 2 * len(module.STEPS)
    for step, write, check in zip(module.STEPS, marked[::2], marked[1::2], strict=True):
        assert role(write) == {"grade": False, "solution": True, "locked": False, "grade_id": step.name,
                               "schema_version": 3, "task": False}
        assert role(check) == {"grade": True, "solution": False, "locked": True, "points": 1,
                               "grade_id": f"check-{step.name}", "schema_version": 3, "task": False}
        assert check.source == f"check.{step.name}({step.name})"
        assert write.source.count("### BEGIN SOLUTION") == write.source.count("### END SOLUTION") == 1


@pytest.mark.parametrize("slug, step", STEPS)
def test_the_solved_lab_holds_the_solution_that_solution_shows(slug, step):
    cell = next(cell for cell in code(solved(slug)) if role(cell).get("grade_id") == step.name)
    here = next(node for node in ast.parse(cell.source).body if isinstance(node, ast.FunctionDef))
    module = ast.parse(Path(sys.modules[step.solution.__module__].__file__).read_text(encoding="utf-8"))
    there = next(node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == step.name)
    assert ast.unparse(here) == ast.unparse(there)


@pytest.mark.parametrize("slug, step", STEPS)
def test_a_stub_names_its_step(slug, step):
    names = namespace()
    cell = next(cell for cell in code(learners(slug)) if role(cell).get("grade_id") == step.name)
    assert "SOLUTION" not in cell.source
    run(cell, names)
    steps = [each.name for each in dict(LABS)[slug].STEPS]
    args, keywords = step.cases()[0]
    with pytest.raises(NotImplementedError) as stopped:
        names[step.name](*args, **keywords)
    assert str(stopped.value) == (f"Step {steps.index(step.name) + 1} of {len(steps)}, {step.name}: not written yet. "
                                  f"Write it above the check and run the cell again.")


@pytest.mark.parametrize("slug, module", LABS)
def test_an_unsolved_lab_is_never_green(slug, module, capsys):
    notebook, names = learners(slug), namespace()
    for cell in code(notebook)[1:]:
        if not role(cell).get("grade"):
            try:
                run(cell, names)
            except (NotImplementedError, NameError):
                assert not role(cell), "a stub raises when it is called, not before"
            continue
        name = role(cell).grade_id.removeprefix("check-")
        with pytest.raises(NotPassed, match=f", {name}: not written yet"):
            run(cell, names)
    assert "Passed" not in capsys.readouterr().out


@pytest.mark.parametrize("slug, module", LABS)
def test_a_lab_with_the_solutions_put_in_passes_from_top_to_bottom(slug, module, capsys):
    names = namespace()
    answers = {role(cell).grade_id: cell.source for cell in code(solved(slug)) if role(cell).get("solution")}
    for cell in code(learners(slug))[1:]:
        cell.source = answers.get(role(cell).get("grade_id"), cell.source)
        run(cell, names)
    said = capsys.readouterr().out
    for number, step in enumerate(module.STEPS, 1):
        assert f"Passed: {step.name}. {number} of {len(module.STEPS)} steps." in said
    assert "That is the whole lab." in said


def test_run_all_stops_at_the_first_stub_and_names_it():
    notebook = learners("if_unit")
    with pytest.raises(CellExecutionError):
        NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(ROOT / "labs")}}).execute()
    outputs = [output for cell in code(notebook) for output in cell.get("outputs", [])]
    assert outputs[-1].output_type == "error"
    assert outputs[-1].traceback == ["Not passed yet: match. What the check found stands above."]
    assert "Step 1 of 4, match: not written yet." in outputs[-1].evalue
    assert outputs[-2].data["text/plain"].startswith("Step 1 of 4, match: not written yet.")
    assert outputs[-2].data["text/html"].startswith('<div class="tb-lab" data-mood="wrong">')


@pytest.mark.parametrize("slug, module", LABS)
def test_a_learners_lab_has_no_outputs_and_no_solutions(slug, module):
    notebook = learners(slug)
    nbformat.validate(notebook)
    assert [cell.id for cell in notebook.cells] == [cell.id for cell in solved(slug).cells]
    for cell in code(notebook):
        assert cell.outputs == [] and cell.execution_count is None
    written = "\n".join(cell.source for cell in notebook.cells)
    for step in module.STEPS:
        said = not_written(module.STEPS.index(step) + 1, len(module.STEPS), step.name)
        assert f'raise NotImplementedError("{said}")' in written


def test_a_learners_lab_is_the_same_whenever_it_is_made():
    assert json.dumps(learners("if_unit")) == json.dumps(learners("if_unit"))


def test_the_install_cell_names_the_repository_where_one_is_known():
    lab = learner_labs.learners(solved("if_unit"), "if_unit", "https://example.org/course")
    assert '%pip install --quiet "transformer-block[live] @ git+https://example.org/course"' in code(lab)[0].source
    assert '%pip install --quiet "transformer-block[live]"' in code(learners("if_unit"))[0].source


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "my_labs"


def test_the_command_writes_all_labs(folder):
    command = [sys.executable, "-m", "tools.learner_labs", folder]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert sorted(path.stem for path in folder.iterdir()) == sorted(slug for slug, _ in LABS)


def test_a_learners_work_is_kept(folder):
    lab, path = learners("if_unit"), folder / "if_unit.ipynb"
    assert learner_labs.write_beside(lab, path) == "if_unit.ipynb: new"
    mine = nbformat.read(path, as_version=4)
    mine.cells[5].source += "\n# mine"
    nbformat.write(mine, path)
    before = path.read_bytes()
    assert learner_labs.write_beside(lab, path) == "if_unit.ipynb: yours, left as it is"
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [path]


def test_a_changed_lab_is_put_beside_the_learners_work(folder):
    path = folder / "if_unit.ipynb"
    learner_labs.write_beside(learners("if_unit"), path)
    before = path.read_bytes()
    changed = solved("if_unit")
    changed.cells[0].source += " More."
    newer = learner_labs.learners(changed, "if_unit")
    name = f"if_unit-new-{newer.metadata.transformer_block.version}.ipynb"
    said = learner_labs.write_beside(newer, path)
    assert said == f"if_unit.ipynb: yours, left as it is; the lab has changed since, and the new one is {name}"
    assert path.read_bytes() == before
    beside = folder / name
    beside.write_text(beside.read_text(encoding="utf-8").replace("More.", "Mine."), encoding="utf-8")
    learner_labs.write_beside(newer, path)
    assert "Mine." in beside.read_text(encoding="utf-8")


def test_a_file_that_is_no_notebook_is_left_alone(folder):
    folder.mkdir()
    path = folder / "if_unit.ipynb"
    path.write_text("not a notebook", encoding="utf-8")
    assert "the new one is if_unit-new-" in learner_labs.write_beside(learners("if_unit"), path)
    assert path.read_text(encoding="utf-8") == "not a notebook"


@pytest.mark.parametrize("slug, step", STEPS)
def test_solutions_run_fast_enough_for_the_time_limit(slug, step):
    for args, keywords in step.cases():
        outcome = call(step.solution, dict(enumerate(args)), keywords, seconds=0.5)
        assert not isinstance(outcome.stopped_by, TooLong)


@pytest.mark.parametrize("slug, module", LABS)
def test_tidying_leaves_a_lab_as_it_is(slug, module):
    notebook = solved(slug)
    assert tidy.tidy(solved(slug)) == notebook


@pytest.mark.parametrize("slug, module", LABS)
def test_nbgrader_finds_its_metadata_in_order_and_can_release_the_lab(slug, module):
    notebook, resources = solved(slug), {"language": "python", "nbgrader": {"notebook": slug}}
    for preprocess in (CheckCellMetadata(), LockCells(), ClearSolutions(), ClearOutput(), ComputeChecksums()):
        notebook, resources = preprocess.preprocess(notebook, resources)
    assert not [cell.id for cell in notebook.cells if "SOLUTION" in cell.source]
    # The points are given for check cells that end without an error, and theirs end in one until the step is passed.
    assert sum(role(cell).get("points", 0) for cell in notebook.cells) == len(module.STEPS)
