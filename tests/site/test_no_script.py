"""A chapter without JavaScript: its pictures stand still, its answers open, and nothing stands there that does nothing."""

import pytest

from tests.site.test_pages import CHAPTERS, LAPTOP, PHONE, SITE

WITH_STILLS = [page for page in CHAPTERS if 'class="tb-still' in (SITE / page).read_text(encoding="utf-8")]


@pytest.fixture
def scriptless(contexts, address):
    """Open a page without JavaScript: scriptless(page name)."""
    pages = []

    def open_page(page_name):
        pages.append(contexts(java_script_enabled=False, viewport=LAPTOP).new_page())
        pages[-1].goto(f"{address}/{page_name}")
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


@pytest.mark.parametrize("page_name", WITH_STILLS)
def test_widgets_are_pictures_and_answers_open(scriptless, page_name):
    page = scriptless(page_name)
    states = page.locator('script[type="application/vnd.transformer-block.live+json"]').count()
    stills = page.locator(".tb-still svg[role=img]")
    assert stills.count() == states > 0
    for still in stills.all():
        assert still.is_visible() and len(still.get_attribute("aria-label")) > 40
    for answer in page.locator("details.dropdown").all():
        # Its own line and what stands beside it; code within has a line of its own.
        assert not answer.locator("> summary ~ *").first.is_visible()
        answer.locator("> summary").click()
        assert answer.locator("> summary ~ *").first.is_visible()


@pytest.mark.parametrize("page_name", CHAPTERS)
def test_nothing_that_does_nothing_is_seen(scriptless, page_name):
    page = scriptless(page_name)
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        assert [one.get_attribute("class") for one in page.locator(":is(button, input, select, .dropdown-toggle):visible").all()] == []
