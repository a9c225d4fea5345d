"""Every page of the built site by axe: on a desktop and on a phone, in light and dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.site.test_pages import LAPTOP, PAGES, PHONE

# Each span of code costs axe as much as a paragraph does; their colours have a test of their own in test_pages.py.
LOOKED_AT = {"exclude": [[".highlight span"]]}
# In the dark, only what depends on colours is looked at again.
RULES = {"light": {"resultTypes": ["violations"]},
         "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}}


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("page_name", PAGES)
def test_axe_finds_nothing(visit, address, page_name, size):
    # With reduced motion, nothing is caught half-way between two colours.
    page = visit(f"{address}/{page_name}", viewport=size, color_scheme="light", reduced_motion="reduce")
    page.wait_for_function("""document.querySelectorAll('.tb-live').length ===
        document.querySelectorAll('script[type="application/vnd.jupyter.widget-view+json"]').length""")
    for colours, rules in RULES.items():
        page.emulate_media(color_scheme=colours)
        page.wait_for_function("colours => document.documentElement.dataset.theme === colours", arg=colours)
        found = Axe().run(page, context=LOOKED_AT, options=rules).response["violations"]
        assert [f"{colours}: {rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]] == []
