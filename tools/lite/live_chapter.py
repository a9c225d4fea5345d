"""A chapter as a notebook that any Jupyter can show: the book's own Markdown turned into plain Markdown."""

import ast
import re

import nbformat

# One paragraph that stands before a chapter opened as a notebook.
GREETING = ("*This chapter as a live notebook: run the cells from top to bottom (Shift+Enter), change what you like. "
            "Python runs in your browser; nothing is sent anywhere.*")
_GLUED = "application/papermill.record/text/plain"
_FENCE = re.compile(r"^(?P<fence>:{3,}|`{3,})\{(?P<kind>[\w-]+)\}[ ]*(?P<title>[^\n]*)\n(?P<body>.*?)^(?P=fence)[ ]*$",
                    re.DOTALL | re.MULTILINE)
_OPTION = re.compile(r"^:(\w+):[ ]*(.*)\n", re.MULTILINE)
_ROLE = re.compile(r"\{(?P<role>[a-z:]+)\}`(?P<text>[^`]+)`")


def plain(chapter, titles, citations):
    """The chapter (a notebook with its outputs) without outputs and without the book's own marks."""
    glued = texts_of(chapter)
    cells = []
    for cell in chapter.cells:
        if cell.cell_type == "markdown":
            text = markdown(cell.source, glued, titles, citations).strip()
            if text:
                cells.append(nbformat.v4.new_markdown_cell(text, id=cell.id))
        elif not only_hands_over_numbers(cell.source):
            hidden = {"jupyter": {"source_hidden": True}} if {"hide-input", "remove-cell"} & set(cell.metadata.get("tags", [])) else {}
            cells.append(nbformat.v4.new_code_cell(cell.source, id=cell.id, metadata=hidden))
    cells.insert(1, nbformat.v4.new_markdown_cell(GREETING, id="greeting"))
    return nbformat.v4.new_notebook(cells=cells, metadata=chapter.metadata)


def texts_of(chapter):
    """What the chapter handed to its prose: name -> text, from its stored outputs."""
    outputs = [output for cell in chapter.cells for output in cell.get("outputs", []) if _GLUED in output.get("data", {})]
    return {output.metadata.scrapbook.name: ast.literal_eval(output.data[_GLUED]) for output in outputs}


def only_hands_over_numbers(source):
    """Whether a cell does nothing but call glue()."""
    return not source.startswith("%%") and all(isinstance(step, ast.Expr) and isinstance(step.value, ast.Call) and getattr(step.value.func, "id", "") == "glue"
               for step in ast.parse(source).body)


def markdown(source, glued, titles, citations):
    """One Markdown cell in plain Markdown."""
    def role(match):
        name, text = match["role"], match["text"]
        spoken, _, target = text.removesuffix(">").rpartition("<") if text.endswith(">") else ("", "", text)
        return {"glue:text": lambda: glued[text],
                "doc": lambda: f"*{spoken.strip() or titles[target]}*",
                "ref": lambda: f"*{spoken.strip() or target}*",
                "cite": lambda: "(" + "; ".join(citations[key.strip()] for key in text.split(",")) + ")"}[name]()

    text = re.sub(r"^\([\w-]+\)=\n", "", source, flags=re.MULTILINE)
    return _ROLE.sub(role, _FENCE.sub(_box, text))


def _box(match):
    options = dict(_OPTION.findall(match["body"]))
    body = _OPTION.sub("", match["body"]).strip()
    kind, title = match["kind"], match["title"].strip()
    if kind == "solution-end":
        return ""
    if kind == "solution-start":
        return "**One answer.** Think before you read on."
    if kind == "exercise":
        return f"**Exercise: {title}.** {body}" if not title.endswith(("?", "!")) else f"**Exercise: {title}** {body}"
    if kind != "admonition":
        raise ValueError(f"live_chapter: a chapter uses {{{kind}}}, which has no plain form yet. Add it to _box().")
    if "dropdown" in options.get("class", ""):
        return f"<details><summary>{title}</summary>\n\n{body}\n\n</details>"
    return "\n".join(f"> {line}".rstrip() for line in (f"**{title}**", "", *body.splitlines()))
