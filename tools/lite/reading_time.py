"""How long a chapter and a lab take, computed from what is in them.

A minute for every 200 words, 4 seconds for a line of open code, 20 seconds for a picture, 3 minutes for a live widget;
2, 4 or 8 minutes for an easy, medium or hard exercise, whose answer is then not counted again. An open exercise takes
as long as its reader likes, and counts as none.
"""

import math
import re

WORDS_A_MINUTE = 200
SECONDS_A_LINE, SECONDS_A_PICTURE = 4, 20
MINUTES_A_WIDGET = 3
MINUTES_AN_EXERCISE = {"easy": 2, "medium": 4, "hard": 8}

_EXERCISE = re.compile(r"```\{exercise\}.*\n:label: .*\n(?:\*(\w+) · (easy|medium|hard)\.\* )?")
_FOLDED = {"hide-input", "remove-cell"}
_START, _END = "```{solution-start}", "```{solution-end}"
_SOLUTION = re.compile(r"```\{solution-start\}.*?```\{solution-end\}|```\{solution-start\}.*|.*```\{solution-end\}", re.DOTALL)


def minutes(chapter):
    """What reading takes and what the exercises take: a notebook -> (reading, exercises), whole minutes."""
    reading, exercises, open_solutions = 0.0, 0, 0
    for cell in chapter.cells:
        if cell.cell_type == "markdown":
            exercises += sum(_of_exercise(*found) for found in _EXERCISE.findall(cell.source))
            reading += len(re.findall(r"\w[\w’'-]*", _SOLUTION.sub("", cell.source))) / WORDS_A_MINUTE
            open_solutions += cell.source.count(_START) - cell.source.count(_END)
        elif not open_solutions:
            reading += _of_code(cell)
    return math.ceil(reading), exercises


def _of_exercise(kind, difficulty):
    if not kind:
        raise ValueError("An exercise does not say what it takes. Begin its text with, for example: *Think · easy.*")
    return 0 if kind == "Open" else MINUTES_AN_EXERCISE[difficulty]


def _of_code(cell):
    spent = MINUTES_A_WIDGET if "explore(" in cell.source else 0
    spent += SECONDS_A_PICTURE / 60 * cell.source.count("pictures.")
    if not _FOLDED & set(cell.metadata.get("tags", [])):
        lines = [line for line in cell.source.splitlines() if line.strip() and not line.startswith("assert")]
        spent += len(lines) * SECONDS_A_LINE / 60
    return spent


def minutes_of_lab(lab):
    """What a lab says of itself at its start."""
    allowed = re.search(r"Allow about (\d+) minutes", lab.cells[0].source)
    if not allowed:
        raise ValueError("A lab's first cell does not say how long it takes. Write there: Allow about 30 minutes.")
    return int(allowed[1])
