"""Makes the built site stand alone: no foreign host, no unused weight, good from any folder and from disk.

It works on the finished pages, since the theme writes some of these tags in places no option reaches. The build
fails when a page would still ask a foreign host for anything.
"""

import hashlib
import re
from pathlib import Path

from sphinx.errors import ExtensionError
from sphinx.util import logging

from first_paint import steady
from icons import icons_used, style_sheet
from script_bundle import join_scripts, scripts_of
from style_bundle import bundle, link_to, sheets_of
from style_pruning import Vocabulary, prune
from transformer_block import palette

logger = logging.getLogger(__name__)

# Whole tags that go: the theme's icon script, live-code buttons that this book does not use, foreign fonts.
_UNWANTED = re.compile(
    r'\s*<script[^>]*src="[^"]*(?:fontawesome|thebe)[^"]*"[^>]*></script>'
    r'|\s*<link[^>]*href="[^"]*(?:fontawesome|sphinx-thebe|fonts\.googleapis\.com)[^"]*"[^>]*>'
    r"|\s*<script>(?:(?!</script>).)*(?:THEBE_JS_URL|thebe)(?:(?!</script>).)*</script>"
    r'|\s*<script type="text/x-thebe-config">.*?</script>', re.DOTALL)
_FOREIGN = re.compile(r'<(?:script|link|img|iframe|source|object)\b[^>]*(?:src|href|data)="((?:https?:)?//[^"]+)"')
# Files of the theme, and the labs, which tools/lite builds and checks.
_NOT_OURS = ("_static", "lite")


def finish(app, exception):
    """Strip, slim and check every page of a build that went well."""
    if exception or app.builder.format != "html":
        return
    outdir = Path(app.outdir)
    pages = {path: steady(_UNWANTED.sub("", path.read_text(encoding="utf-8")))
             for path in outdir.rglob("*.html") if path.relative_to(outdir).parts[0] not in _NOT_OURS}
    pages = _with_one_style_sheet(outdir, join_scripts(outdir, pages))
    for path, text in pages.items():
        path.write_text(text, encoding="utf-8")
    _refuse_foreign_hosts(outdir, pages)
    logger.info("self-contained: %d pages ask no foreign host for anything", len(pages))


def _with_one_style_sheet(outdir, pages):
    """Write _static/site-<digest>.css, with our icons and colours, and let every page link to it alone."""
    scripts = outdir / "_static" / "scripts"
    icons = style_sheet(icons_used(pages.values()), (scripts / "fontawesome.js").read_text(encoding="utf-8"))
    styled = {path: sheets_of(text) for path, text in pages.items()}
    everything = list(dict.fromkeys(sheet for sheets in styled.values() for sheet in sheets))
    whole = bundle(outdir, everything, palette.css(), icons)
    # Beside the site, for the test that no page misses what was left out.
    (outdir.parent / "site-unpruned.css").write_text(whole, encoding="utf-8")
    text = prune(whole, Vocabulary(pages.values(), scripts_of(outdir, pages.values())))
    name = f"site-{hashlib.sha256(text.encode()).hexdigest()[:8]}.css"
    for old in (outdir / "_static").glob("site-*.css"):
        old.unlink()
    (outdir / "_static" / name).write_text(text, encoding="utf-8")
    return {path: link_to(text, name) if styled[path] else text for path, text in pages.items()}


def _refuse_foreign_hosts(outdir, pages):
    found = [f"{path.relative_to(outdir)}: {url}" for path, text in pages.items() for url in _FOREIGN.findall(text)]
    if found:
        raise ExtensionError("self-contained: these pages would ask a foreign host:\n  " + "\n  ".join(found)
                             + "\nShip the file with the site, or strip the tag in sphinx_ext/self_contained.py.")


def setup(app):
    """Join the build at its end, when all pages are written."""
    # Late: the theme writes its own pygments.css, with colours for dark, at the end of the build as well.
    app.connect("build-finished", finish, priority=900)
    app.add_css_file("course.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
