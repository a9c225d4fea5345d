"""The steps of each lab, one module for each; its name is the slug of the lab and of its chapter."""

from importlib import import_module
from pkgutil import iter_modules

SLUGS = tuple(sorted(module.name for module in iter_modules(__path__)))


def module_of(slug):
    """The module of one lab: its TITLE and its STEPS. Raises ValueError for a slug that is none."""
    if slug not in SLUGS:
        raise ValueError(f"begin: expected one of {', '.join(SLUGS)}, got {slug!r}. "
                         f"Run the cell as it came with the lab.")
    return import_module(f"{__name__}.{slug}")
