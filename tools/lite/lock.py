"""One closed list of packages for the browser: what is on it is served by the site, and what is not cannot load."""

import hashlib
import json
import zipfile
from email.parser import BytesParser

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lite import wheels

NAME = "pyodide-lock.json"
INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.0"}
HERE = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "python_version": "3.14",
        "python_full_version": "3.14.0", "implementation_name": "cpython", "platform_python_implementation": "CPython",
        "extra": ""}
# Asked for, and of no use in the browser: front ends that the site carries itself, a terminal, pictures in a PDF.
NOT_NEEDED = {"jupyterlab-widgets", "widgetsnbextension", "prompt-toolkit", "fonttools"}


def entry(wheel, left_out=NOT_NEEDED):
    """What the browser has to know of one wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        about = BytesParser().parsebytes(archive.read(metadata), headersonly=True)
    name = canonicalize_name(about["Name"])
    needs = [Requirement(need) for need in about.get_all("Requires-Dist") or []]
    depends = {canonicalize_name(need.name) for need in needs if not need.marker or need.marker.evaluate(HERE)}
    return {
        "name": name,
        "version": about["Version"],
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
        "imports": ["transformer_block.figures"] if name == wheels.FIGURES else modules(names),
        "depends": sorted(depends - left_out),
    }


def modules(names):
    """The top-level modules among a wheel's files."""
    packages = {name.partition("/")[0] for name in names if name.count("/") == 1 and name.endswith("/__init__.py")}
    alone = {name.removesuffix(".py") for name in names if "/" not in name and name.endswith(".py")}
    return sorted(packages | alone)


def closed(paths, left_out=NOT_NEEDED):
    """The lock for these wheels; refuses one that names a package which is not among them."""
    packages = {about["name"]: about for about in (entry(path, left_out) for path in sorted(paths))}
    lost = sorted(f"{need} (for {about['name']})" for about in packages.values() for need in about["depends"]
                  if need not in packages)
    if lost:
        raise LookupError(f"These packages are needed in the browser, and there is no wheel of them: {', '.join(lost)}. "
                          "Pin them in tools/lite/wheels.txt, or name them in lock.NOT_NEEDED.")
    return {"info": INFO, "packages": packages}


def write(paths, folder):
    """Write the lock of the wheels beside them."""
    (folder / NAME).write_text(json.dumps(closed(paths), indent=1, sort_keys=True) + "\n", encoding="utf-8")
