"""The packages of a lab's kernel as wheels: those from PyPI, those that come with JupyterLite, and our own."""

import hashlib
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import files
from pathlib import Path

from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.lite import progress, pyodide_files, slim

ROOT = Path(__file__).resolve().parents[2]
PINS = Path(__file__).with_name("wheels.txt")
KERNEL = "jupyterlite-pyodide-kernel"
FROM_THE_KERNEL = ("ipykernel", "piplite", "pyodide-kernel")

# Asked for by what we use, and not needed by it here: an empty package stands in.
STAND_INS = {
    "jedi": "0.19.2",  # 1.7 MB to complete code that has not run; IPython completes live objects without it
}
# Imported as transformer_block.figures: its import is what brings Matplotlib into the browser, and nothing else is.
FIGURES = "transformer-block-figures"


def fetch_pinned(cache=ROOT / ".cache"):
    """The wheels of wheels.txt, downloaded once; returns their folder."""
    pins = PINS.read_bytes()
    folder = cache / f"wheels-{hashlib.sha256(pins).hexdigest()[:10]}"
    if folder.is_dir():
        return folder
    progress.say("Fetching the kernel's Python packages (once; they stay in .cache) ...")
    unfinished = folder.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps",
               "--only-binary", ":all:", "--python-version", pyodide_files.PYTHON, "--platform", "any", "--abi", "none",
               "--implementation", "py", "--require-hashes", "--requirement", PINS, "--dest", unfinished]
    subprocess.run(command, check=True)
    unfinished.rename(folder)
    return folder


def kernel_wheels():
    """The wheels that the installed JupyterLite kernel brings along."""
    wheels = [file.locate() for file in files(KERNEL) if file.suffix == ".whl"]
    named = {name_of(wheel): wheel for wheel in wheels if name_of(wheel) in FROM_THE_KERNEL}
    missing = set(FROM_THE_KERNEL) - named.keys()
    if missing:
        raise FileNotFoundError(f"{KERNEL} is expected to carry wheels of {', '.join(FROM_THE_KERNEL)}; "
                                f"it has none of {', '.join(sorted(missing))}. Is the version the pinned one?")
    return list(named.values())


def name_of(wheel):
    """A wheel's package, by its file name: numpy-2.4.3-... -> numpy."""
    return parse_wheel_filename(Path(wheel).name)[0]


def gather(folder, helper=ROOT):
    """Write every wheel that a lab may load into `folder`, slimmed; returns the paths. `helper` holds our own code."""
    sources = [*(pyodide_files.fetch() / name for name in pyodide_files.PACKAGES),
               *fetch_pinned().glob("*.whl"), *kernel_wheels()]
    gathered = []
    for number, source in enumerate(sources, 1):
        progress.show(f"{number} of {len(sources)}: {source.name}")
        package, version, _, _ = parse_wheel_filename(source.name)
        tags = "-".join(source.stem.split("-")[-3:])
        gathered.append(slim.write(slim.content(source, package), folder, package, version, tags))
    progress.clear()
    return [*gathered, *(stand_in(folder, name, version) for name, version in STAND_INS.items()), *our_own(folder, helper)]


def our_own(folder, helper):
    """transformer_block as a wheel, its version ending in a hash of its content, and the stand-in for its figures."""
    project = tomllib.loads((helper / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    sources = sorted(path for path in (helper / "transformer_block").rglob("*") if path.suffix in (".py", ".js", ".css"))
    code = {path.relative_to(helper).as_posix(): path.read_bytes() for path in sources}
    digest = hashlib.sha256()
    for name, text in code.items():
        digest.update(f"{name} {hashlib.sha256(text).hexdigest()}\n".encode())
    version = f"{project['version']}+{digest.hexdigest()[:10]}"
    needs = [*project["dependencies"], *project["optional-dependencies"]["live"]]
    figures = [*project["optional-dependencies"]["figures"], f"{project['name']}=={version}"]
    return [write_plain(folder, project["name"], version, needs, code), write_plain(folder, FIGURES, version, figures, {})]


def stand_in(folder, name, version):
    """An empty package, so that what asks for it is content."""
    return write_plain(folder, name, version, [], {})


def write_plain(folder, name, version, needs, code):
    """A pure-Python wheel from its files and what it needs."""
    info = f"{canonicalize_name(name).replace('-', '_')}-{version}.dist-info"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}", *(f"Requires-Dist: {need}" for need in needs)]
    files = code | {f"{info}/METADATA": ("\n".join(metadata) + "\n").encode(),
                    f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    # A plus sign in an address is read as a blank by some servers.
    return slim.write(files, folder, name, version.partition("+")[0], "py3-none-any")
