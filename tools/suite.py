"""Run every part of the test suite, one line for each, and a total.

    python tools/suite.py            everything
    python tools/suite.py --quick    what needs neither the built site nor a browser
"""

import argparse
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTEST = (BIN / "python", "-m", "pytest", "--color=no")
NBVAL = (*PYTEST, "-p", "tests.nbval_pictures", "--nbval", "--nbval-current-env")
PROGRESS = "tests/labs/test_progress_widget.py"  # needs a browser
CORES = 2


@dataclass(frozen=True)
class Part:
    """A part of the suite: what it is called, and the command."""

    name: str
    command: tuple


# Each of these keeps about one core busy, so that two run at a time; the longest comes first.
SITE = Part("site and labs built", ("make", "--no-print-directory", "site"))
QUICK = (
    Part("style", (BIN / "ruff", "check", ".")),
    Part("tidy notebooks", (BIN / "python", "tools/tidy.py", "--check")),
    Part("checks of the labs", (*PYTEST, "tests/labs", f"--ignore={PROGRESS}")),
    Part("chapters re-executed", (*NBVAL, "book")),
    Part("book and tools", (*PYTEST, "tests/book")),
    Part("maths", (*PYTEST, "tests/maths", "tests/learned")),
    Part("labs re-executed", (*NBVAL, "labs")),
    Part("pictures", (*PYTEST, "tests/figures")),
)
# These need the built site, and a browser needs more than one core: one at a time.
BROWSER = (
    Part("live engine in a browser", (*PYTEST, "-n", str(CORES), "--dist", "loadfile", "tests/live")),
    Part("site in a browser", (*PYTEST, "-n", str(CORES), "tests/site")),
    Part("labs in a browser", (*PYTEST, "-n", str(CORES), "tests/lite", PROGRESS)),
)


def run(part):
    """Run one part; returns (passed, failed) counts, a command without tests counting as one."""
    started = time.monotonic()
    result = subprocess.run(part.command, cwd=ROOT, capture_output=True, text=True)
    output = result.stdout + result.stderr
    passed, failed = (sum(map(int, re.findall(rf"(\d+) {word}", output))) for word in ("passed", "(?:failed|errors?)"))
    if part.command[:3] != PYTEST[:3]:
        passed, failed = int(result.returncode == 0), int(result.returncode != 0)
    elif result.returncode and not failed:
        failed = 1
    lines = [f"{part.name:<26}{passed:5d} passed {failed:3d} failed  {time.monotonic() - started:6.1f} s"]
    if result.returncode:
        lines.append(output[-6000:])
    print("\n".join(lines), flush=True)
    return passed, failed


def run_all(quick):
    """Run the parts, whatever fails, and return their counts."""
    with ThreadPoolExecutor(CORES) as lanes:
        counts = list(lanes.map(run, QUICK if quick else (SITE, *QUICK)))
    return counts if quick else counts + [run(part) for part in BROWSER]


def main():
    """Run what is asked for and end non-zero when something failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the site and the browser")
    options = parser.parse_args()
    started = time.monotonic()
    passed, failed = map(sum, zip(*run_all(options.quick), strict=True))
    print(f"{'total':<26}{passed:5d} passed {failed:3d} failed  {time.monotonic() - started:6.1f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
