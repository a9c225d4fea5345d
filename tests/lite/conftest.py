"""The built site with its labs, served below a sub-path, in a real browser."""

import json

import pytest

from tests.lite.serving import POLICY, Host
from tests.site.conftest import SITE, site  # noqa: F401


@pytest.fixture(scope="session")
def contents(site):  # noqa: F811
    """What the site says it has: one entry for each chapter."""
    listed = site / "lite" / "contents.json"
    if not listed.is_file():
        pytest.fail("The built site has no labs. Run: make site")
    return json.loads(listed.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def host(site, tmp_path_factory):  # noqa: F811
    """The site under the strictest policy that it can run under."""
    serving = Host(tmp_path_factory.mktemp("host"), site, [("Content-Security-Policy", POLICY)])
    yield serving
    serving.close()


@pytest.fixture
def page(browser, host):
    """A page of a browser that has never been here; `requests` and `errors` tell what it did."""
    yield from _recorded(browser.new_context(), host)


@pytest.fixture
def page_without_workers(browser, host):
    """The same in a browser that allows no service worker."""
    yield from _recorded(browser.new_context(service_workers="block"), host)


def _recorded(context, host):
    page = context.new_page()
    page.requests, page.errors = [], []
    context.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    foreign = [url for url in page.requests if not url.startswith((host.address.removesuffix("/some/course"), "data:", "blob:"))]
    context.close()
    assert foreign == [], "a lab asked a foreign host"


__all__ = ["SITE"]
