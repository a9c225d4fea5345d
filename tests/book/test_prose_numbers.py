"""Numbers with a decimal point in the prose come from code, by glue; those that are typed have a reason."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+")
# What may hold typed numbers: code, formulas, glue and other roles, targets of links, version numbers in links.
NOT_PROSE = re.compile(r"```.*?```|:::\{code.*?:::|\$\$.*?\$\$|`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<[^>]*>", re.DOTALL)

# Given to the reader as an input, not computed: (page, number) -> why it is typed.
ALLOWED = {
    ("notation", "0.00001"): "eps is set, not computed",
}


def prose(path):
    """The words of a page, without code and formulas; the body of an exercise or answer counts as prose."""
    if path.suffix == ".md":
        texts = [path.read_text(encoding="utf-8")]
    else:
        texts = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
    opened = [re.sub(r"^```(\{(?:exercise|solution|admonition|glossary|list-table)[^}]*\}.*)?$", "", text, flags=re.MULTILINE)
              for text in texts]
    return "\n".join(NOT_PROSE.sub(" ", text) for text in opened)


def typed_numbers(text):
    """The numbers with a decimal point in a text."""
    return DECIMAL.findall(text)


@pytest.mark.parametrize("path", sorted([*ROOT.glob("book/*.ipynb"), *ROOT.glob("book/*.md")]), ids=lambda path: path.stem)
def test_no_decimal_number_is_typed_in_prose(path):
    typed = [number for number in typed_numbers(prose(path)) if (path.stem, number) not in ALLOWED]
    assert typed == [], "glue it from the code, or add it to ALLOWED with a reason"


def test_every_allowed_number_is_still_there():
    for page, number in ALLOWED:
        path = next(path for path in ROOT.glob(f"book/{page}.*") if path.suffix in (".md", ".ipynb"))
        assert number in prose(path) or number in path.read_text(encoding="utf-8")


def test_the_search_sees_a_typed_number(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("It grows to 3.43 in `0.5` steps, $0.7$ each.\n```{exercise} One\nIs 1.25 enough?\n```\n")
    assert typed_numbers(prose(page)) == ["3.43", "1.25"]
