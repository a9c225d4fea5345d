"""A local Jupyter server of its own, and a notebook in it as a reader's hands find it: JupyterLab or Notebook 7."""

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat

# name -> where it opens notebooks; a workspace of its own keeps JupyterLab from opening what was open before
APPLICATIONS = {"JupyterLab": "lab/workspaces/{stem}/tree/{stem}.ipynb", "Notebook 7": "notebooks/{stem}.ipynb"}
_EXTENSIONS = ["@jupyter-notebook/lab-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget"]
_NEWS = "@jupyterlab/apputils-extension:announcements"  # would ask foreign hosts, and lay itself over the page


@contextmanager
def jupyter_server(folder, home):
    """Serve the notebooks of `folder`, all settings below `home`; gives (application, stem of the file) -> address."""
    home, token, port = Path(home), secrets.token_hex(16), _free_port()
    settings = home / "config" / "labconfig" / "page_config.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"disabledExtensions": {_NEWS: True}}), encoding="utf-8")
    extensions = home / "extensions"
    for name in _EXTENSIONS:
        (extensions / name).parent.mkdir(parents=True, exist_ok=True)
        (extensions / name).symlink_to(Path(sys.prefix, "share", "jupyter", "labextensions", name))
    places = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime",
              "JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces", "IPYTHONDIR": "ipython"}
    environment = {**os.environ, **{name: str(home / place) for name, place in places.items()}}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1",
               f"--ServerApp.port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}",
               f"--ServerApp.root_dir={folder}"]
    for application in ("LabApp", "JupyterNotebookApp"):
        command += [f"--{application}.labextensions_path={extensions}", f"--{application}.expose_app_in_browser=True"]
    with open(home / "log", "w+", encoding="utf-8") as log:
        server = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
        try:
            _wait_until_it_answers(server, f"http://127.0.0.1:{port}/api/status?token={token}", log)
            yield lambda application, stem: (
                f"http://127.0.0.1:{port}/{APPLICATIONS[application].format(stem=stem)}?token={token}")
        finally:
            # Asked to end, the server ends its kernels first.
            server.terminate()
            server.wait(timeout=30)


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_it_answers(server, address, log, seconds=60):
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, TimeoutError) as refused:
            if server.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
                continue
            log.seek(0)
            raise RuntimeError(f"The Jupyter server does not answer. It wrote:\n{log.read()[-3000:]}") from refused


def notebook_of(cells, kernel="python3"):
    """A notebook of these code cells."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": kernel, "display_name": "Python 3", "language": "python"}
    return notebook


# The kernel stands, the page is joined to it, and it has nothing to do.
_KERNEL_IS_IDLE = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  return session?.isReady && session.kernelDisplayStatus === "idle";
}"""


class OpenNotebook:
    """A notebook in a page of the browser; `complaints` holds what the console said since it stood."""

    def __init__(self, page, address):
        self.page = page
        page.goto(address)
        self._cells = page.locator(".jp-Notebook .jp-CodeCell")
        self._cells.first.wait_for()
        page.wait_for_function(_KERNEL_IS_IDLE)
        self.complaints = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message):
        # Notebook 7 forbids itself the font of its own icons, which it asks for once ipywidgets' controls are drawn.
        own_icons = re.search(r"/static/notebook/\w+\.woff2", message.location["url"])
        if message.type == "error" and not own_icons:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def cell(self, number):
        """The code cell of this number, as a locator."""
        return self._cells.nth(number)

    def run(self, number):
        """Run one cell by Ctrl+Enter and return the text it printed."""
        prompt = self.cell(number).locator(".jp-InputPrompt")
        before = prompt.inner_text()
        self.cell(number).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        self._wait_for_another_count(prompt, before)
        return self.printed(number)

    def printed(self, number):
        """The text under a cell."""
        return "\n".join(self.cell(number).locator(".jp-OutputArea-output pre").all_inner_texts()).strip()

    def restart_and_run_all(self):
        """Press the button for it, agree, and wait for the last cell to have run."""
        self.page.locator("[data-command='notebook:restart-run-all']").click()
        self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.page.wait_for_function("jupyterapp.shell.currentWidget.content.widgets"
                                    ".every(({ model }, place) => model.executionCount === place + 1)")
        self.page.wait_for_function(_KERNEL_IS_IDLE)

    def run_all(self):
        """Run all cells and wait for the last."""
        self.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")

    def _wait_for_another_count(self, prompt, before):
        self.page.wait_for_function("([prompt, before]) => /\\d/.test(prompt.innerText) && prompt.innerText !== before",
                                    arg=[prompt.element_handle(), before])
