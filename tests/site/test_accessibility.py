"""Every page of the built site by axe: in light and dark, on a desktop and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.site.test_pages import LAPTOP, PAGES, PHONE
from tests.site.widgets import widgets_stand

# Each span of code costs axe as much as a paragraph does; their colours have a test of their own in test_pages.py.
LOOKED_AT = {"exclude": [[".highlight span"]]}
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = EVERYTHING | {"runOnly": ["color-contrast", "link-in-text-block"]}
# In the dark, only what depends on colours is looked at again.
LOOKS = (("light", LAPTOP, EVERYTHING), ("dark", LAPTOP, COLOURS), ("light", PHONE, EVERYTHING))


@pytest.mark.parametrize("page_name", PAGES)
def test_axe_finds_nothing(visit, address, page_name):
    # With reduced motion, nothing is caught half-way between two colours.
    page = widgets_stand(visit(f"{address}/{page_name}", viewport=LAPTOP, color_scheme="light", reduced_motion="reduce"))
    for colours, size, rules in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        page.wait_for_function("colours => document.documentElement.dataset.theme === colours", arg=colours)
        # A moment after its width has changed, the keyboard reaches the code that now scrolls (folded code, once it is open).
        page.wait_for_function("""() => [...document.querySelectorAll('div.highlight pre')].every(
            (code) => !code.checkVisibility() || code.scrollWidth <= code.clientWidth || code.tabIndex === 0)""")
        found = Axe().run(page, context=LOOKED_AT, options=rules).response["violations"]
        assert [f"{colours}, {size['width']} px: {rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]] == []
