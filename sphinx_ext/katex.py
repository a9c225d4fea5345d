"""KaTeX without Node: script, style sheet and fonts of one version, as a package carries them."""

import json
import re
from functools import cache
from importlib.metadata import files

import quickjs

# Wanted for these files alone: none of its code runs, and it stands in .venv without what it depends on.
_CARRIER = "djangocms-katex"
_INSIDE = "/vendor/katex/"
_SET = """(formula, display) => JSON.stringify(katex.renderToString(
    formula, {displayMode: display, output: "htmlAndMathml", throwOnError: true, strict: "error"}))"""


class FormulaError(ValueError):
    """A formula that KaTeX cannot set."""


def typeset(formula, display):
    """The HTML and MathML of a formula in TeX."""
    try:
        # As JSON, for quickjs-ng cannot hand over a string that JavaScript still keeps in parts.
        return json.loads(_typesetter()(formula, display))
    except quickjs.JSException as error:
        raise FormulaError(str(error).splitlines()[0]) from None


def file(name):
    """A file of KaTeX's, such as katex.min.css or fonts/KaTeX_Main-Regular.ttf."""
    return next(file.locate() for file in files(_CARRIER) if file.as_posix().endswith(_INSIDE + name))


@cache
def style_sheet():
    """The text of KaTeX's style sheet."""
    return file("katex.min.css").read_text(encoding="utf-8")


@cache
def _typesetter():
    context = quickjs.Context()
    context.eval(file("katex.min.js").read_text(encoding="utf-8"))
    refuse_two_versions(context.eval("katex.version"), style_sheet())
    return context.eval(_SET)


def refuse_two_versions(script, style):
    """Style and fonts of another version would set the script's formulas wrongly, and nobody would notice."""
    [found] = re.findall(r'\.katex-version:+after\{content:"([\d.]+)"', style)
    if found != script:
        raise RuntimeError(f"KaTeX's script is version {script} and its style sheet is version {found}: "
                           f"they must be the same. Both come from {_CARRIER}: see requirements-files.txt.")
