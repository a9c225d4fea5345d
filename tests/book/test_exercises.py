"""Exercises say what they take; every chapter has each kind of them, and every answer has words and shows what it computes."""

import re
from pathlib import Path

import nbformat
import pytest

from tools.course import chapters

BOOK = Path(__file__).resolve().parents[2] / "book"
KINDS = {"Pencil", "Run", "Think", "Open"}
EXERCISE = re.compile(r"```\{exercise\} (?P<title>.+)\n:label: (?P<label>\S+)\n(?P<text>(?:.+\n)+)```")
ANSWER = re.compile(r"```\{solution-start\} (?P<label>\S+)\n:class: dropdown\n```\n(?P<text>.*?)```\{solution-end\}", re.DOTALL)
MARK = re.compile(r"\*(\w+) · (?:easy|medium|hard)\.\* \S")
CODE = "\N{OBJECT REPLACEMENT CHARACTER}"  # where a cell of code stands between words


@pytest.fixture(params=chapters(), ids=str)
def cells(request):
    return nbformat.read(BOOK / f"{request.param}.ipynb", as_version=4).cells


def words(cells):
    return "\n".join(cell.source if cell.cell_type == "markdown" else CODE for cell in cells)


def test_exercises_are_marked_and_every_kind_is_there(cells):
    found = list(EXERCISE.finditer(words(cells)))
    assert len(found) == words(cells).count("```{exercise}")
    unmarked = [each["title"] for each in found if not MARK.match(each["text"])]
    assert unmarked == [], "begin each of these with, for example: *Think · easy.*"
    assert {MARK.match(each["text"])[1] for each in found} == KINDS


def test_every_exercise_is_answered_in_words(cells):
    text = words(cells)
    answers = {each["label"]: each["text"].replace(CODE, "").strip() for each in ANSWER.finditer(text)}
    assert set(answers) == {each["label"] for each in EXERCISE.finditer(text)}
    assert [label for label, answer in answers.items() if len(answer.split()) < 5] == []


def test_an_answer_shows_what_it_computes(cells):
    inside, silent = False, []
    for cell in cells:
        if cell.cell_type == "code":
            if inside and not cell.outputs and cell.source.rpartition("\n")[2].startswith("assert"):
                silent.append(cell.source)
        elif "{solution-start}" in cell.source or "{solution-end}" in cell.source:
            inside = cell.source.rfind("{solution-start}") > cell.source.rfind("{solution-end}")
    assert silent == [], "these run checks only, which the page folds away: print what they found"
