"""What must agree: the contents, the chapters, the labs, the letters."""

import re
from pathlib import Path

import nbformat
import pytest
import yaml

import transformer_block as tb
from tools.course import chapters, labs
from transformer_block.lab.steps import SLUGS

ROOT = Path(__file__).resolve().parents[2]
CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
FILES = [chapter["file"] for part in CONTENTS["parts"] for chapter in part["chapters"]]
NOTATION = (ROOT / "book" / "notation.md").read_text(encoding="utf-8")


def chapter(slug):
    return nbformat.read(ROOT / "book" / f"{slug}.ipynb", as_version=4)


def test_every_page_is_in_the_contents_and_the_other_way_round():
    pages = {f"book/{path.stem}" for path in (ROOT / "book").iterdir() if path.suffix in (".md", ".ipynb")}
    assert pages == {CONTENTS["root"], *FILES}


def test_labs_belong_to_chapters():
    assert {path.stem for path in (ROOT / "labs").glob("*.ipynb")} == set(labs()) == set(SLUGS)


@pytest.mark.parametrize("slug", chapters())
def test_a_chapter_keeps_to_the_skeleton(slug):
    text = "\n".join(cell.source for cell in chapter(slug).cells if cell.cell_type == "markdown")
    assert "Make a prediction" in text
    assert f"(widget-{slug.replace('_', '-')})=" in text
    assert 3 <= len(re.findall(r"```\{exercise", text)) <= 5
    assert len(re.findall(r"```\{exercise", text)) == len(re.findall(r"```\{solution", text)) - len(re.findall(r"```\{solution-end", text))
    assert "## Carry this forward" in text


@pytest.mark.parametrize("slug", chapters())
def test_a_chapter_asserts_what_it_claims(slug):
    code = [cell.source for cell in chapter(slug).cells if cell.cell_type == "code"]
    assert sum("assert " in source for source in code) >= 5


def test_the_letters_of_the_code_are_those_of_the_notation_page():
    letters = set(re.findall(r"^\| (.+?) \|", NOTATION, re.MULTILINE))
    explained = {letter for row in letters for letter in re.findall(r"`(\w+)`", row)}
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "transformer_block").glob("*.py"))
    arguments = set(re.findall(r"[(,] ?(x|W[12qkvo]|b[12]|gamma|beta|eps|z)\b(?=[,)=])", source)) - {"x"}
    assert arguments <= explained, f"not on the notation page: {arguments - explained}"
    header = tb.__doc__
    named = set(re.findall(r"\b([BTCFH]) [a-z]", header)) | {"d"}
    assert named <= explained


def test_every_word_of_the_glossary_is_used_in_a_chapter():
    words = re.findall(r"^([a-z][a-z -]+)\n  ", NOTATION.split("```{glossary}")[1], re.MULTILINE)
    prose = " ".join(cell.source for slug in chapters() for cell in chapter(slug).cells if cell.cell_type == "markdown").lower()
    assert len(words) > 15
    assert [word for word in words if word not in prose] == []
