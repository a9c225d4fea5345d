"""The lists of chapters and sections: over the text on a phone, beside it on a desk, and where the reader is."""

from tests.site.test_pages import LAPTOP, PHONE
from tests.site.widgets import FRAMES


def test_a_phone_opens_the_chapters_over_the_text(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=PHONE)
    dialog, bar = page.locator("#pst-primary-sidebar-modal"), page.locator("#pst-primary-sidebar")
    entries = bar.locator("a").count()
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(PHONE["width"] - 5, 400)):
        page.locator(".primary-toggle").focus()
        page.keyboard.press("Enter")
        assert dialog.locator("a:visible", has_text="The collapse").count() == 1
        close()
        page.wait_for_function("!document.getElementById('pst-primary-sidebar-modal').open")
        assert page.evaluate("document.activeElement.classList.contains('primary-toggle')")
        assert bar.locator("a").count() == entries > 10


def test_a_phone_jumps_to_a_section(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=PHONE)
    page.locator(".secondary-toggle").click()
    page.locator("#pst-secondary-sidebar-modal a", has_text="Exercises").click()
    page.wait_for_function("""!document.getElementById('pst-secondary-sidebar-modal').open
        && Math.abs(document.querySelector('#exercises > h2').getBoundingClientRect().top) < 120""")


def test_a_desk_can_hide_the_chapters(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP)
    chapters = page.locator("#pst-primary-sidebar a", has_text="The collapse")
    assert chapters.is_visible()
    page.locator(".primary-toggle").click()
    page.wait_for_function("getComputedStyle(document.getElementById('pst-primary-sidebar')).visibility === 'hidden'")
    page.locator(".primary-toggle").click()
    page.wait_for_function("getComputedStyle(document.getElementById('pst-primary-sidebar')).visibility === 'visible'")


def test_the_list_of_sections_says_where_the_reader_is(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP)
    links = page.locator("#pst-page-toc-nav a")
    addresses = [link.get_attribute("href") for link in links.all()]
    assert len(addresses) > 6
    for down in (addresses[2], addresses[-1], addresses[1]):
        # The last one stands under the page's end, where it cannot reach the top.
        page.evaluate("""([id, isLast]) => scrollBy({ behavior: 'instant',
            top: isLast ? document.body.scrollHeight : document.getElementById(id).getBoundingClientRect().top - 60 })""",
                      [down[1:], down == addresses[-1]])
        page.wait_for_function("""link => {
            const here = [...document.querySelectorAll('#pst-page-toc-nav a[aria-current]')];
            return here.length === 1 && here[0].getAttribute('href') === link && here[0].classList.contains('active');
        }""", arg=down)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function("!document.querySelector('#pst-page-toc-nav [aria-current]')")


def test_the_next_page_opens_its_list_where_this_one_was(visit, address):
    page = visit(f"{address}/book/drift.html", viewport={"width": 1280, "height": 300})
    page.evaluate("document.getElementById('pst-primary-sidebar').scrollTop = 150")
    page.goto(f"{address}/book/collapse.html")
    assert page.evaluate("document.getElementById('pst-primary-sidebar').scrollTop") == 150


def test_what_is_wider_than_its_box_takes_the_focus(visit, address):
    page = visit(f"{address}/book/full_block.html", viewport=PHONE)
    page.evaluate(FRAMES)
    wrong = """() => [...document.querySelectorAll('pre')].filter(box => box.checkVisibility()
        && (box.scrollWidth > box.clientWidth) !== (box.tabIndex === 0)).map(box => box.textContent.slice(0, 60))"""
    assert page.evaluate(wrong) == []
    on_a_phone = page.locator("pre[tabindex='0']").count()
    assert on_a_phone > 0
    page.set_viewport_size({"width": 1600, "height": 800})
    page.wait_for_function("""before => document.querySelectorAll("pre[tabindex='0']").length < before""", arg=on_a_phone)
    page.wait_for_function(f"({wrong})().length === 0")  # the column takes a few frames to its new width


def test_the_colours_follow_the_system_until_the_reader_chooses(visit, address):
    page = visit(f"{address}/book/drift.html", viewport=LAPTOP, color_scheme="light", locale="en-GB")
    theme = lambda: page.evaluate("document.documentElement.dataset.theme")
    assert theme() == "light"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    page.locator(".theme-switch-button").first.click()  # light, since dark is what the system says
    assert theme() == "light"
    page.reload()
    assert theme() == "light"
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    assert theme() == "light"
