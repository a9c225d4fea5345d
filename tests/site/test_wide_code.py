"""Code that is wider than a phone says so, by a shadow at each end where there is more."""

import io

import pytest
from PIL import Image

from tests.site.test_pages import PHONE


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_what_is_cut_on_a_phone_says_so(visit, address, colours):
    page = visit(f"{address}/book/full_block.html", viewport=PHONE, color_scheme=colours)
    code = page.locator(".tb-plain pre")
    wide = next(box for box in code.all() if box.evaluate("box => box.scrollWidth > box.clientWidth + 100"))
    narrow = next(box for box in page.locator("pre").all() if box.is_visible() and box.evaluate("box => box.scrollWidth === box.clientWidth"))

    def has_shadow(box):
        """Whether the left and the right edge look different from the middle, above the first line of the text."""
        picture = Image.open(io.BytesIO(box.screenshot())).convert("RGB")
        left, middle, right = (picture.getpixel((x, 4)) for x in (3, picture.width // 2, picture.width - 3))
        return left != middle, right != middle

    assert has_shadow(narrow) == (False, False)
    assert has_shadow(wide) == (False, True)
    wide.evaluate("box => { box.scrollLeft = 40; }")
    assert has_shadow(wide) == (True, True)
    wide.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    assert has_shadow(wide) == (True, False)
