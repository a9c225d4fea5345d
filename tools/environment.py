"""Make .venv and install what requirements.txt pins. Run by make with any Python; explains itself when it cannot.

Kept to syntax that old Pythons understand, so that they reach the message.
"""

import os
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")


def stop(message):
    """Print what is wrong and what to do, and end."""
    sys.stderr.write("\n" + message + "\n")
    sys.exit(1)


def main():
    """Check Python, make the environment, install, and leave the mark that make looks for."""
    if sys.version_info < OLDEST:
        stop("The course needs Python %d.%d or newer, and %s is Python %d.%d.\nInstall a newer one, or name it: "
             "make serve PYTHON=python3.12" % (OLDEST + (sys.executable,) + sys.version_info[:2]))
    print("Making .venv with Python %d.%d and installing requirements.txt (once; a minute or two) ..." % sys.version_info[:2])
    sys.stdout.flush()
    if subprocess.call([sys.executable, "-m", "venv", VENV]):
        stop("Python could not make a virtual environment in .venv. On Debian and Ubuntu: apt install python3-venv")
    python = os.path.join(VENV, "bin", "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    for wanted in (["--requirement", "requirements.txt"], ["--no-deps", "--requirement", "requirements-files.txt"]):
        if subprocess.call(pip + wanted, cwd=ROOT):
            stop("pip could not install %s (its message is above). Check the network, then run make again." % wanted[-1])
    # Matplotlib lists the fonts on its first import and says so; do it here, before a notebook would store that.
    subprocess.check_call([python, "-c", "import matplotlib.font_manager"], cwd=ROOT, stderr=subprocess.DEVNULL)
    open(os.path.join(VENV, ".complete"), "w").close()


if __name__ == "__main__":
    main()
