"""The few icons that the theme's pages use, as one small style sheet.

The theme ships all of Font Awesome as a script of 542 kB gzipped that rewrites the page. We take the outlines of
the icons that really occur from that same file, and draw them with CSS masks.
"""

import re

_DEFINITION = r'[{,]"?%s"?:\[(\d+),(\d+),\[[^\]]*\],"\w+",("[^"]+"|\[[^\]]+\])\]'
_BY_ALIAS = r':\[(\d+),(\d+),\[[^\]]*"%s"[^\]]*\],"\w+",("[^"]+"|\[[^\]]+\])\]'
_CLASS = re.compile(r'<(?:i|span)\b[^>]*class="([^"]*\bfa-[^"]*)"')
_NOT_ICONS = {"fa-solid", "fa-regular", "fa-brands", "fa-lg", "fa-fw"}
# Set by the theme's scripts, so not to be found in the pages.
_FROM_SCRIPTS = {"fa-sun", "fa-moon", "fa-circle-half-stroke"}

_RULES = """\
.fa-solid, .fas, .fa-regular, .far { display: inline-block; width: 1em; height: 1em; vertical-align: -0.125em;
  background: currentColor; -webkit-mask: var(--icon) center / contain no-repeat; mask: var(--icon) center / contain no-repeat; }
.fa-lg { font-size: 1.25em; }
"""


def icons_used(pages):
    """The names of the icons that a list of HTML texts asks for."""
    found = set(_FROM_SCRIPTS)
    for page in pages:
        for classes in _CLASS.findall(page):
            found |= {name for name in classes.split() if name.startswith("fa-")}
    return sorted(found - _NOT_ICONS)


def style_sheet(names, fontawesome_script):
    """CSS that draws the named icons, with outlines taken from the text of the theme's fontawesome.js."""
    rules = [_RULES]
    for name in names:
        # The file defines brands, regular and solid icons in turn: the last match is the solid one.
        matches = re.findall(_DEFINITION % re.escape(name.removeprefix("fa-")), fontawesome_script)
        matches = matches or _by_alias(name.removeprefix("fa-"), fontawesome_script)
        if not matches:
            raise ValueError(f"icon {name}: expected an outline in the theme's fontawesome.js, found none. "
                             f"The theme may have changed: see sphinx_ext/icons.py.")
        width, height, outline = matches[-1]
        path = outline.strip('"[]').split('","')[0]
        svg = f"%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'%3E%3Cpath d='{path}'/%3E%3C/svg%3E"
        rules.append(f".{name} {{ --icon: url(\"data:image/svg+xml,{svg}\"); }}\n")
    return "".join(rules)


def _by_alias(name, script):
    """Find an icon by one of its other names, such as home for house."""
    return re.findall(_BY_ALIAS % re.escape(name), script)
