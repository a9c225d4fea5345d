"""The steps of each lab, one module for each; its name is the slug of the lab and of its chapter."""

from importlib import import_module
from importlib.util import find_spec

SLUGS = ("gathering", "if_unit", "bank_of_ifs", "collapse", "dying_stack", "drift", "full_block")


def module_of(slug):
    """The module of one lab: its TITLE and its STEPS. Raises ValueError for a slug that is none."""
    if slug not in SLUGS or find_spec(f"{__name__}.{slug}") is None:
        raise ValueError(f"begin: expected one of {', '.join(SLUGS)}, got {slug!r}. "
                         f"Run the cell as it came with the lab.")
    return import_module(f"{__name__}.{slug}")
