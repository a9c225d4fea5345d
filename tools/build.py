"""Build the book into _build/html, strictly: a warning or a failing cell fails the build."""

import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOG = ROOT / "_build" / "build.log"
SHOWN = ("reading sources", "executing", "Executing", "writing output", "self-contained")


def main():
    """Run jupyter-book, show how far it is, and on failure show its warnings and errors."""
    LOG.parent.mkdir(exist_ok=True)
    started = time.monotonic()
    # --all: the theme's files are copied anew, which sphinx_ext/self_contained.py counts on.
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    command = [jupyter_book, "build", ".", "--all", "-W", "-n", "--keep-going"]
    print("Executing and building the book ...", flush=True)
    with LOG.open("w", encoding="utf-8") as log, subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            log.write(line)
            if any(word in line for word in SHOWN):
                print(f"\r\033[K  {line.strip()[:90]}" if sys.stdout.isatty() else "", end="", flush=True)
    print("\r\033[K" if sys.stdout.isatty() else "", end="")
    if process.returncode:
        text = LOG.read_text(encoding="utf-8")
        print("\n".join(line for line in text.splitlines() if re.search("WARNING|ERROR|Error", line) and "IPKernelApp" not in line)
              or text[-3000:])
        print(f"The book did not build. The whole log: {LOG.relative_to(ROOT)}")
        return 1
    print(f"Built in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
