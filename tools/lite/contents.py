"""Lays out what the labs' site serves: the learner's labs and the chapters as live notebooks.

    python -m tools.lite.contents      into _build/labs: files/ and contents.json

Each notebook's path carries its edition, a short hash of what is in it: lab-<edition>/<slug>.ipynb. A browser that
has saved an earlier edition keeps it under its own path, and can never show it in place of the present one.
(Folders of one level: JupyterLite asks for the list of the folder above, and this one it has asked for already.)
"""

import hashlib
import json
import re
import shutil
from pathlib import Path

import nbformat
from pybtex.database import parse_file

from tools import learner_labs
from tools.course import chapters, parts
from tools.lite import live_chapter, reading_time

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "_build" / "labs"


def title_of(notebook):
    """The first heading of a notebook."""
    text = next(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return text.splitlines()[0].lstrip("# ").strip()


def first_paragraph_of(notebook):
    """What a notebook says right after its heading, without marks: a lab says there what it is about."""
    text = next(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.sub(r"[*`]", "", " ".join(text.partition("\n")[2].strip().split("\n\n")[0].split()))


def citations():
    """How a source is named in plain text: key -> Name, year."""
    entries = parse_file(ROOT / "book" / "references.bib").entries
    return {key: f"{' '.join(entry.persons['author'][0].last_names)}{' and others' if len(entry.persons['author']) > 1 else ''}, "
                 f"{entry.fields['year']}" for key, entry in entries.items()}


def edition_of(notebook):
    """A short hash that changes exactly when the text of a cell does."""
    return hashlib.sha256("\0".join(cell.source for cell in notebook.cells).encode()).hexdigest()[:8]


def write(notebook, kind, slug, files):
    """Write one notebook under a path that carries its edition; returns that path."""
    path = files / f"{kind}-{edition_of(notebook)}" / f"{slug}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)  # a copy of another chapter has its edition
    path.write_text(json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return path.relative_to(files).as_posix()


def lay_out(out=OUT, labs=ROOT / "labs"):
    """Write files/ and contents.json; the latter is left alone when nothing in it has changed."""
    files = out / "files"
    shutil.rmtree(files, ignore_errors=True)
    sources = {slug: nbformat.read(ROOT / "book" / f"{slug}.ipynb", as_version=4) for slug in chapters()}
    titles, named = {slug: title_of(source) for slug, source in sources.items()}, citations()
    listed = []
    for number, (slug, source) in enumerate(sources.items()):
        part = next(caption for caption, slugs in parts().items() if slug in slugs)
        reading, exercises = reading_time.minutes(source)
        about = {"slug": slug, "number": number, "part": part, "title": titles[slug],
                 "minutes": {"reading": reading, "exercises": exercises},
                 "chapter": write(live_chapter.plain(source, titles, named), "chapter", slug, files)}
        if (labs / f"{slug}.ipynb").is_file():
            solved = nbformat.read(labs / f"{slug}.ipynb", as_version=4)
            lab = learner_labs.learners(solved, slug, learner_labs.repository())
            about["lab"] = write(lab, "lab", slug, files)
            about["minutes"]["lab"] = reading_time.minutes_of_lab(solved)
            about["task"] = first_paragraph_of(lab)
            about["steps"] = sum(cell.metadata.get("nbgrader", {}).get("grade", False) for cell in lab.cells)
        listed.append(about)
    text = json.dumps(listed, indent=1, ensure_ascii=False) + "\n"
    if not (out / "contents.json").is_file() or (out / "contents.json").read_text(encoding="utf-8") != text:
        (out / "contents.json").write_text(text, encoding="utf-8")
    return listed


if __name__ == "__main__":
    lay_out()
