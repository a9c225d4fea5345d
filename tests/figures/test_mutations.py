"""Proof that the tests of the pictures can fail: each of these mistakes is put into a picture's text, and noticed."""

import pytest

from tests.figures.mistakes import MISTAKES
from tests.figures.mutants import function_around, mutated, notices, source

ALL = [(module, mistake) for module, mistakes in MISTAKES.items() for mistake in mistakes]


@pytest.mark.parametrize(("module", "mistake"), ALL, ids=[f"{module}, {mistake}" for module, mistake in ALL])
def test_a_mistake_is_noticed(module, mistake):
    right, wrong, witness = MISTAKES[module][mistake]
    assert notices(witness, module, mutated(module, right, wrong), first=function_around(module, right))


@pytest.mark.parametrize("module", MISTAKES)
def test_the_text_unchanged_passes(module):
    # A witness that always fails would notice everything.
    first_line = source(module).split("\n")[0]
    modules = mutated(module, first_line, first_line + "  # the same")
    witnesses = {witness for _, _, witness in MISTAKES[module].values()}
    assert not [witness for witness in witnesses if notices(witness, module, modules)]
