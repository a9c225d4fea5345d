"""Builds the labs' part of the site: JupyterLite's notebook page, with Python and its packages beside it.

    python -m tools.lite.site      from _build/labs into _build/html/lite
"""

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tools.lite import contents, lock, progress, pyodide_files, wheels
from transformer_block import palette

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "_build" / "lite"
SITE = ROOT / "_build" / "html"
KERNEL_SETTINGS = "@jupyterlite/pyodide-kernel-extension:kernel"
# Front ends of installed packages that a lab uses; others that happen to be installed stay out.
FRONT_ENDS = ("@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension", "anywidget")
# Loaded while Python starts. What is not here is fetched when a cell imports it; Matplotlib is.
AT_START = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython",
            "numpy", "ipywidgets", "anywidget", "transformer-block"]
# The name of the browser's own store for what a learner has saved. Another name would hide all of it: never change it.
STORE = "transformer-block"
# IndexedDB; where a browser refuses it, memory, so that a lab runs all the same (and lab_page.js says so).
DRIVERS = ["asyncStorage", "memoryStorageDriver"]
# Built by JupyterLite and never asked for by the notebook page.
UNUSED = ("doc", "manifest.webmanifest", "service-worker.js", "**/*.eot", "**/fa-*.svg", "**/fa-*.ttf",
          "**/fa-*.woff", "**/pypi/*.whl")
CONFIG = {
    "apps": ["notebooks"],
    "ignore_sys_prefix": ["federated_extensions"],
    "no_sourcemaps": True,
    "no_unused_shared_packages": True,
    # By default everything under a folder called _build is ignored, and that is where we build.
    "ignore_contents": [r"/\.ipynb_checkpoints"],
}
PAGE = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "The transformer block: labs",
        "appUrl": "./notebooks",
        "contentsStorageDrivers": DRIVERS,
        "contentsStorageName": STORE,
        "disabledExtensions": [
            "@jupyter-notebook/application-extension:dirty",  # asks before leaving when a cell merely ran
            "@jupyter-notebook/console-extension:scratchpad-console",
            "@jupyter-notebook/notebook-extension:trusted",  # a badge that says "Not trusted" of every lab
            "@jupyterlite/application-extension:share-file",
            "@jupyterlite/application-extension:service-worker-manager",  # for open() and input() in cells; no lab has them
        ],
        "exposeAppInBrowser": True,
        "enableMemoryStorage": True,
        "faviconUrl": "./favicon.svg",
        "settingsStorageDrivers": DRIVERS,
        "settingsStorageName": f"{STORE} settings",
        "workspacesStorageDrivers": DRIVERS,
        "workspacesStorageName": f"{STORE} workspaces",
        "litePluginSettings": {
            KERNEL_SETTINGS: {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": AT_START}},
        },
    },
}
OVERRIDES = {
    # lab_page.js saves when the learner has written something. JupyterLite's own way also saves what merely ran.
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
}
_FOREIGN = re.compile(r"""(?:src|href|url)\s*[=(:]\s*["']?((?:https?:)?//[^"')\s]+)""")


class NotClosed(Exception):
    """The built labs would ask a foreign host for something."""


def prepare(source, labs, helper):
    """Write what `jupyter lite build` starts from."""
    shutil.rmtree(source, ignore_errors=True)
    pyodide = source / "static" / "pyodide"
    pyodide.mkdir(parents=True)
    lock.write(wheels.gather(pyodide, helper), pyodide)
    for name in pyodide_files.CORE:
        shutil.copyfile(pyodide_files.CACHE / name, pyodide / name)
    config = {"LiteBuildConfig": CONFIG | {"federated_extensions": front_ends(), "contents": [str(labs / "files")]}}
    for name, content in (("jupyter_lite_config.json", config), ("jupyter-lite.json", PAGE), ("overrides.json", OVERRIDES)):
        (source / name).write_text(json.dumps(content, indent=1), encoding="utf-8")


def front_ends():
    """The folders of the installed front ends that a lab uses."""
    folder = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    return [str(folder / name) for name in FRONT_ENDS]


def build(source, out):
    """Run JupyterLite's own build."""
    shutil.rmtree(out, ignore_errors=True)
    # Left over from a build that broke off, it makes the next one skip the settings, and the labs reach for a CDN.
    for leftover in (*source.glob(".jupyterlite.doit.db*"), *ROOT.glob(".jupyterlite.doit.db*")):
        leftover.unlink()
    command = [Path(sys.executable).with_name("jupyter"), "lite", "build", "--lite-dir", source, "--output-dir", out]
    result = subprocess.run(command, cwd=source, capture_output=True, text=True)
    source.with_name("build.log").write_text(result.stdout + result.stderr, encoding="utf-8")
    if result.returncode:
        raise RuntimeError(f"JupyterLite did not build:\n{(result.stdout + result.stderr)[-3000:]}")
    for leftover in source.glob(".jupyterlite.doit.db*"):
        leftover.unlink()


def trim(out):
    """Remove what no lab asks for."""
    for pattern in UNUSED:
        for path in out.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def finish_page(out, labs):
    """Give the notebook page our own script and style, and the list of what it fetches while Python starts."""
    assets = Path(__file__).parent
    shutil.copyfile(assets / "lab_page.js", out / "notebooks" / "lab_page.js")
    # Jupyter marks the page's body: first by what the system prefers, then by the theme that it has loaded.
    dark = ":root:has(body[data-jp-theme-light=false], body.jp-mod-dark:not([data-jp-theme-light]))"
    style = palette.css(dark=dark) + (assets / "lab_page.css").read_text(encoding="utf-8")
    (out / "notebooks" / "lab_page.css").write_text(style, encoding="utf-8")
    shutil.copyfile(ROOT / "book" / "_assets" / "favicon.svg", out / "favicon.svg")
    shutil.copyfile(labs / "contents.json", out / "contents.json")
    page = out / "notebooks" / "index.html"
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"<title>.*?</title>", "<title>Lab: the transformer block</title>", text)
    text = re.sub(r'\s*<link rel="manifest"[^>]*>', "", text)
    data = json.dumps({"fetched": fetched_at_start(out / "static" / "pyodide")}, separators=(",", ":"))
    ours = (f'<script id="lab-page-data" type="application/json">{data}</script>\n'
            '    <link rel="icon" type="image/svg+xml" href="../favicon.svg">\n'
            '    <link rel="stylesheet" href="lab_page.css">\n    <script src="lab_page.js"></script>\n')
    marked = re.sub(r"(<script id=\"jupyter-config-data\")", lambda match: ours + "    " + match[1], text, count=1)
    if marked == text:
        raise LookupError("JupyterLite's notebook page no longer has the tag before which our script goes.")
    page.write_text(marked, encoding="utf-8")


def fetched_at_start(pyodide):
    """The files that a starting kernel fetches: name -> bytes."""
    packages = json.loads((pyodide / lock.NAME).read_text(encoding="utf-8"))["packages"]
    needed, waiting = set(), list(AT_START)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += packages[name]["depends"]
    names = [*pyodide_files.CORE, lock.NAME, *(packages[name]["file_name"] for name in sorted(needed))]
    return {name: (pyodide / name).stat().st_size for name in names}


def check(out):
    """Refuse a result that would ask a foreign host for anything, or has lost its settings."""
    page = json.loads((out / "jupyter-lite.json").read_text(encoding="utf-8")).get("jupyter-config-data", {})
    settings = page.get("litePluginSettings", {}).get(KERNEL_SETTINGS, {})
    wrong = []
    if settings.get("pyodideUrl") != "./static/pyodide/pyodide.mjs":
        wrong.append(f"jupyter-lite.json: pyodideUrl is {settings.get('pyodideUrl')!r}, not the site's own Pyodide")
    for name, expected in PAGE["jupyter-config-data"]["litePluginSettings"][KERNEL_SETTINGS].items():
        if settings.get(name) != expected:
            wrong.append(f"jupyter-lite.json: {name} is {settings.get(name)!r}, expected {expected!r}")
    extensions = sorted(extension["name"] for extension in page.get("federated_extensions", []))
    if extensions != sorted(FRONT_ENDS):
        wrong.append(f"jupyter-lite.json: the front ends are {extensions}, expected {sorted(FRONT_ENDS)}")
    packages = json.loads((out / "static" / "pyodide" / lock.NAME).read_text(encoding="utf-8"))["packages"]
    wrong += [f"{lock.NAME}: {about['file_name']} is not among the files" for about in packages.values()
              if not (out / "static" / "pyodide" / about["file_name"]).is_file()]
    for path in (*out.rglob("*.html"), *out.glob("notebooks/*.css"), out / "jupyter-lite.json"):
        text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        wrong += [f"{path.relative_to(out)}: {address}" for address in _FOREIGN.findall(text)]
    if wrong:
        raise NotClosed("The labs would not run from this site alone:\n  " + "\n  ".join(wrong))


def main(site=SITE, work=WORK, labs=contents.OUT, helper=ROOT):
    """Build beside the site, check, and put the result in place of the old one."""
    started = time.monotonic()
    progress.say("Building the labs ...")
    work.mkdir(parents=True, exist_ok=True)
    source, new = work / "source", work / "new"
    prepare(source, labs, helper)
    build(source, new)
    trim(new)
    finish_page(new, labs)
    check(new)
    shutil.rmtree(site / "lite", ignore_errors=True)
    new.rename(site / "lite")
    size = sum(path.stat().st_size for path in (site / "lite").rglob("*") if path.is_file())
    progress.say(f"Built the labs in {time.monotonic() - started:.0f} s ({size / 1e6:.0f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
