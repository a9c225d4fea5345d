"""Execute chapters and labs and store them tidy: text outputs and counts, no images, no widget state.

    python tools/tidy.py book/if_unit.ipynb ...     execute and rewrite these (all chapters and labs when none is named)
    python tools/tidy.py --check                    only say which committed notebooks are not tidy

What is stored is what nbval compares, so a rewritten notebook deserves a look at its diff.
"""

import argparse
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# Pictures are made anew by every build; a widget's view names a model that ends with its kernel.
KEPT = ("tags", "mystnb", "nbgrader")  # what a cell's metadata may hold; nbgrader's says which cells a learner writes
UNSTORED = ("image/", "application/vnd.jupyter.widget-view+json", "text/html")


def execute(notebook, folder):
    """Run every cell in `folder` and return the notebook with its new outputs."""
    client = NotebookClient(notebook, timeout=300, record_timing=False, store_widget_state=False,
                            coalesce_streams=True, resources={"metadata": {"path": str(folder)}})
    return client.execute()


def tidy(notebook):
    """Drop from an executed notebook whatever git should not hold; changes and returns it."""
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: value for key, value in cell.metadata.items() if key in KEPT})
        for output in cell.get("outputs", []):
            for mime in [mime for mime in output.get("data", {}) if mime.startswith(UNSTORED)]:
                del output["data"][mime]
    return notebook


def complaints(notebook):
    """What is untidy about a stored notebook, in words; an empty list when nothing is."""
    found = []
    if notebook.metadata != NOTEBOOK_METADATA:
        found.append("its metadata names more than the kernel")
    ids = [cell.get("id") for cell in notebook.cells]
    if None in ids or len(set(ids)) < len(ids):
        found.append("a cell has no id of its own")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        found.append("its execution counts are not 1, 2, 3, ...: nbval compares nothing in a cell without one")
    for cell in code:
        where = f"cell {cell.execution_count}"
        if set(cell.metadata) - set(KEPT):
            found.append(f"{where} carries metadata that an editor left")
        for output in cell.outputs:
            stored = [mime for mime in output.get("data", {}) if mime.startswith(UNSTORED)]
            if stored:
                found.append(f"{where} stores {', '.join(stored)}")
            if output.output_type == "error" or output.get("name") == "stderr":
                found.append(f"{where} stores an error or a warning")
    return found


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; end with 1 when a notebook is untidy")
    parser.add_argument("notebooks", nargs="*", type=Path)
    options = parser.parse_args()
    untidy = 0
    for path in options.notebooks or sorted([*ROOT.glob("book/*.ipynb"), *ROOT.glob("labs/*.ipynb")]):
        notebook = nbformat.read(path, as_version=4)
        if options.check:
            for complaint in complaints(notebook):
                untidy += 1
                print(f"{path.name}: {complaint}")
            continue
        print(f"{path.name} ...", end=" ", flush=True)
        nbformat.write(tidy(execute(notebook, path.parent)), path)
        print("stored")
    if untidy:
        print("Run `make tidy`, look at the diff, and commit it.")
    return 1 if untidy else 0


if __name__ == "__main__":
    sys.exit(main())
