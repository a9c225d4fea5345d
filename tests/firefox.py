"""Firefox as it is installed, driven by WebDriver BiDi: the few commands that a lab's test needs.

Playwright drives only a Firefox of its own build. A page here answers to the same calls as Playwright's.
"""

import json
import re
import shutil
import subprocess
import tempfile
import time

import websocket

NAMES = ("firefox", "firefox-esr")
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A running Firefox with a fresh profile, and its one page."""

    def __init__(self, path):
        self._profile = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--profile", self._profile.name, "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        listening = next(filter(None, map(_LISTENING.search, self._process.stderr)), None)
        if listening is None:
            raise RuntimeError(f"{path} ended before it could be driven")
        self._socket = websocket.create_connection(f"{listening[1]}/session", timeout=180, suppress_origin=True)
        self._number = 0
        self.requests = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["network.beforeRequestSent"])
        self._context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method, **parameters):
        """One command and its answer; what happens meanwhile is noted."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "network.beforeRequestSent":
                self.requests.append(message["params"]["request"]["url"])
            if message.get("id") == self._number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def goto(self, url):
        """Open an address and wait until it is loaded."""
        self.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression, arg=None):
        """The value of an expression, or of the function that it is, called with `arg`."""
        whole = (f"(async () => {{ const value = ({expression}); return JSON.stringify(await "
                 f"(typeof value === 'function' ? value({json.dumps(arg)}) : value)) ?? 'null'; }})()")
        answer = self.send("script.evaluate", expression=whole, target={"context": self._context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for_function(self, expression, timeout=30_000):
        """Wait until an expression is true."""
        end = time.monotonic() + timeout / 1000
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise TimeoutError(f"not true within {timeout / 1000:.0f} s: {expression}")
            time.sleep(0.2)

    def wait_for_timeout(self, milliseconds):
        """Wait."""
        time.sleep(milliseconds / 1000)

    def close(self):
        """End Firefox and remove its profile."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(timeout=30)
        self._process.stderr.close()
        shutil.rmtree(self._profile.name, ignore_errors=True)  # Firefox may still be writing there
        self._profile.cleanup()


def installed():
    """The installed Firefox, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
