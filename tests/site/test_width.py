"""Text that cells put out is no wider than a page of text: what they print, and what they show that is no picture."""

from tests.book.test_width import WIDEST
from tests.site.test_checked_here import both  # noqa: F401 - a fixture


def test_text_that_cells_put_out_is_narrow(both):  # noqa: F811
    soup, _ = both
    assert [line for text in soup.select(".cell_output pre") for line in text.get_text().splitlines() if len(line) > WIDEST] == []
