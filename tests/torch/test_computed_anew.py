"""The chapters' PyTorch cells computed anew: `make test-torch`, which installs PyTorch first.

A chapter asserts its claims on whatever its PyTorch cells found. Here they are run on this machine, not read from the
store, so another processor may round otherwise: what is compared is what the chapters claim, not digits.
"""

import json
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from transformer_block.torch_cells import STORE

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTERS = sorted(path.stem for path in BOOK.glob("*.ipynb") if '"%%torch' in path.read_text(encoding="utf-8"))


def results(folder):
    """What is stored in a folder: file and name -> the shape of the result."""
    return {(path.stem, name): np.shape(numbers) for path in folder.glob("*.json")
            for name, numbers in json.loads(path.read_text(encoding="utf-8"))["results"].items()}


@pytest.fixture(scope="module", params=CHAPTERS)
def anew(request, tmp_path_factory):
    """A chapter executed to its end with nothing from the store, and what it has stored by itself."""
    store = tmp_path_factory.mktemp(request.param)
    notebook = nbformat.read(BOOK / f"{request.param}.ipynb", as_version=4)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TORCH_CELLS", str(store))
        NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(BOOK)}}).execute()
    return notebook, store


def test_there_are_chapters():
    assert len(CHAPTERS) >= 3


def test_every_claim_holds_and_every_result_is_there(anew):
    notebook, store = anew  # a claim that does not hold has raised an error by now
    found = results(store)
    assert found and found == {key: shape for key, shape in results(STORE).items() if key[0] in {name for name, _ in found}}
    magics = [cell.source.partition("\n")[0] for cell in notebook.cells if cell.source.startswith("%%torch ")]
    assert {magic.removeprefix("%%torch ").partition(":")[0] for magic in magics} == {name for name, _ in found}


def test_nothing_is_stored_that_no_chapter_makes():
    made = {cell.source.removeprefix("%%torch ").partition(":")[0] for chapter in CHAPTERS
            for cell in nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells if cell.source.startswith("%%torch ")}
    assert {path.stem for path in STORE.iterdir()} == made
