"""How long a chapter takes, counted by hand on a notebook that is small enough, and an hour at most in the book."""

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.course import chapters
from tools.lite import reading_time

ROOT = Path(__file__).resolve().parents[2]


def test_words_code_pictures_widgets_and_exercises_are_counted():
    words = new_markdown_cell("word " * 600)  # 3 minutes
    code = new_code_cell("a = 1\n\nb = 2\n" * 7 + "c = 3\nassert a")  # 15 lines, a minute
    picture = new_code_cell("pictures.one(a)\npictures.two(b)\npictures.three(c)")  # a minute, and 12 seconds
    widget = new_code_cell("explore(f)", metadata={"tags": ["hide-input"]})  # 3 minutes
    exercise = [new_markdown_cell("```{exercise} One\n:label: one\n*Run · hard.* ?\n```\n"
                                  "```{exercise} Two\n:label: two\n*Open · hard.* ?\n```\n```{solution-start} one\n```\n" + "answer " * 4000),
                new_code_cell("a = 1\n" * 900), new_markdown_cell("more " * 4000 + "```{solution-end}\n```")]
    assert reading_time.minutes(new_notebook(cells=[words, code, picture, widget, *exercise])) == (9, 8)


def test_an_answer_ends_where_it_ends():
    answer = new_markdown_cell("```{solution-start} one\n```\nanswer\n```{solution-end}\n```")
    assert reading_time.minutes(new_notebook(cells=[answer, new_code_cell("a = 1\n" * 150)])) == (10, 0)


def test_an_exercise_that_does_not_say_what_it_takes_is_told_to():
    exercise = new_markdown_cell("```{exercise} One\n:label: one\nWhy?\n```")
    with pytest.raises(ValueError, match="Think · easy"):
        reading_time.minutes(new_notebook(cells=[exercise]))


@pytest.mark.parametrize("slug", chapters())
def test_a_chapter_fits_an_hour(slug):
    assert sum(reading_time.minutes(nbformat.read(ROOT / "book" / f"{slug}.ipynb", as_version=4))) <= 60


def test_a_lab_that_does_not_say_how_long_it_takes_is_told_to():
    with pytest.raises(ValueError, match="Allow about 30 minutes"):
        reading_time.minutes_of_lab(new_notebook(cells=[new_markdown_cell("# A lab")]))
