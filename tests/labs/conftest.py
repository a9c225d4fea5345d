"""All labs and all their steps, found by themselves."""

import pytest

from transformer_block.lab import session
from transformer_block.lab.steps import SLUGS, module_of

LABS = [(slug, module_of(slug)) for slug in SLUGS]
STEPS = [pytest.param(slug, step, id=f"{slug}-{step.name}") for slug, module in LABS for step in module.STEPS]
MISTAKES = [pytest.param(slug, step, mistake, id=f"{slug}-{step.name}-{number}")
            for slug, module in LABS for step in module.STEPS for number, mistake in enumerate(step.mistakes, 1)]


@pytest.fixture(autouse=True)
def fresh_kernel():
    """No lab open, nothing passed, as in a kernel that has just started."""
    session.forget()
    yield
    session.forget()
