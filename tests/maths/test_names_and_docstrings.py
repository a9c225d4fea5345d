"""What the package exports: everything public, in chapter order, each with a summary, its shapes and its chapter."""

import inspect
import re
import subprocess
import sys

import pytest

import transformer_block as tb
from transformer_block import block, residual

MODULES = [sys.modules[f"transformer_block.{name}"]
           for name in ("attention", "masks", "feed_forward", "norms", "residual", "block", "slopes", "config", "examples")]
FUNCTIONS = [name for name in tb.__all__ if inspect.isfunction(getattr(tb, name))]
READY_MADE = ["part_one_draw", "worked_example"]


def summary_of(name):
    """The first line of a docstring."""
    return inspect.getdoc(getattr(tb, name)).partition("\n")[0]


def chapters_of(name):
    """The chapters that a docstring names."""
    named = re.search(r"Chapters? ((?:\d+(?:, | and | to )?)+)", getattr(tb, name).__doc__)
    return [int(number) for number in re.findall(r"\d+", named.group(1))]


def test_every_public_name_of_the_maths_is_exported_once():
    public = {name for module in MODULES for name, value in vars(module).items()
              if not name.startswith("_") and (name.isupper() or getattr(value, "__module__", None) == module.__name__)}
    assert set(tb.__all__) == public and len(tb.__all__) == len(public)
    assert all(hasattr(tb, name) for name in tb.__all__)
    assert inspect.isfunction(block) and inspect.isfunction(residual), "the functions, not the modules of these names"


def test_functions_come_in_chapter_order():
    first_chapters = [chapters_of(name)[0] for name in FUNCTIONS if name not in READY_MADE]
    assert first_chapters == sorted(first_chapters)
    assert FUNCTIONS[-2:] == READY_MADE


def test_the_export_list_gives_each_name_its_chapter():
    text = inspect.getsource(tb).partition("__all__")[2]
    for names, chapter in re.findall(r'((?:"\w+", ?)+)\s+# (\d+) \w+', text):
        for name in set(re.findall(r'"(\w+)"', names)) & set(FUNCTIONS):
            assert int(chapter) in chapters_of(name), name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_starts_with_a_summary(name):
    assert re.fullmatch(r"[A-Z].*[.]", summary_of(name)), "one sentence or more, complete in the first line"
    assert len(summary_of(name)) <= 116


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in READY_MADE])
def test_a_docstring_gives_the_shapes_that_come_and_go(name):
    assert re.search(r"\([^)]*\) -> (\(|a dict)", " ".join(getattr(tb, name).__doc__.split()))


def test_importing_the_package_brings_in_no_picture_and_no_widget():
    report = "import sys, transformer_block; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = set(subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True).stdout.split())
    assert loaded.isdisjoint({"matplotlib", "IPython", "ipywidgets", "anywidget", "traitlets", "scipy", "pandas", "PIL", "torch"})
    assert {"numpy", "transformer_block"} <= loaded


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_module_of_the_maths_can_be_read_in_one_sitting(module):
    assert len(inspect.getsource(module).splitlines()) <= 120
