"""One lab in Firefox, from the first click to the last check."""

from tests.lite.driving import Lab, diagnoses, kept
from tests.lite.test_labs import in_one_line, solutions
from transformer_block.lab.steps import module_of

SLUG = "if_unit"


def test_a_lab_in_firefox(firefox, host, pytestconfig):
    steps = module_of(SLUG).STEPS
    firefox.goto(f"{host.address}/book/labs.html")
    firefox.goto(firefox.evaluate(f"document.querySelector('.tb-lab[data-slug={SLUG}] .tb-lab-open').href"))
    lab = Lab(firefox).ready()
    lab.run_all()
    [stopped] = [cell for cell in lab.cells() if cell["error"]]
    assert f"Step 1 of {len(steps)}, {steps[0].name}" in stopped["said"]
    assert kept(firefox) == []

    for step, number, said, own in diagnoses(lab, SLUG):
        assert in_one_line(own) in in_one_line(said), f"{step}, mistake {number}"
    lab.write(solutions(SLUG, pytestconfig.rootpath))
    lab.wait_until_kept()
    lab.run_all()
    assert [cell["said"] for cell in lab.cells() if cell["error"]] == []
    assert f"{len(steps)} of {len(steps)} steps" in lab.cell(f"check-{steps[-1].name}")["said"]
    firefox.wait_for_function("document.querySelector('.tb-live svg')")

    mine = lab.cell(steps[0].name)["source"]
    firefox.goto(f"{host.address}/book/labs.html")
    firefox.wait_for_function(f"document.querySelector('.tb-lab[data-slug={SLUG}]').innerText.includes('{len(steps)} of {len(steps)} steps')")
    firefox.goto(firefox.evaluate(f"document.querySelector('.tb-lab[data-slug={SLUG}] .tb-lab-open').href"))
    lab = Lab(firefox).ready()
    assert lab.cell(steps[0].name)["source"] == mine
    own_host = host.address.removesuffix("/some/course")
    assert [url for url in firefox.requests if url.startswith("http") and not url.startswith(own_host)] == []
