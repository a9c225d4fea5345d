"""What is taken out of a page's code because it only checks it: sphinx_ext/claims.py."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "sphinx_ext"))

from claims import count, divide


def divided(*cells):
    return [(division.shown, division.checks) for division in divide([dedent(cell).strip() for cell in cells])]


@pytest.mark.parametrize("cell, shown, checks", [
    ("x = 1\nprint(x)", "x = 1\nprint(x)", ""),
    ("print(1)\n\nassert 1\nprint(2)", "print(1)\n\nprint(2)", "assert 1"),
    ("assert (1,\n\n        2)\n# why\nassert 3", "", "assert (1,\n\n        2)\n# why\nassert 3"),
    ("def f():\n    return 1\n\n\nassert f()\nx = f()\nprint(x)", "def f():\n    return 1\n\n\nx = f()\nprint(x)", "assert f()"),
    ("for i in (1, 2):\n    assert i", "for i in (1, 2):\n    assert i", ""),
    ("assert 1\n\n\n\n# what follows\nprint(2)", "# what follows\nprint(2)", "assert 1"),
    ("%%torch\nimport torch\nassert torch", "%%torch\nimport torch", "assert torch"),
    ("%%torch file: x\nx = 1", "%%torch file: x\nx = 1", ""),
])
def test_asserts_go_and_the_rest_stays_tidy(cell, shown, checks):
    assert divided(cell) == [(shown, checks)]


def test_an_assignment_goes_when_only_checks_of_its_cell_read_it():
    [(shown, checks)] = divided("a = 1\nb = a + 1\nc, d = b, 2\nprint(d)\nassert b == 2 and c")
    assert (shown, checks) == ("a = 1\nb = a + 1\nc, d = b, 2\nprint(d)", "assert b == 2 and c")
    [(shown, checks)] = divided("a = 1\nb = a + 1\nprint(3)\nassert b == 2")
    assert (shown, checks) == ("print(3)", "a = 1\nb = a + 1\nassert b == 2")


@pytest.mark.parametrize("other", [
    "print(a)", "glue(a=f'{a}')", "b = [a for _ in (1, 2)]", "a += 1", "a[0] = 2", "assert a", "del a",
    "def f():\n    return a", "f = lambda x: a * x", "class One:\n    a = a",
])
def test_an_assignment_stays_that_another_cell_reads(other):
    assert divided("a = [1]\nassert a", other)[0] == ("a = [1]", "assert a")


@pytest.mark.parametrize("other", [
    "a = 2\nprint(a)", "def f(a):\n    return a", "f = lambda a: a", "def f():\n    a = 3\n    return a", "print('a', x.a, f(a=1))",
])
def test_a_name_used_anew_is_another_name(other):
    assert divided("a = [1]\nassert a", other)[0] == ("", "a = [1]\nassert a")


@pytest.mark.parametrize("kept", ["a.b = 1", "a[0] = 1", "a += 1", "import a", "def a():\n    return 1", "a = 1"])
def test_only_plain_assignments_that_serve_a_check_go(kept):
    assert divided(f"{kept}\nassert True") == [(kept, "assert True")]


def test_a_function_above_may_read_a_name_when_it_is_called():
    assert divided("def f():\n    return a", "a = 1\nassert a")[1] == ("a = 1", "assert a")


def test_claims_are_counted_as_they_are_written():
    assert count("assert 1\nfor i in range(9):\n    assert i\n    if i:\n        assert 2\n'assert 3'") == 3
