"""One lab in Firefox, from the first click to the last check."""

import os

import pytest

from tests.lite import firefox
from tests.lite.driving import Lab, diagnoses, kept
from tests.lite.test_labs import in_one_line, solutions
from transformer_block.lab.steps import module_of

SLUG = "if_unit"


@pytest.fixture
def page():
    path = firefox.installed()
    if path is None and os.environ.get("CI"):
        pytest.fail("Firefox is expected here. On Debian and Ubuntu: apt-get install firefox-esr")
    if path is None:
        pytest.skip("Firefox is not installed here")
    running = firefox.Firefox(path)
    yield running
    running.close()


def test_a_lab_in_firefox(page, host, pytestconfig):
    steps = module_of(SLUG).STEPS
    page.goto(f"{host.address}/book/labs.html")
    page.goto(page.evaluate(f"document.querySelector('.tb-lab[data-slug={SLUG}] .tb-lab-open').href"))
    lab = Lab(page).ready()
    lab.run_all()
    [stopped] = [cell for cell in lab.cells() if cell["error"]]
    assert f"Step 1 of {len(steps)}, {steps[0].name}" in stopped["said"]
    assert kept(page) == []

    for step, number, said, own in diagnoses(lab, SLUG):
        assert in_one_line(own) in in_one_line(said), f"{step}, mistake {number}"
    lab.write(solutions(SLUG, pytestconfig.rootpath))
    lab.wait_until_kept()
    lab.run_all()
    assert [cell["said"] for cell in lab.cells() if cell["error"]] == []
    assert f"{len(steps)} of {len(steps)} steps" in lab.cell(f"check-{steps[-1].name}")["said"]
    page.wait_for_function("document.querySelector('.tb-live svg')")

    mine = lab.cell(steps[0].name)["source"]
    page.goto(f"{host.address}/book/labs.html")
    page.wait_for_function(f"document.querySelector('.tb-lab[data-slug={SLUG}]').innerText.includes('{len(steps)} of {len(steps)} steps')")
    page.goto(page.evaluate(f"document.querySelector('.tb-lab[data-slug={SLUG}] .tb-lab-open').href"))
    lab = Lab(page).ready()
    assert lab.cell(steps[0].name)["source"] == mine
    own_host = host.address.removesuffix("/some/course")
    assert [url for url in page.requests if url.startswith("http") and not url.startswith(own_host)] == []
