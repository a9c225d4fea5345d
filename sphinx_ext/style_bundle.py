"""One style sheet for the site instead of a dozen: fewer requests, one thing to cache."""

import re
from pathlib import PurePosixPath

_LINK = re.compile(r'\s*<link\b(?=[^>]*rel="stylesheet")[^>]*href="(?:\.\./)*(_static/[^"?]+)(?:\?[^"]*)?"[^>]*>')
_URL = re.compile(r"""url\((['"]?)(?!data:|https?:|#|/)([^'")]+)\1\)""")
_IMPORT = re.compile(r"""@import\s+(?:url\()?['"]([^'"]+)['"]\)?;""")
_ICON_FONTS = re.compile(r"@font-face\s*\{[^}]*fontawesome[^}]*\}")


def sheets_of(page):
    """The style sheets that a page links to, as paths in the site, in order and once each."""
    return list(dict.fromkeys(_LINK.findall(page)))


def bundle(outdir, sheets, *extra):
    """The text of all `sheets` (paths below `outdir`) in order, then `extra`, to stand in _static/.

    Imports are drawn in, addresses are rewritten for the new place, and the theme's icon fonts go:
    sphinx_ext/icons.py draws the icons.
    """
    return "\n".join([*(_sheet(outdir, PurePosixPath(sheet)) for sheet in sheets), *extra])


def link_to(page, name):
    """The page with one link to _static/`name` where its first style sheet stood, and none of the others."""
    first = _LINK.search(page)
    up = re.search(r'href="((?:\.\./)*)_static', first.group()).group(1)
    link = f'\n  <link rel="stylesheet" href="{up}_static/{name}">'
    return page[:first.start()] + link + _LINK.sub("", page[first.end():])


def _sheet(outdir, sheet):
    text = (outdir / sheet).read_text(encoding="utf-8")
    text = _ICON_FONTS.sub("", text)
    text = _IMPORT.sub(lambda match: _sheet(outdir, sheet.parent / match.group(1)), text)
    return _URL.sub(lambda match: f"url({_from_static(sheet.parent / match.group(2))})", text)


def _from_static(path):
    parts = []
    for part in path.parts[1:]:
        parts.pop() if part == ".." else parts.append(part)
    return "/".join(parts)
