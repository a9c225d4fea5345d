"""Run every part of the test suite, two at a time, one line for each, and a total.

    python tools/suite.py            everything
    python tools/suite.py --quick    what needs neither the built site nor a browser
"""

import argparse
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTEST = (BIN / "python", "-m", "pytest", "--color=no")
NBVAL = (*PYTEST, "-p", "tests.nbval_pictures", "--nbval", "--nbval-current-env")
PROGRESS = "tests/labs/test_progress_widget.py"  # needs a browser
LANES = 2  # each part keeps about one core busy


@dataclass(frozen=True)
class Part:
    """A part of the suite: what it is called, the command, and whether it needs the built site and a browser."""

    name: str
    command: tuple
    needs_site: bool = False


SITE = Part("site and labs built", ("make", "--no-print-directory", "site"))
# The longest come first among those that wait for the site, so that both lanes end together.
PARTS = (
    Part("style", (BIN / "ruff", "check", ".")),
    Part("tidy notebooks", (BIN / "python", "tools/tidy.py", "--check")),
    Part("maths", (*PYTEST, "tests/maths")),
    Part("pictures", (*PYTEST, "tests/figures")),
    Part("book and tools", (*PYTEST, "tests/book")),
    Part("checks of the labs", (*PYTEST, "tests/labs", f"--ignore={PROGRESS}")),
    Part("chapters re-executed", (*NBVAL, "book")),
    Part("labs re-executed", (*NBVAL, "labs")),
    Part("labs in a browser", (*PYTEST, "tests/lite", PROGRESS), needs_site=True),
    Part("live engine in a browser", (*PYTEST, "tests/live"), needs_site=True),
    Part("site in a browser", (*PYTEST, "tests/site"), needs_site=True),
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
    """Run the parts in two lanes, whatever fails, and return their counts."""
    site_stands = threading.Event()

    def build():
        try:
            return run(SITE)
        finally:
            site_stands.set()

    def run_in_turn(part):
        if part.needs_site:
            site_stands.wait()
        return run(part)

    with ThreadPoolExecutor(LANES) as lanes:
        waiting = [] if quick else [lanes.submit(build)]
        waiting += [lanes.submit(run_in_turn, part) for part in PARTS if not (quick and part.needs_site)]
        return [done.result() for done in waiting]


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
