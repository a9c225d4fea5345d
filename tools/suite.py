"""Run every part of the test suite, one line for each, and a total.

    python tools/suite.py            everything
    python tools/suite.py --quick    what needs neither the built site nor a browser
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTEST = [BIN / "python", "-m", "pytest", "--color=no"]

# name, command, whether `--quick` runs it
PARTS = [
    ("style", [BIN / "ruff", "check", "."], True),
    ("tidy notebooks", [BIN / "python", "tools/tidy.py", "--check"], True),
    ("maths", [*PYTEST, "-n", "2", "tests/maths"], True),
    ("pictures", [*PYTEST, "-n", "2", "tests/figures"], True),
    ("book and tools", [*PYTEST, "tests/book"], True),
    ("notebooks re-executed", [*PYTEST, "-p", "tests.nbval_pictures", "--nbval", "--nbval-current-env",
                               "-n", "2", "--dist", "loadfile", "book"], True),
    ("site built", ["make", "--no-print-directory", "site"], False),
    ("live engine in a browser", [*PYTEST, "tests/live"], False),
    ("site in a browser", [*PYTEST, "-n", "2", "tests/site"], False),
]


def run(name, command):
    """Run one part; returns (passed, failed) counts, a command without tests counting as one."""
    print(f"{name:<26}", end="", flush=True)
    started = time.monotonic()
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    output = result.stdout + result.stderr
    passed, failed = (sum(map(int, re.findall(rf"(\d+) {word}", output))) for word in ("passed", "(?:failed|errors?)"))
    if command[:3] != PYTEST[:3]:
        passed, failed = int(result.returncode == 0), int(result.returncode != 0)
    elif result.returncode and not failed:
        failed = 1
    print(f"{passed:5d} passed {failed:3d} failed  {time.monotonic() - started:6.1f} s", flush=True)
    if result.returncode:
        print(output[-6000:])
    return passed, failed


def main():
    """Run the parts in order, whatever fails, and end non-zero when something did."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the site and the browser")
    options = parser.parse_args()
    started = time.monotonic()
    counts = [run(name, command) for name, command, quick in PARTS if quick or not options.quick]
    passed, failed = map(sum, zip(*counts, strict=True))
    print(f"{'total':<26}{passed:5d} passed {failed:3d} failed  {time.monotonic() - started:6.1f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
