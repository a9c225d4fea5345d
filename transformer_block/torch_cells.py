"""Cells that need PyTorch. Where it is missing, the chapter takes their results from the store. Chapters 7, 11 and 12.

A cell that begins with `%%torch` defines something for the cells below it. One that begins with
`%%torch copy_task: losses, slopes` computes these arrays; they are kept in stored/copy_task.json. The store remembers
by which cells its results were computed, so a cell that was changed is run again.
"""

import hashlib
import importlib.util
import json
import os
from pathlib import Path

import numpy as np
from IPython import get_ipython

STORE = Path(__file__).parent / "stored"
INSTALL = "Install PyTorch with `pip install -r requirements-torch.txt`, then run the chapter again."


class TorchCells:
    """The magic of one notebook. `shell` has `user_ns`, the notebook's names; `torch` says whether PyTorch is there."""

    def __init__(self, shell, store=STORE, torch=None, anew=False):
        self.shell, self.store, self.anew = shell, Path(store), anew
        self.torch = importlib.util.find_spec("torch") is not None if torch is None else torch
        self.cells = []

    def __call__(self, line, cell):
        """Run the cell, or hand its stored results to the notebook."""
        self.cells.append(cell)
        if not line.strip():
            if self.torch:
                self._run(cell)
            return
        file, names = _parsed(line)
        path, made_by = self.store / f"{file}.json", hashlib.sha256("\0".join(self.cells).encode()).hexdigest()[:16]
        stored = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"made by": None}
        if self.anew or stored["made by"] != made_by:
            if not self.torch:
                raise RuntimeError(f"%%torch {file}: this cell needs PyTorch. " + (
                    "It, or a PyTorch cell above it, was changed since its results were stored. " if stored["made by"]
                    else "Nothing is stored for it. ") + INSTALL)
            self._run(cell)
            stored = {"made by": made_by, "results": {name: _numbers(name, self.shell.user_ns) for name in names}}
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_text(stored), encoding="utf-8")
        # Read back even what was computed a moment ago: the chapter sees the same digits with and without PyTorch.
        self.shell.user_ns.update({name: np.array(numbers) for name, numbers in stored["results"].items()})

    def _run(self, cell):
        exec(compile(cell, "<a PyTorch cell>", "exec"), self.shell.user_ns)  # noqa: S102 (the notebook's own code)


def use_torch_cells():
    """Let this notebook have cells that begin with %%torch.

    With TORCH_CELLS=<folder> in the environment everything is computed anew and kept in that folder: so the tests
    find out whether the stored results can still be had.
    """
    shell, folder = get_ipython(), os.environ.get("TORCH_CELLS")
    shell.register_magic_function(TorchCells(shell, folder or STORE, anew=bool(folder)), "cell", "torch")


def _parsed(line):
    file, colon, names = line.partition(":")
    names = [name.strip() for name in names.split(",")]
    if not colon or not all(name.isidentifier() for name in (file.strip(), *names)):
        raise ValueError(f"%%torch: expected nothing, or a file and the names of its results, such as "
                         f"`%%torch copy_task: losses, slopes`, got `{line.strip()}`.")
    return file.strip(), names


def _numbers(name, namespace):
    """An array as lists of numbers of six digits, which is what a picture or a sentence can show and more."""
    if name not in namespace:
        raise NameError(f"%%torch: the cell promises {name} and does not make it.")
    array = np.asarray(namespace[name])
    if array.dtype.kind not in "biuf":
        raise TypeError(f"%%torch: expected {name} to be an array of numbers, got {type(namespace[name]).__name__}. "
                        f"A tensor becomes one by .detach().numpy().")
    return array.tolist() if array.dtype.kind in "biu" else _rounded(array.astype(float).tolist())


def _rounded(numbers):
    return [_rounded(part) for part in numbers] if isinstance(numbers, list) else float(f"{numbers:.6g}")


def _text(stored):
    """One line for each result, so that a change of one is seen as such."""
    results = ",\n".join(f"  {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in stored["results"].items())
    return f'{{\n "made by": "{stored["made by"]}",\n "results": {{\n{results}\n }}\n}}\n'
