"""Back and forward, and links into the middle of a page: what is seen, told and linked agrees."""

import pytest

from tests.conftest import FLAGS, chromium_path
from tests.site.test_pages import LAPTOP
from tests.site.widgets import widgets_stand

# For one widget: its values; and of each number, what its slider, its field and a handle in a picture say.
SAID = """() => {
    const widget = document.querySelector('.tb-live');
    return { values: widget.liveWidget.values(), sliders: [...widget.querySelectorAll('input[type=range]')].map((slider) => Number(slider.value)),
        fields: [...widget.querySelectorAll('.tb-number')].map((field) => Number(field.value)),
        handle: Number(widget.querySelector('[role=slider]')?.getAttribute('aria-valuenow')), address: location.hash };
}"""


def agrees(said):
    assert said["sliders"] == said["fields"]
    assert said["sliders"][:2] == said["values"]["evidence"]
    assert said["handle"] == said["values"]["evidence"][0]
    if said["address"]:
        assert f"evidence={said['values']['evidence'][0]}%2C" in said["address"]
    return said


@pytest.fixture(scope="module", params=["kept", "loaded anew"])
def going_back(request, browser):
    """A page of a browser that keeps a page it left as it was, and of one that does not."""
    if request.param == "loaded anew":
        page = browser.new_page(viewport=LAPTOP)
        yield page, False
        page.close()
    else:
        keeping = browser.browser_type.launch(executable_path=chromium_path(), args=FLAGS,
                                              ignore_default_args=["--disable-back-forward-cache"])
        yield keeping.new_page(viewport=LAPTOP), True
        keeping.close()


@pytest.mark.parametrize("linked", [False, True], ids=["moved", "linked"])
def test_back_to_a_widget(going_back, address, linked):
    page, keeps = going_back
    page.goto(f"{address}/book/if_unit.html")
    widgets_stand(page)
    page.locator(".tb-live input[type=range]").first.focus()
    page.keyboard.press("ArrowLeft")
    if linked:
        page.get_by_role("button", name="Link to this").first.click()
    page.evaluate("window.kept = true")
    left = agrees(page.evaluate(SAID))
    page.goto(f"{address}/book/drift.html")
    page.go_back(wait_until="commit")
    page.wait_for_url("**/if_unit.html*", wait_until="commit")
    widgets_stand(page)
    assert page.evaluate("window.kept === true") == keeps
    found = agrees(page.evaluate(SAID))
    if linked or keeps:
        assert found == left
    page.go_forward(wait_until="commit")
    page.wait_for_url("**/drift.html", wait_until="commit")
    widgets_stand(page)
