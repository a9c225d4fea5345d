"""What every picture of a chapter must look like, and that its words are those of the chapter."""

import importlib
import inspect
import json
import pathlib
import pkgutil
from functools import cache, lru_cache

import pytest

from tests.figures import cases, looks
from transformer_block import figures

BOOK = pathlib.Path(__file__).parents[2] / "book"
SHARED = {"picture", "storeys"}  # modules that no chapter calls
PARTS = {"if_unit.plane", "if_unit.arrow"}  # functions that draw a part of a picture

# What is meant to run out of its axes: a border and a half-plane have no end, and the straight line that the bends
# are compared with goes down with them only as far as the picture does.
ENDLESS = {
    "if_unit.half_plane": {"line 2 of panel 0", "patch 0 of panel 0"},
    "collapse.bends": {f"line 0 of panel {panel}" for panel in range(3)},
}


def seen(name):
    """The picture of a case, drawn once for each version of its module."""
    return _seen(cases.MODULES[name.split(".")[0]], name)


@lru_cache(maxsize=64)
def _seen(module, name):
    return looks.drawn(cases.picture(name))


@cache
def cells_of(chapter):
    """The cells of a notebook of the book."""
    return json.loads((BOOK / f"{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]


def in_the_chapter(name):
    """What the chapter of a case stores as the words of each of its pictures by that function."""
    chapter, function = name.split(" ")[0].split(".")
    calls = [cell for cell in cells_of(chapter) if f"pictures.{function}(" in "".join(cell["source"])]
    return ["".join(output["data"]["text/plain"]).split("\n")[-1] for cell in calls for output in cell["outputs"] if "data" in output]


every_picture = pytest.mark.parametrize("name", cases.CASES)


def test_every_picture_has_a_case():
    modules = [module.name for module in pkgutil.iter_modules(figures.__path__) if module.name not in SHARED]
    public = {f"{module}.{name}" for module in modules
              for name, function in inspect.getmembers(importlib.import_module(f"{figures.__name__}.{module}"), inspect.isfunction)
              if function.__module__ == f"{figures.__name__}.{module}" and not name.startswith("_")}
    assert public - PARTS == {name.split(" ")[0] for name in cases.CASES}


@every_picture
def test_the_words_are_those_of_the_chapter(name):
    assert seen(name).alt in in_the_chapter(name)


def test_the_chapters_draw_no_picture_without_a_case():
    drawn = sum(len(in_the_chapter(name)) for name in {name.split(" ")[0] for name in cases.CASES})
    assert drawn == len(cases.CASES)


@every_picture
def test_nothing_is_cut_off_by_the_axes(name):
    assert set(looks.cut_off(seen(name))) == ENDLESS.get(name, set())


@every_picture
@pytest.mark.parametrize("look", looks.LOOKS, ids=lambda look: look.__name__)
def test_it_looks_as_it_must(look, name):
    assert list(look(seen(name))) == []


@every_picture
def test_its_axes_say_what_they_measure(name):
    assert [(axes.get_xlabel(), axes.get_ylabel()) for axes in seen(name).axes] == [(panel.x, panel.y) for panel in cases.CASES[name].panels]


@every_picture
def test_its_axes_have_their_scale(name):
    assert [axes.get_yscale() for axes in seen(name).axes] == [panel.scale for panel in cases.CASES[name].panels]
    assert [axes.get_xscale() for axes in seen(name).axes] == [panel.across for panel in cases.CASES[name].panels]


@every_picture
def test_it_has_its_grid_and_no_other(name):
    assert [looks.grid(axes) for axes in seen(name).axes] == [panel.grid for panel in cases.CASES[name].panels]


@every_picture
def test_its_axes_have_their_frame(name):
    drawn = [" ".join(side for side, spine in axes.spines.items() if axes.axison and spine.get_visible()) for axes in seen(name).axes]
    assert drawn == [panel.frame for panel in cases.CASES[name].panels]


@every_picture
def test_its_axes_have_no_small_ticks_but_for_a_grid(name):
    for axes, panel in zip(seen(name).axes, cases.CASES[name].panels, strict=True):
        small = len(axes.xaxis.get_minorticklocs()) + len(axes.yaxis.get_minorticklocs())
        assert (small > 0) == (panel.grid == "minor")


@every_picture
def test_the_last_storey_stands_at_the_edge(name):
    for axes, panel in zip(seen(name).axes, cases.CASES[name].panels, strict=True):
        if panel.x.startswith(("storey", "block")):
            first, last = (edge(line.get_xdata().max() for line in axes.lines) for edge in (min, max))
            assert max(axes.get_xlim()) == last == first == 24
