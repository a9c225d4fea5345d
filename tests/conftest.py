"""Real browsers for the tests that need one."""

import os
import shutil

import pytest
from playwright.sync_api import Error, sync_playwright

from tests.firefox import Firefox, installed

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path():
    """The installed Chromium or Chrome ($CHROMIUM names one), or None for Playwright's own."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser():
    """The installed browser, else Playwright's own; a failure without either."""
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        except Error as error:
            pytest.fail(f"No browser to test in. Install Chromium or Chrome, or run: .venv/bin/playwright install chromium\n{error}")
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def firefox():
    """The installed Firefox with one page. Only CI insists on it."""
    path = installed()
    if path is None and os.environ.get("CI"):
        pytest.fail("Firefox is expected here. On Debian and Ubuntu: apt-get install firefox-esr")
    if path is None:
        pytest.skip("Firefox is not installed here")
    running = Firefox(path)
    yield running
    running.close()
