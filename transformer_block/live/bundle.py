"""Makes one JavaScript text of the modules in page/: for notebooks, and as a classic script that works from a disk.

A module may import names from files beside it and export functions, constants and classes; that is all the modules
need, and whatever else they try is refused here. Each becomes a function of its own, so its private names stay so.
"""

import re
from pathlib import Path

from transformer_block import palette

PAGE = Path(__file__).with_name("page")
_IMPORT = re.compile(r'^import \{ (\w+(?:, \w+)*) \} from "(\.[\w./]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_COMMENT_LINES = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/ *)\n", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def script(entry, name=None, folder=PAGE):
    """The text of a classic script that runs the module `entry`; `name` is a constant that then holds its exports."""
    order = _in_order(folder, folder / entry)
    numbers = {path: number for number, path in enumerate(order)}
    modules = "\n".join(_as_function(path, numbers) for path in order)
    start = f"const {name} = " if name else ""
    return f'{start}(() => {{\n"use strict";\n{modules}\nreturn module{len(order) - 1};\n}})();\n'


def without_comments(text):
    """A script without the lines that are comments alone: a fifth of what a reader would load.

    Comments behind code stay, and so do blanks: to know those from blanks in a text one must read JavaScript.
    """
    return _COMMENT_LINES.sub("", text)


def notebook_module():
    """The text of the module that every `Live` carries into a notebook."""
    return script("widget.js", "widget") + "export default { render: widget.render };\n"


def style():
    """The style sheet of the widgets, its colours from the palette: the page's own where it has them."""
    fallback = "".join(f"--live-{idea}: var(--tb-{idea}, {colour}); " for idea, colour in palette.LIGHT.items())
    dark = "".join(f"--tb-{idea}: {colour}; " for idea, colour in palette.DARK.items())
    return (f".tb-live {{ {fallback}}}\n:is(body[data-jp-theme-light=\"false\"], body.vscode-dark) .tb-live {{ {dark}}}\n"
            + (PAGE / "live.css").read_text(encoding="utf-8"))


def _in_order(folder, entry, above=()):
    """The modules that `entry` needs and itself, each behind those that it imports from."""
    if entry in above:
        raise ValueError(f"bundle: expected modules that need each other in one direction, got the circle "
                         f"{' -> '.join(path.name for path in (*above[above.index(entry):], entry))}.")
    found = []
    for _, needed in _IMPORT.findall(entry.read_text(encoding="utf-8")):
        found += _in_order(folder, (entry.parent / needed).resolve(), (*above, entry))
    return list(dict.fromkeys([*found, entry]))


def _as_function(path, numbers):
    text = path.read_text(encoding="utf-8")
    exported = _EXPORT.findall(text)

    def needed(match):
        source = (path.parent / match[2]).resolve()
        missing = set(match[1].split(", ")) - set(_EXPORT.findall(source.read_text(encoding="utf-8")))
        if missing:
            raise ValueError(f"bundle: {path.name} imports {', '.join(sorted(missing))}, which {source.name} does not export.")
        return f"const {{ {match[1]} }} = module{numbers[source]};\n"

    body = _EXPORT.sub("", _IMPORT.sub(needed, text))
    left_over = _LEFT_OVER.search(body)
    if left_over:
        raise ValueError(f"bundle: {path.name}: expected import {{ a, b }} from \"./file.js\" and export before function, "
                         f"const or class, got: {left_over.group()}")
    return f"const module{numbers[path]} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"
