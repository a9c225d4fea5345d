"""Divides a page's code into what a reader should see in its place and what only checks it.

The rule, cell by cell:

1. A top-level `assert` is a check. One inside a function or a loop stays where it is, since it means nothing elsewhere.
2. An assignment goes with the checks when nothing but the checks of its own cell reads what it assigns, on the whole page.
   Only a plain one does, to names: what changes a thing, calls without assigning, defines or imports always stays.
3. A comment goes with the line right under it.

So what is left prints and shows what the whole cell did, and the checks are the notebook's own lines in their own order.
"""

import ast
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Division:
    """The code of one cell: what stays in its place, and what checks it."""

    shown: str
    checks: str


def count(source):
    """How many `assert` statements some code has, wherever they stand in it."""
    return sum(isinstance(node, ast.Assert) for node in ast.walk(_tree(source)))


def divide(sources):
    """One Division for each of a page's cells, in the order of the page."""
    cells = [[_Statement(node) for node in _tree(source).body] for source in sources]
    page = [statement for cell in cells for statement in cell]
    return [_division(source, cell, _checks(cell, page)) for source, cell in zip(sources, cells, strict=True)]


def _tree(source):
    """The cell as Python; `%%torch` in its first line is none, and stays where it is."""
    return ast.parse(re.sub(r"\A%%.*", "", source))


class _Statement:
    """A top-level statement: which lines it has, which names it assigns and reads, and whether it holds a function."""

    def __init__(self, node):
        # A decorator stands above the line on which its function starts.
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        self.lines = set(range(first, node.end_lineno + 1))
        self.is_assert = isinstance(node, ast.Assert)
        self.assigns, self.reads = _assigned(node), _read(node)
        self.runs_later = any(isinstance(part, (ast.FunctionDef, ast.Lambda)) for part in ast.walk(node))


def _checks(cell, page):
    """The statements of one cell that go, by the rule above."""
    going = [statement for statement in cell if statement.is_assert]
    for statement in reversed(cell):  # what only serves an assignment that goes, goes after it
        readers = [reader for name in statement.assigns for reader in _readers(name, statement, page)]
        if readers and all(reader in going for reader in readers):
            going.append(statement)
    return going


def _readers(name, assignment, page):
    """The statements that may read a name as one assignment left it: until the next one, and functions at any time."""
    after = page[page.index(assignment) + 1:]
    ends = next((place for place, statement in enumerate(after) if name in statement.assigns), len(after))
    functions = [statement for statement in page if statement.runs_later]
    return [statement for statement in [*after[:ends + 1], *functions] if name in statement.reads]


def _assigned(node):
    """The names that a plain assignment binds; none for any other statement."""
    if not isinstance(node, ast.Assign):
        return set()
    targets = [part for target in node.targets
               for part in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])]
    return {target.id for target in targets} if all(isinstance(target, ast.Name) for target in targets) else set()


def _read(node):
    """The names that a statement reads from around it, or changes in place."""
    if isinstance(node, ast.Name):
        return set() if isinstance(node.ctx, ast.Store) else {node.id}
    names = set().union(*map(_read, ast.iter_child_nodes(node)))
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        names.add(node.target.id)
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        names -= {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        names -= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return names


def _division(source, cell, checks):
    lines = source.splitlines()
    code = set().union(*(statement.lines for statement in cell))
    going = set().union(*(statement.lines for statement in checks))
    for number in range(len(lines), 0, -1):
        if number not in code and lines[number - 1].lstrip().startswith("#") and number + 1 in going:
            going.add(number)
    blank = {number for number, line in enumerate(lines, 1) if not line.strip() and number not in code}
    staying = set(range(1, len(lines) + 1)) - going
    return Division(_text(lines, staying, blank, most=2), _text(lines, going, blank, most=1))


def _text(lines, chosen, blank, most):
    """The chosen lines, with the widest gap that there was between two of them, up to `most` blank lines."""
    text, gap, widest = [], 0, 0
    for number, line in enumerate(lines, 1):
        gap = gap + 1 if number in blank else 0
        widest = max(widest, gap)
        if number in chosen and number not in blank:
            text += [""] * min(widest, most) * bool(text) + [line]
            widest = 0
    return "\n".join(text)
