"""Begin a chapter: its notebook, its lab, the lab's steps and its line in _toc.yml.

    make new-chapter NAME=slug [TITLE="A title"]
"""

import argparse
import json
import re
import sys
from pathlib import Path

import nbformat

from tools import learner_labs
from tools.course import ROOT, chapters, parts
from tools.tidy import execute, tidy

HERE = Path(__file__).parent
_CELL = re.compile(r"^```\{code-cell\}(?: (?P<role>[^\n]+))?\n(?P<code>.*?)^```\n", re.MULTILINE | re.DOTALL)


class Refused(ValueError):
    """A name that no chapter can have, with what to do instead."""


def begin(slug, title, root=ROOT):
    """Write the files of a new chapter and name it last in the last numbered part; returns what was written."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", slug):
        raise Refused(f"new-chapter: expected a name in small letters, digits and underscores, such as long_context, got {slug!r}. "
                      f"It becomes the page's address and a module's name.")
    title = title or slug.replace("_", " ").capitalize()
    files = [root / "book" / f"{slug}.ipynb", root / "labs" / f"{slug}.ipynb", root / "transformer_block" / "lab" / "steps" / f"{slug}.py"]
    there = [path for path in (*files, root / "book" / f"{slug}.md") if path.exists()]
    if there:
        raise Refused(f"new-chapter: {there[0].relative_to(root)} is there already, and nothing was changed. Choose another name.")
    words = {"title": title, "quoted": json.dumps(title, ensure_ascii=False), "slug": slug, "dashed": slug.replace("_", "-"),
             "number": str(len(chapters(root)))}
    chapter, lab = (notebook(_filled(f"{kind}.md", words), cell) for kind, cell in (("chapter", _cell_of_chapter), ("lab", _cell_of_lab)))
    nbformat.write(chapter, files[0])
    nbformat.write(lab, files[1])
    files[2].write_text(_filled("steps.py.txt", words), encoding="utf-8")
    _name_in_contents(slug, root)
    return files


def notebook(text, code_cell):
    """A notebook from Markdown in which cells of code stand as {code-cell} fences; their names count on."""
    cells, end = [], 0
    for match in [*_CELL.finditer(text), None]:
        prose = text[end:match.start() if match else len(text)].strip()
        if prose:
            cells.append(nbformat.v4.new_markdown_cell(prose, id=f"text-{len(cells)}", metadata={}))
        if match:
            cells.append(code_cell(match["role"], match["code"].strip(), f"code-{len(cells)}"))
            end = match.end()
    return nbformat.v4.new_notebook(cells=cells)


def _cell_of_chapter(role, code, name):
    tag, _, prompt = (role or "").partition(": ")
    metadata = {"tags": [tag]} if tag else {}
    if prompt:
        metadata["mystnb"] = {"code_prompt_show": prompt}
    return nbformat.v4.new_code_cell(code, id=name, metadata=metadata)


def _cell_of_lab(role, code, name):
    kind, _, step = role.partition(" ")
    marks = {"write": {"grade": False, "solution": True, "locked": False, "grade_id": step},
             "check": {"grade": True, "solution": False, "locked": True, "points": 1, "grade_id": f"check-{step}"}}
    metadata = {"nbgrader": {**marks[kind], "schema_version": 3, "task": False}} if kind in marks else {}
    code = learner_labs.INSTALL if kind == "install" else code
    return nbformat.v4.new_code_cell(code, id={"write": step, "check": f"check-{step}"}.get(kind, kind), metadata=metadata)


def _filled(template, words):
    text = (HERE / template).read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: words[match[1]], text)


def _name_in_contents(slug, root):
    last = [slugs for slugs in parts(root).values() if slugs][-1][-1]
    contents = root / "_toc.yml"
    line = re.compile(rf"^(\s*- file: book/){last}$", re.MULTILINE)
    contents.write_text(line.sub(rf"\g<0>\n\g<1>{slug}", contents.read_text(encoding="utf-8")), encoding="utf-8")


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="the chapter's name in small letters and underscores; it becomes the page's address")
    parser.add_argument("title", nargs="?", default="")
    options = parser.parse_args()
    try:
        files = begin(options.name, options.title)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    for path in files[:2]:
        print(f"executing {path.relative_to(ROOT)} ...", flush=True)
        nbformat.write(tidy(execute(nbformat.read(path, as_version=4), path.parent)), path)
    print("\n".join(["Written:", *(f"    {path.relative_to(ROOT)}" for path in files), "    _toc.yml (its last numbered part; move the line where "
                     "the chapter belongs)", "Replace what is in them, then: make tidy, make test"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
