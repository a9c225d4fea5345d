"""Click to first output and to first picture in the labs, and what they fetch, against a JupyterLite as it comes.

    .venv/bin/python benchmarks/labs.py [rounds]

Both serve the same notebooks with the same Python; the other one is built with JupyterLite's own defaults: all of its
pages, every package whole and with all that it asks for.
"""

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import ClassVar

from stage import ROOT, SITE, print_machine, print_table, started_browser

from tools.lite import lock, pyodide_files, wheels
from tools.lite import site as labs_site

# What JupyterLite as it comes loads besides, in the versions that its Pyodide brings.
WHOLE = ("jedi==0.19.2", "parso==0.8.6", "prompt-toolkit==3.0.52", "wcwidth==0.6.0", "fonttools==4.62.1",
         "widgetsnbextension==4.0.16", "jupyterlab-widgets==3.0.17")
ALREADY = (".whl", ".zip", ".woff2", ".png")  # compressed as they are
FEWER_BYTES, NO_SLOWER = 0.30, 1.0
_PANEL = "window.jupyterapp?.shell?.currentWidget"


class _Gzipping(SimpleHTTPRequestHandler):
    """A host that compresses what can be compressed, and counts what it sends."""

    protocol_version = "HTTP/1.1"
    packed: ClassVar = {}
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def __init__(self, sent, *args, **options):
        self.sent = sent
        super().__init__(*args, **options)

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body = path.read_bytes()
        self.send_response(200)
        if path.suffix not in ALREADY:
            body = self.packed.get(path) or self.packed.setdefault(path, gzip.compress(body, 6))
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)
        self.sent.append(len(body))

    def log_message(self, *args):
        pass


def build_stock(folder):
    """A JupyterLite of the same notebooks and the same Python, with its own defaults."""
    source, out = folder / "source", folder / "out"
    pyodide = source / "static" / "pyodide"
    pyodide.mkdir(parents=True)
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--python-version",
                    pyodide_files.PYTHON, "--dest", folder / "whole", *WHOLE], check=True, stderr=subprocess.DEVNULL)
    paths = [*(pyodide_files.fetch() / name for name in pyodide_files.PACKAGES), *wheels.fetch_pinned().glob("*.whl"),
             *wheels.kernel_wheels(), *(folder / "whole").glob("*.whl")]
    paths = [Path(shutil.copy(path, pyodide)) for path in paths] + wheels.our_own(pyodide, ROOT)
    content = lock.closed(paths, left_out=set())
    content["packages"]["matplotlib"]["depends"].append("fonttools")  # Pyodide's own list has it
    (pyodide / lock.NAME).write_text(json.dumps(content), encoding="utf-8")
    for name in pyodide_files.CORE:
        shutil.copy(pyodide_files.CACHE / name, pyodide)
    page = {"jupyter-lite-schema-version": 0, "jupyter-config-data": {"exposeAppInBrowser": True, "litePluginSettings":
            labs_site.PAGE["jupyter-config-data"]["litePluginSettings"]}}
    config = {"LiteBuildConfig": {"contents": [str(SITE / "lite" / "files")], "no_sourcemaps": True, "ignore_contents": [r"/\.ipynb_checkpoints"]}}
    (source / "jupyter-lite.json").write_text(json.dumps(page), encoding="utf-8")
    (source / "jupyter_lite_config.json").write_text(json.dumps(config), encoding="utf-8")
    labs_site.build(source, out)
    return out


def visit(browser, root, path, until):
    """One first visit: seconds from the click until `until` stands in the page, bytes and requests until then."""
    sent = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Gzipping, sent, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile:
        context = browser.browser_type.launch_persistent_context(profile, **OPTIONS)
        page = context.pages[0]
        started = time.monotonic()
        page.goto(f"http://127.0.0.1:{server.server_port}/notebooks/index.html?path={path}", wait_until="commit")
        page.wait_for_function(f"{_PANEL}?.sessionContext?.session?.kernel?.status === 'idle'", timeout=120_000)
        page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
        page.wait_for_selector(until, state="attached", timeout=180_000)
        took = time.monotonic() - started
        context.close()
    server.shutdown()
    server.server_close()
    return took, sum(sent), len(sent)


OPTIONS = {}


def main():
    """Measure, print, and end non-zero when a target is missed."""
    from tests.conftest import FLAGS

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    about = json.loads((SITE / "lite" / "contents.json").read_text(encoding="utf-8"))[1]
    goals = {"first output": (about["lab"], ".jp-CodeCell .jp-OutputArea-output"),
             "first picture": (about["chapter"], ".jp-CodeCell .jp-RenderedSVG")}
    rows, missed = [], []
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        places = {"the site's labs": SITE / "lite", "JupyterLite as it comes": build_stock(Path(folder))}
        print_machine(browser)
        OPTIONS.update(args=FLAGS, executable_path=shutil.which("chromium") or shutil.which("google-chrome"))
        for goal, (path, until) in goals.items():
            found = {where: [] for where in places}
            for _ in range(rounds):  # in turns, so that a busy moment of the machine hits both
                for where, root in places.items():
                    found[where].append(visit(browser, root, path, until))
            figures = {where: [median(column) for column in zip(*visits, strict=True)] for where, visits in found.items()}
            for where, (took, size, requests) in figures.items():
                rows.append([goal, where, f"{took:.1f}", f"{size / 1e6:.2f}", f"{requests:.0f}"])
            ours, other = figures.values()
            print(f"{goal}: {1 - ours[1] / other[1]:.0%} fewer bytes, {ours[0] / other[0]:.2f} times as long")
            if ours[1] > (1 - FEWER_BYTES) * other[1]:
                missed.append(f"{goal}: expected at least {FEWER_BYTES:.0%} fewer bytes")
            if ours[0] > NO_SLOWER * other[0]:
                missed.append(f"{goal}: expected to be no slower")
    print_table(["click to", "where", "seconds", "MB gzipped", "requests"], rows)
    print("\n".join(missed) or "Every target is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
