"""The build of the labs' site refuses what would not run from that site alone. No browser."""

import hashlib
import json
import re
import shutil
import zipfile

import nbformat
import pytest

from tools.course import chapters
from tools.lite import live_chapter, lock, pyodide_files, slim, wheels
from tools.lite import site as labs_site
from tools.lite.contents import edition_of, lay_out


@pytest.fixture
def built(site, tmp_path):
    """A copy of what the checks of the build look at."""
    lite = tmp_path / "lite"
    (lite / "static").mkdir(parents=True)
    (lite / "notebooks").mkdir()
    for name in ("jupyter-lite.json", "notebooks/index.html", "notebooks/lab_page.css", "index.html"):
        shutil.copyfile(site / "lite" / name, lite / name)
    shutil.copytree(site / "lite" / "static" / "pyodide", lite / "static" / "pyodide", copy_function=lambda a, b: None if a.endswith((".wasm", ".zip")) else shutil.copyfile(a, b))
    return lite


def change(path, edit):
    content = json.loads(path.read_text(encoding="utf-8"))
    edit(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def settings(content):
    return content["jupyter-config-data"]["litePluginSettings"][labs_site.KERNEL_SETTINGS]


def test_the_built_site_passes_its_own_check(built):
    labs_site.check(built)


@pytest.mark.parametrize("edit, complaint", [
    (lambda content: settings(content).pop("pyodideUrl"), "pyodideUrl is None"),
    (lambda content: settings(content).update(pyodideUrl="https://example.org/pyodide.mjs"), "not the site's own Pyodide"),
    (lambda content: settings(content).update(disablePyPIFallback=False), "disablePyPIFallback is False"),
    (lambda content: settings(content).pop("loadPyodideOptions"), "loadPyodideOptions is None"),
    (lambda content: content.clear(), "pyodideUrl is None"),
    (lambda content: content["jupyter-config-data"]["federated_extensions"].pop(), "the front ends are"),
])
def test_lost_settings_fail_the_build(built, edit, complaint):
    change(built / "jupyter-lite.json", edit)
    with pytest.raises(labs_site.NotClosed, match=complaint):
        labs_site.check(built)


@pytest.mark.parametrize("tag", ['<script src="https://example.org/a.js"></script>', '<link rel="stylesheet" href="//example.org/a.css">'])
def test_a_foreign_host_fails_the_build(built, tag):
    page = built / "notebooks" / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("</head>", f"{tag}</head>"), encoding="utf-8")
    with pytest.raises(labs_site.NotClosed, match=r"notebooks/index.html: (https:)?//example.org"):
        labs_site.check(built)


def test_a_lost_wheel_fails_the_build(built):
    next((built / "static" / "pyodide").glob("numpy-*.whl")).unlink()
    with pytest.raises(labs_site.NotClosed, match=r"numpy-.*\.whl is not among the files"):
        labs_site.check(built)


def test_every_file_of_the_lock_has_its_sum_and_its_name_carries_its_content(site):
    pyodide = site / "lite" / "static" / "pyodide"
    packages = json.loads((pyodide / lock.NAME).read_text(encoding="utf-8"))["packages"]
    assert {"numpy", "matplotlib", "ipywidgets", "anywidget", "transformer-block"} <= packages.keys()
    for about in packages.values():
        assert hashlib.sha256((pyodide / about["file_name"]).read_bytes()).hexdigest() == about["sha256"]
        assert re.search(r"-0[0-9a-f]{10}-", about["file_name"]), "changed bytes under an old name would be refused by browsers"
        assert set(about["depends"]) <= packages.keys()
    listed = {about["file_name"] for about in packages.values()}
    assert {path.name for path in pyodide.glob("*.whl")} == listed


def test_pyodides_own_files_are_the_pinned_ones(site):
    for name, expected in pyodide_files.CORE.items():
        assert hashlib.sha256((site / "lite" / "static" / "pyodide" / name).read_bytes()).hexdigest() == expected


def test_a_file_with_another_sum_is_refused_and_removed(tmp_path):
    def source(names, cache):
        for name in names:
            (cache / name).write_bytes(b"something else")

    with pytest.raises(pyodide_files.WrongSum, match="expected sha256"):
        pyodide_files.fetch(tmp_path, [source])
    assert not (tmp_path / "pyodide.mjs").exists()


def test_the_second_source_is_asked_when_the_first_is_out_of_reach(tmp_path):
    right = pyodide_files.fetch()

    def unreachable(names, cache):
        """The first:"""
        raise OSError("no route")

    def other(names, cache):
        """The second:"""
        for name in names:
            shutil.copyfile(right / name, cache / name)

    assert pyodide_files.fetch(tmp_path, [unreachable, other]) == tmp_path
    assert pyodide_files.fetch(tmp_path, []) == tmp_path, "what is there and right is not fetched again"
    (tmp_path / "pyodide.mjs").unlink()
    with pytest.raises(OSError, match=r"Check the network.*\n.*The first: no route"):
        pyodide_files.fetch(tmp_path, [unreachable])


def test_our_wheel_changes_its_name_and_version_with_its_content(tmp_path, pytestconfig):
    root = pytestconfig.rootpath
    helper = tmp_path / "helper"
    shutil.copytree(root / "transformer_block", helper / "transformer_block")
    shutil.copyfile(root / "pyproject.toml", helper / "pyproject.toml")
    folder = tmp_path / "wheels"
    folder.mkdir()
    first, again = wheels.our_own(folder, root)[0], wheels.our_own(folder, helper)[0]
    assert first == again
    with (helper / "transformer_block" / "block.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    changed = wheels.our_own(folder, helper)[0]
    assert changed.name != first.name
    assert lock.entry(changed)["version"] != lock.entry(first)["version"]


def test_an_open_lock_is_refused(tmp_path):
    lonely = wheels.write_plain(tmp_path, "lonely", "1.0", ["a-friend>=2"], {"lonely.py": b""})
    with pytest.raises(LookupError, match=r"a-friend \(for lonely\)"):
        lock.closed([lonely])


def test_a_slim_wheel_keeps_its_licences(tmp_path):
    wheel = next(pyodide_files.fetch().glob("numpy-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        licences = {name for name in archive.namelist() if "/licenses/" in name and not name.endswith("/")}
    assert licences
    assert licences <= slim.content(wheel, "numpy").keys()


@pytest.mark.parametrize("slug", chapters())
def test_a_live_chapter_has_none_of_the_books_own_marks(site, contents, slug):
    path = next(about["chapter"] for about in contents if about["slug"] == slug)
    chapter = nbformat.read(site / "lite" / "files" / path, as_version=4)
    prose = "\n".join(cell.source for cell in chapter.cells if cell.cell_type == "markdown")
    assert not re.search(r"\{[a-z:-]+\}`|^:::|^```\{|^\([\w-]+\)=$|^:\w+:", prose, re.MULTILINE)
    assert live_chapter.GREETING in prose
    code = [cell for cell in chapter.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert "assert " in "\n".join(cell.source for cell in code)


def test_an_unknown_mark_fails_the_build():
    with pytest.raises(ValueError, match="figure"):
        live_chapter.markdown("```{figure} a.png\nA caption\n```", {}, {}, {})


def test_an_edition_follows_the_text_alone():
    lab = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")])
    before = edition_of(lab)
    lab.cells[0].execution_count, lab.cells[0].id, lab.metadata = 7, "other", {"a": 1}
    assert edition_of(lab) == before
    lab.cells[0].source = "x = 2"
    assert edition_of(lab) != before


def test_laying_out_again_leaves_the_list_alone(tmp_path):
    lay_out(tmp_path)
    before = (tmp_path / "contents.json").stat().st_mtime_ns
    lay_out(tmp_path)
    assert (tmp_path / "contents.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("address, link", [
    ("", ""), ("https://example.org/someone/course", ""),
    ("https://github.com/someone/course.git", 'href="https://mybinder.org/v2/gh/someone/course/HEAD?urlpath=lab/tree/my_labs"'),
])
def test_binder_is_offered_only_where_the_course_has_a_home(monkeypatch, pytestconfig, address, link):
    monkeypatch.syspath_prepend(pytestconfig.rootpath / "sphinx_ext")
    from lab_links import binder_link

    assert (link in binder_link(address)) if link else (binder_link(address) == "")
