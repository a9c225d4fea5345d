"""Make the learner's labs out of the solved ones in labs/: stubs in place of solutions, no outputs.

    python -m tools.learner_labs OUTPUT_FOLDER           write them all
    python -m tools.learner_labs OUTPUT_FOLDER --keep    leave what a learner has there already alone: when a lab
                                                         has changed since, the new one is put beside the old one
"""

import argparse
import copy
import hashlib
import sys
from pathlib import Path

import nbformat
import yaml
from nbgrader.preprocessors import ClearOutput, ClearSolutions

from tools.course import labs
from transformer_block.lab.step import not_written
from transformer_block.lab.steps import module_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = '"transformer-block[live]"'
INSTALL = f"""\
# On Colab this fetches the course's package. Anywhere else it does nothing.
import importlib.util

if importlib.util.find_spec("transformer_block") is None:
    %pip install --quiet {PACKAGE}"""


def learners(solved, slug, repository=""):
    """The learner's version of a solved lab. `repository` is where the package comes from when it is not on PyPI."""
    lab = copy.deepcopy(solved)
    steps = {step.name: step for step in module_of(slug).STEPS}
    names, clear, resources = list(steps), ClearSolutions(), {"language": "python"}
    for number, cell in enumerate(lab.cells):
        role = cell.metadata.get("nbgrader", {})
        if role.get("solution"):
            said = not_written(names.index(role.grade_id) + 1, len(names), role.grade_id)
            clear.code_stub = {"python": f'raise NotImplementedError("{said}")'}
        lab.cells[number], _ = clear.preprocess_cell(cell, resources, number)
    if repository:
        lab.cells[_install_cell(lab)].source = INSTALL.replace(PACKAGE, f'"transformer-block[live] @ git+{repository}"')
    lab, _ = ClearOutput().preprocess(lab, {})
    lab.metadata["transformer_block"] = {"lab": slug, "version": _version(lab)}
    return lab


def _install_cell(lab):
    return next(number for number, cell in enumerate(lab.cells) if cell.source == INSTALL)


def _version(lab):
    """Changes exactly when the text of a cell does."""
    return hashlib.sha256("\0".join(cell.source for cell in lab.cells).encode()).hexdigest()[:8]


def write(lab, path):
    """Write one lab, whatever is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(lab, path)


def write_beside(lab, path):
    """Write one lab unless that would touch a learner's work; says in words what it did."""
    if not path.exists():
        write(lab, path)
        return f"{path.name}: new"
    version = lab.metadata.transformer_block.version
    if _version_of(path) == version:
        return f"{path.name}: yours, left as it is"
    newer = path.with_name(f"{path.stem}-new-{version}.ipynb")
    if not newer.exists():
        write(lab, newer)
    return f"{path.name}: yours, left as it is; the lab has changed since, and the new one is {newer.name}"


def _version_of(path):
    try:
        notebook = nbformat.read(path, as_version=4)
    except (nbformat.reader.NotJSONError, nbformat.ValidationError):
        return None  # a learner's file that is no notebook is not ours to judge: the new one goes beside it
    return notebook.metadata.get("transformer_block", {}).get("version")


def repository():
    """The address that _config.yml names as the home of the course, or nothing."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    return config.get("repository", {}).get("url", "")


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="never overwrite; put what has changed beside it")
    parser.add_argument("folder", type=Path, help="where to put them")
    options = parser.parse_args()
    for slug in labs():
        lab = learners(nbformat.read(ROOT / "labs" / f"{slug}.ipynb", as_version=4), slug, repository())
        path = options.folder / f"{slug}.ipynb"
        if options.keep:
            print(write_beside(lab, path))
        else:
            write(lab, path)
    print(f"The labs are in {options.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
