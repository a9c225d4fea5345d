"""The commands explain themselves: an old Python, an old make, a taken port, an untidy notebook, a foreign host."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "sphinx_ext")]

from sphinx.errors import ExtensionError

import environment
import icons
import self_contained
import style_bundle
import tidy


def test_an_old_python_is_told_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(environment, "OLDEST", (99, 0))
    with pytest.raises(SystemExit):
        environment.main()
    said = capsys.readouterr().err
    assert "needs Python 99.0 or newer" in said
    assert "make serve PYTHON=python3.12" in said


def test_an_old_make_is_told_what_to_do():
    result = subprocess.run(["make", "MAKE_VERSION=3.80", "help"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 2
    assert "needs GNU make 3.81 or newer, and this is 3.80" in result.stderr


def test_help_names_the_commands():
    result = subprocess.run(["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True)
    assert [line.split(":")[0].split("\t")[0].strip() for line in result.stdout.splitlines()] == [
        "help", "serve", "site", "lab", "test", "test-quick", "test-torch", "train", "new-chapter", "tidy", "lint", "clean"]


def test_nothing_speaks_up_where_there_is_no_home(tmp_path):
    nothing = tmp_path / "a file"
    nothing.touch()
    (tmp_path / "Makefile").write_text(
        f"include Makefile\nshow:\n\t@'{sys.executable}' -c 'import IPython.paths, matplotlib.pyplot; print(IPython.paths.get_ipython_dir())'\n")
    surroundings = {key: value for key, value in os.environ.items() if key not in ("MPLCONFIGDIR", "IPYTHONDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    result = subprocess.run(["make", "-s", "-f", tmp_path / "Makefile", "show"], cwd=ROOT, capture_output=True, text=True,
                            env={**surroundings, "HOME": str(nothing / "home")})
    assert (result.returncode, result.stderr, result.stdout) == (0, "", f"{ROOT}/.cache/ipython\n")


def test_a_taken_port_is_told_what_to_do(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = subprocess.run([sys.executable, "tools/serve.py", tmp_path, "--port", str(port), "--no-browser"],
                                cwd=ROOT, capture_output=True, text=True, timeout=20)
    assert result.returncode == 1
    assert result.stderr == f"Port {port} is taken by another program. Choose another: make serve PORT={port + 1}\n"


@pytest.fixture
def notebook():
    cell = nbformat.v4.new_code_cell("1 + 1", execution_count=1, id="one", outputs=[
        nbformat.v4.new_output("execute_result", {"text/plain": "2"}, execution_count=1)])
    return nbformat.v4.new_notebook(cells=[cell], metadata=tidy.NOTEBOOK_METADATA)


def test_a_tidy_notebook_gets_no_complaint(notebook):
    assert tidy.complaints(notebook) == []


@pytest.mark.parametrize("spoil, complaint", [
    (lambda n: n.metadata.update(widgets={}), "its metadata names more than the kernel"),
    (lambda n: n.cells.append(n.cells[0]), "a cell has no id of its own"),
    (lambda n: n.cells[0].update(execution_count=None), "its execution counts are not 1, 2, 3"),
    (lambda n: n.cells[0].metadata.update(collapsed=True), "carries metadata that an editor left"),
    (lambda n: n.cells[0].outputs[0].data.update({"image/png": "…"}), "stores image/png"),
    (lambda n: n.cells[0].outputs[0].data.update({"image/svg+xml": "…"}), "stores image/svg+xml"),
    (lambda n: n.cells[0].outputs.append(nbformat.v4.new_output("stream", name="stderr", text="!")), "stores an error or a warning"),
])
def test_an_untidy_notebook_is_told_why(notebook, spoil, complaint):
    spoil(notebook)
    assert any(complaint in said for said in tidy.complaints(notebook))


def test_a_page_that_asks_a_foreign_host_fails_the_build(tmp_path):
    page = tmp_path / "page.html"
    with pytest.raises(ExtensionError, match="page.html: https://example.org/x.js"):
        self_contained._refuse_foreign_hosts(tmp_path, {page: '<script src="https://example.org/x.js"></script>'})
    self_contained._refuse_foreign_hosts(tmp_path, {page: '<a href="https://example.org">a link may lead anywhere</a>'})


def test_an_unknown_icon_fails_the_build():
    with pytest.raises(ValueError, match="icon fa-unicorn: expected an outline"):
        icons.style_sheet(["fa-unicorn"], "")


def test_one_style_sheet_takes_the_place_of_many(tmp_path):
    (tmp_path / "_static" / "styles").mkdir(parents=True)
    (tmp_path / "_static" / "a.css").write_text("@import 'styles/b.css'; .a { background: url(x.png) }")
    (tmp_path / "_static" / "styles" / "b.css").write_text(".b { background: url('../y.png') }")
    page = ('<link rel="stylesheet" type="text/css" href="../_static/a.css?v=1" />'
            '<link href="../_static/styles/b.css" rel="stylesheet" />')
    assert style_bundle.sheets_of(page) == ["_static/a.css", "_static/styles/b.css"]
    text = style_bundle.bundle(tmp_path, ["_static/a.css"], ".c {}")
    assert ".b { background: url(y.png) }" in text and ".a { background: url(x.png) }" in text and text.endswith(".c {}")
    assert style_bundle.link_to(page, "site.css").strip() == '<link rel="stylesheet" href="../_static/site.css">'
