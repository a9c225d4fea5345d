"""One script for the site instead of a dozen, which no page waits for, and one more for the search page alone.

What the theme adds to every page and this book has no use for goes. The build fails as soon as a page has a use for it.
"""

import hashlib
import re

from sphinx.errors import ExtensionError

# In the order in which they run. The course's own, in book/_assets/site, stand for the theme's two: those make the
# browser lay out a whole page before it has been read, and most of their code is for what this book does not have.
_OURS = tuple(f"site/{name}.js" for name in ("colours", "sidebars", "search", "you_are_here", "view", "scrolling",
                                             "downloads", "printing", "late_layout", "code"))
_SITE = (*_OURS, "documentation_options.js", "clipboard.min.js", "copybutton.js")
# The search button leads to search.html, so that only that page searches.
_SEARCH = ("doctools.js", "language_data.js", "searchtools.js")
# From disk, a page may not fetch the other pages for excerpts: search lists titles there.
_SEARCH_SETTINGS = """\
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
const SPHINX_HIGHLIGHT_ENABLED = false;
"""
# What goes, and what in a page would need it.
_NEEDLESS = {
    "scripts/pydata-sphinx-theme.js": r'version-switcher__|data-pst-announcement-url|id="pst-collapse-sidebar-button"',
    "scripts/sphinx-book-theme.js": r'class="(?:[^"]* )?(?:(?:tag_)?(?:marginnote|sidenote|margin|margin-caption|full-width|popout)'
                                    r'|thebe-launch-button)[" ]',
    "scripts/bootstrap.js": r'data-bs-(?!toggle="dropdown")[\w-]+="',  # downloads.js opens the one menu there is
    "togglebutton.js": r'class="(?:[^"]* )?toggle[" ]',
    "sphinx_highlight.js": r"[?&]highlight=",  # marks what was searched for; it never ran beside searchtools.js
    "design-tabs.js": r'class="(?:[^"]* )?sd-tab-set[" ]',
}
_SCRIPT = re.compile(r'\s*<script\b[^>]*src="(?:\.\./)*(?:_static/)?([^"?]+)(?:\?[^"]*)?"[^>]*></script>')
_SETTINGS = re.compile(  # of scripts that are gone, or have no need of them
    r"\s*<script>(?:let toggle\w+ =|var togglebuttonSelector =|DOCUMENTATION_OPTIONS\.|kernelName =)[^<]*</script>"
    r'|\s*<link rel="preload" as="script"[^>]*>')
_TOOLTIP = re.compile(r'\s*data-bs-placement="\w+" data-bs-toggle="tooltip"')


def join_scripts(outdir, pages):
    """Write the joined scripts to _static/ below `outdir`; returns the pages, loading them and nothing needless."""
    site = _write(outdir, "site", "", _SITE)
    search = _write(outdir, "search", _SEARCH_SETTINGS, _SEARCH)
    joined = {path: _joined(text, site, search) for path, text in pages.items()}
    _refuse_needs(outdir, joined)
    return joined


def scripts_of(outdir, pages):
    """The texts of all scripts that some page loads from this site."""
    names = {name for page in pages for name in re.findall(r'<script\b[^>]*src="(?:\.\./)*([^"?]+)', page)}
    return [(outdir / name).read_text(encoding="utf-8") for name in sorted(names)]


def _write(outdir, stem, first, names):
    texts = [(outdir / "_static" / name).read_text(encoding="utf-8") for name in names]
    text = first + "".join(re.sub(r"//# sourceMappingURL=.*", "", text).rstrip() + "\n;\n" for text in texts)
    for old in (outdir / "_static").glob(f"{stem}-????????.js"):
        old.unlink()
    name = f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.js"
    (outdir / "_static" / name).write_text(text, encoding="utf-8")
    return name


def _joined(page, site, search):
    # Without Bootstrap's tooltips, the browser shows what they said.
    page = _TOOLTIP.sub("", _SETTINGS.sub("", page)).replace("data-bs-title=", "title=")
    found = [match.group(1) for match in _SCRIPT.finditer(page)]
    if not {*_SITE, *_NEEDLESS} & set(found):
        return page
    up = re.search(r'data-content_root="([^"]*)"', page).group(1)
    loads = [f"{up}_static/{site}"]
    if 'id="search-results"' in page:
        loads += [f"{up}_static/{search}", f"{up}searchindex.js"]
    ours = {*_SITE, *_SEARCH, *_NEEDLESS, "searchindex.js"}
    page = _SCRIPT.sub(lambda match: "" if match.group(1) in ours else match.group(), page)
    # Behind all others: the widgets come first.
    head = "".join(f'  <script defer src="{load}"></script>\n' for load in loads)
    return page.replace("</head>", f"{head}</head>", 1)


def _refuse_needs(outdir, pages):
    found = [f"{path.relative_to(outdir)} needs {script}: {match.group()}" for path, text in pages.items()
             for script, need in _NEEDLESS.items() for match in re.finditer(need, text)]
    if found:
        raise ExtensionError("self-contained: these pages would miss a script that the site leaves out:\n  "
                             + "\n  ".join(found) + "\nKeep the script in sphinx_ext/script_bundle.py.")
