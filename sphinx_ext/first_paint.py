"""Lets a page be at first what it will be: nothing changes its colours or moves once it is seen.

The theme settles these things by a script that runs when the page has been read.
"""

# What the reader's system prefers.
_LATE_COLOURS = 'dataset.theme = localStorage.getItem("theme") || "auto";'
_COLOURS = """dataset.theme = { light: "light", dark: "dark" }[document.documentElement.dataset.mode]
      || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");"""

# How far the sidebar is scrolled: as on the page before, or else so that the entry of this page can be seen. On a phone
# it lies out of sight, and to measure it there would cost the browser a layout of the page.
_MAIN = '<main id="main-content"'
_SIDEBAR = """<script>matchMedia("(min-width: 60rem)").matches && (() => {
        const bar = document.getElementById("pst-primary-sidebar"), kept = sessionStorage.getItem("sidebar-scroll-top");
        const place = [...bar.querySelectorAll(".active")].pop()?.getBoundingClientRect().y ?? 0;
        bar.scrollTop = kept ?? (place > innerHeight / 2 ? place - bar.clientHeight / 4 : 0);
        sessionStorage.setItem("sidebar-scroll-top", bar.scrollTop);
      })()</script>
      """


def steady(page):
    """The text of a page, with these things settled before it is painted."""
    if _LATE_COLOURS not in page:
        return page
    return page.replace(_LATE_COLOURS, _COLOURS).replace(_MAIN, _SIDEBAR + _MAIN)
