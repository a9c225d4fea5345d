"""Pictures by a changed source, and whether a test notices."""

import importlib
import inspect
import pathlib
import sys
from itertools import product
from types import ModuleType
from unittest.mock import patch

from tests.figures import cases, looks, test_every_picture

PACKAGE = "transformer_block.figures"
MADE_OF_IT = {"picture": ("storeys", "dying_stack"), "storeys": ("dying_stack",)}  # where a mistake below shows: one chapter is enough


def source(name):
    """The text of a module of pictures."""
    return pathlib.Path(inspect.getsourcefile(importlib.import_module(f"{PACKAGE}.{name}"))).read_text(encoding="utf-8")


def mutated(name, right, wrong):
    """The modules of pictures after one replacement in the text of `name`: itself, and those that are made of it."""
    text = source(name)
    assert text.count(right) == 1, f"{right!r} is in {name}.py {text.count(right)} times"
    assert right != wrong, "the replacement changes nothing"
    texts = {name: text.replace(right, wrong), **{other: source(other) for other in MADE_OF_IT.get(name, ())}}
    modules = {}
    with patch.dict(sys.modules):
        for other, text in texts.items():
            modules[other] = sys.modules[f"{PACKAGE}.{other}"] = ModuleType(f"{PACKAGE}.{other}")
            exec(compile(text, f"{other}.py, changed", "exec"), vars(modules[other]))
    return modules


def function_around(name, right):
    """The function of a module that a text is in."""
    text = source(name)
    return text[:text.index(right)].rpartition("\ndef ")[2].partition("(")[0]


def notices(witness, name, modules, first=""):
    """Whether a test of the module `name`, or one of every picture, or a look at it, fails with these modules in place.

    Tests of every picture try those by the function `first` before the others: where it is quickest to be found.
    """
    tests = importlib.import_module(f"tests.figures.test_{name}")
    changed = {other: module for other, module in modules.items() if other in cases.MODULES}
    with patch.dict(cases.MODULES, changed), patch.object(tests, "pictures", modules[name]):
        try:
            for test, options in runs(witness, tests, changed, first):
                test(**options)
        except AssertionError:
            return True
    return False


def runs(witness, tests, chapters, first):
    """Each run of the test or look of that name: the function and its arguments."""
    if hasattr(tests, witness):
        yield from parametrised(getattr(tests, witness))
        return
    seen = sorted((case for case in cases.CASES if case.split(".")[0] in chapters), key=lambda case: case.split(".")[1].split(" ")[0] != first)
    if hasattr(test_every_picture, witness):
        yield from ((getattr(test_every_picture, witness), {"name": case}) for case in seen)
        return
    yield from ((test_every_picture.test_it_looks_as_it_must, {"look": getattr(looks, witness), "name": case}) for case in seen)


def parametrised(test):
    """A test with each of its arguments, as pytest.mark.parametrize says."""
    sets = [[dict(zip([names] if isinstance(names, str) else names, [values] if isinstance(names, str) else values, strict=True))
             for values in lots] for names, lots in (mark.args for mark in getattr(test, "pytestmark", []))]
    for chosen in product(*sets):
        yield test, {name: value for options in chosen for name, value in options.items()}
