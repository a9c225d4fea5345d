"""Every lab from the first click to the last check, in the browser, from the built site and nothing else."""

import nbformat
import pytest

from tests.lite.driving import Lab, diagnoses, open_lab, open_path
from tools.course import labs
from transformer_block.lab.steps import module_of


def solutions(slug, root):
    """The solved lab's own cells: step -> source."""
    solved = nbformat.read(root / "labs" / f"{slug}.ipynb", as_version=4)
    return {cell.metadata.nbgrader.grade_id: cell.source for cell in solved.cells
            if cell.metadata.get("nbgrader", {}).get("solution")}


def in_one_line(text):
    return " ".join(text.split())


def test_every_chapter_has_its_lab(contents):
    assert [about["slug"] for about in contents if "lab" in about] == labs()


@pytest.mark.parametrize("slug", labs())
def test_a_lab_from_the_first_click_to_the_last_check(page, host, pytestconfig, slug):
    steps = module_of(slug).STEPS
    lab = open_lab(page, host.address, slug).ready()

    lab.run_all()
    stopped = [cell for cell in lab.cells() if cell["error"]]
    assert [cell["step"] for cell in stopped] == [f"check-{steps[0].name}"]
    assert f"Step 1 of {len(steps)}, {steps[0].name}" in stopped[0]["said"]

    for step, number, said, own in diagnoses(lab, slug):
        assert in_one_line(own) in in_one_line(said), f"{step}, mistake {number}"

    lab.write(solutions(slug, pytestconfig.rootpath))
    lab.run_all()
    cells = lab.cells()
    assert [cell["said"] for cell in cells if cell["error"]] == []
    assert all(cell["run"] for cell in cells if cell["source"])
    for number, step in enumerate(steps, 1):
        assert f"{number} of {len(steps)} steps" in lab.cell(f"check-{step.name}")["said"]
    assert page.errors == []

    page.wait_for_function("([slug, count]) => JSON.parse(localStorage['transformer-block:lab:' + slug]).passed.length === count",
                           arg=[slug, len(steps)])
    page.goto(f"{host.address}/book/labs.html")
    page.wait_for_selector("html.tb-labs-shown")
    assert f"{len(steps)} of {len(steps)} steps" in page.locator(f".tb-lab[data-slug={slug}]").inner_text()


def test_a_lab_without_service_workers(page_without_workers, host):
    page = page_without_workers
    lab = open_lab(page, host.address, labs()[0]).ready()
    lab.run_all()
    assert f"Step 1 of {len(module_of(labs()[0]).STEPS)}" in next(cell["said"] for cell in lab.cells() if cell["error"])
    assert page.errors == []


def test_a_chapter_as_a_live_notebook(page, host):
    page.goto(f"{host.address}/book/if_unit.html")
    page.get_by_role("link", name="Open this chapter in the browser").click()
    lab = Lab(page).ready()
    lab.run_all()
    cells = lab.cells()
    assert [cell["said"] for cell in cells if cell["error"]] == []
    assert any("image/svg+xml" in cell["formats"] for cell in cells)
    page.wait_for_selector(".tb-live svg")
    assert page.errors == []


def test_a_lab_that_is_not_there_leads_to_the_one_that_is(page, host, contents):
    slug = labs()[0]
    open_path(page, host.address, f"lab-00000000/{slug}.ipynb")
    present = next(about["lab"] for about in contents if about["slug"] == slug)
    page.locator("#lab-bar a").click()
    assert Lab(page).opened().path() == present
