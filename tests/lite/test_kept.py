"""A learner's work is never lost, and never in the way: reload, restart of the browser, a newer release of the course."""

import json
import shutil

import nbformat
import pytest

from tests.conftest import FLAGS, NAMES
from tests.lite.driving import kept, open_lab, open_path
from tests.lite.serving import Host
from tools.lite import contents as layout
from tools.lite import site as labs_site

SLUG = "gathering"
MINE = "def softmax(scores):\n    return 'my own idea'"


@pytest.fixture
def restart(browser, tmp_path):
    """A browser with a profile on disk: each call ends it and starts it again, and returns a page."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    running = []

    def start():
        while running:
            running.pop().close()
        context = browser.browser_type.launch_persistent_context(tmp_path / "profile", executable_path=path, args=FLAGS)
        running.append(context)
        return context.pages[0]

    yield start
    while running:
        running.pop().close()


def test_running_keeps_nothing_and_writing_does(page, host):
    lab = open_lab(page, host.address, SLUG).ready()
    lab.run_all()
    page.wait_for_timeout(3000)
    assert kept(page) == []

    lab.write({"softmax": MINE})
    lab.wait_until_kept()
    page.reload()
    lab.opened()
    assert lab.cell("softmax")["source"] == MINE


def test_leaving_at_once_loses_nothing(page, host):
    lab = open_lab(page, host.address, SLUG).opened()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.mouse.click(300, 300)  # a browser asks only readers who have touched the page
    lab.write({"softmax": MINE})
    page.close(run_before_unload=True)
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    lab.wait_until_kept()


def test_start_afresh_on_the_start_page(page, host):
    lab = open_lab(page, host.address, SLUG).opened()
    lab.write({"softmax": MINE})
    lab.wait_until_kept()
    page.goto(f"{host.address}/book/labs.html")
    entry = page.locator(f".tb-lab[data-slug={SLUG}]")

    with page.expect_download() as download:
        entry.get_by_role("link", name="Download my").click()
    assert download.value.suggested_filename == f"{SLUG}.ipynb"
    mine = nbformat.read(download.value.path(), as_version=4)
    assert MINE in [cell.source for cell in mine.cells]

    page.once("dialog", lambda dialog: dialog.dismiss())
    entry.get_by_role("button", name="Start afresh").click()
    assert len(kept(page)) == 1
    page.once("dialog", lambda dialog: dialog.accept())
    entry.get_by_role("button", name="Start afresh").click()
    entry.get_by_role("button", name="Start afresh").wait_for(state="detached")
    assert kept(page) == []
    lab = open_lab(page, host.address, SLUG).opened()
    assert "NotImplementedError" in lab.cell("softmax")["source"]


def test_start_afresh_and_download_inside_the_lab(page, host):
    lab = open_lab(page, host.address, SLUG).ready()
    lab.run_all()
    lab.write({"softmax": MINE})
    lab.wait_until_kept()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my lab").click()
    assert MINE in json.dumps(nbformat.read(download.value.path(), as_version=4)).encode().decode("unicode_escape")
    page.get_by_role("button", name="Start afresh").click()
    page.get_by_role("button", name="Yes, start afresh").click()
    for _ in range(50):
        if "NotImplementedError" in lab.cell("softmax")["source"]:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(1500)  # longer than the pause after which writing is kept
    assert "NotImplementedError" in lab.cell("softmax")["source"]
    assert kept(page) == []


def newer_release(site, tmp_path, root):
    """The site with its labs built anew: another text in one lab, another line in the helper."""
    labs, helper, release = tmp_path / "labs", tmp_path / "helper", tmp_path / "release"
    shutil.copytree(root / "labs", labs)
    lab = nbformat.read(labs / f"{SLUG}.ipynb", as_version=4)
    lab.cells[0].source += "\n\nThis sentence is new."
    nbformat.write(lab, labs / f"{SLUG}.ipynb")
    helper.mkdir()
    shutil.copyfile(root / "pyproject.toml", helper / "pyproject.toml")
    shutil.copytree(root / "transformer_block", helper / "transformer_block")
    with (helper / "transformer_block" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write("\nRELEASE = 'the newer one'\n")
    listed = layout.lay_out(tmp_path / "layout", labs)
    release.mkdir()
    for part in ("book", "_static"):
        (release / part).symlink_to(site / part)
    labs_site.main(release, tmp_path / "work", tmp_path / "layout", helper)
    return release, next(about["lab"] for about in listed if about["slug"] == SLUG)


def test_work_survives_a_restart_and_a_newer_release(restart, site, tmp_path, pytestconfig, contents):
    present = next(about["lab"] for about in contents if about["slug"] == SLUG)
    host = Host(tmp_path / "host", site, [("Cache-Control", "max-age=600")])  # as common hosts have it
    page = restart()
    lab = open_lab(page, host.address, SLUG).opened()
    lab.write({"softmax": MINE})
    lab.wait_until_kept()

    page = restart()
    lab = open_lab(page, host.address, SLUG).opened()
    assert lab.cell("softmax")["source"] == MINE

    release, newer = newer_release(site, tmp_path, pytestconfig.rootpath)
    assert newer != present
    host.serve(release)
    page = restart()
    lab = open_path(page, host.address, present).ready()
    assert lab.cell("softmax")["source"] == MINE
    assert lab.python("import transformer_block; print(transformer_block.RELEASE)") == "the newer one\n"
    page.get_by_role("link", name="Open the present edition").click()
    page.wait_for_url(f"**path={newer}")
    lab.opened()
    assert lab.path() == newer
    assert "NotImplementedError" in lab.cell("softmax")["source"]
    assert "This sentence is new." in page.inner_text(".jp-Notebook")
    assert kept(page) == [present]
    host.close()


def test_the_start_page_lists_earlier_editions(page, host):
    earlier = f"lab-0123abcd/{SLUG}.ipynb"
    lab = open_lab(page, host.address, SLUG).opened()
    lab.write({"softmax": MINE})
    lab.wait_until_kept()
    page.evaluate("""([present, earlier]) => new Promise(done => {
        const opening = indexedDB.open('transformer-block');
        opening.onsuccess = () => {
            const files = opening.result.transaction('files', 'readwrite').objectStore('files');
            files.get(present).onsuccess = ({ target }) => {
                files.delete(present);
                files.put({ ...target.result, path: earlier }, earlier).onsuccess = () => { opening.result.close(); done(); };
            };
        };
    })""", [lab.path(), earlier])
    page.goto(f"{host.address}/book/labs.html")
    entry = page.locator(f".tb-lab[data-slug={SLUG}]")
    entry.get_by_role("link", name="edition 0123abcd").wait_for()
    assert entry.get_by_role("button", name="Start afresh").count() == 0
    with page.expect_download() as download:
        entry.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"{SLUG}-0123abcd.ipynb"
    entry.get_by_role("link", name="edition 0123abcd").click()
    lab.opened()
    assert lab.cell("softmax")["source"] == MINE


def test_a_second_visit_transfers_nothing(restart, site, tmp_path):
    host = Host(tmp_path / "host", site)
    lab = open_lab(restart(), host.address, SLUG).ready()
    lab.run_all()
    first = sum(size for _, _, size in host.log)
    assert first > 10_000_000
    host.log.clear()
    lab = open_lab(restart(), host.address, SLUG).ready()
    lab.run_all()
    assert [(path, status) for path, status, size in host.log if size] == []
    host.close()
