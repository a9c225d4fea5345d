"""The package: NumPy alone, names in chapter order, docstrings that say shapes and chapters."""

import inspect
import re
import subprocess
import sys

import pytest

import transformer_block as tb

FUNCTIONS = [name for name in tb.__all__ if inspect.isfunction(getattr(tb, name))]


def test_importing_it_brings_in_numpy_alone():
    code = ("import sys; before = set(sys.modules); import transformer_block; "
            "print(sorted({name.partition('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)))")
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(re.findall(r"'(\w+)'", result.stdout)) <= {"numpy", "transformer_block"}


def test_names_come_in_chapter_order():
    chapters = [int(re.search(r"Chapters? (\d)", getattr(tb, name).__doc__).group(1)) for name in FUNCTIONS[:-2]]
    assert chapters == sorted(chapters) and set(chapters) == {0, 1, 2, 4, 5, 6}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_says_shape_and_chapter(name):
    text = inspect.getdoc(getattr(tb, name))
    assert re.search(r"Chapters? \d", text)
    if name not in ("part_one_draw", "worked_example"):
        assert "->" in text


def test_the_maths_can_be_read_in_one_sitting():
    assert len(inspect.getsource(sys.modules["transformer_block.block"]).splitlines()) <= 260
