"""What the sources claim, book/claims.yml: every entry is whole, leads somewhere, and gets its numbers from its chapter."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml
from docutils.nodes import make_id

from tests.book.test_prose_numbers import NOT_PROSE, typed_numbers
from tools.course import chapters

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "book"
sys.path.insert(0, str(ROOT / "sphinx_ext"))

from source_claims import PLACEHOLDER, VERDICTS, claims_of, counts, headings, resolved

CLAIMS = claims_of(BOOK)
DATA = (BOOK / "claims.yml").read_text(encoding="utf-8")


def every_claim():
    return pytest.mark.parametrize("claim", CLAIMS, ids=[claim["id"] for claim in CLAIMS])


def anchors(page):
    """Where a link to a page may lead: its headings, and the words of its glossaries."""
    words = re.findall(r"^([a-z][a-z -]+)\n  ", (BOOK / "notation.md").read_text(encoding="utf-8"), re.MULTILINE)
    return {*map(make_id, headings(BOOK, page)), *(f"term-{make_id(word)}" for word in words if page == "notation")}


@every_claim()
def test_a_claim_is_whole(claim):
    assert list(claim) == ["id", "text", "sources", "place", "verdict", "measured", "page", "anchor"]
    assert claim["id"] == make_id(claim["id"])
    assert claim["verdict"] in VERDICTS
    assert claim["sources"] and claim["sources"] == sorted(set(claim["sources"]) & {1, 2, 3, 4})
    for sentence in (claim["text"], claim["measured"]):
        assert re.match(r"[^\W\d_]|[\[`\"$0-9{*]", sentence) and sentence.endswith("."), sentence


@every_claim()
def test_a_claim_leads_to_a_heading(claim):
    assert claim["anchor"] in anchors(claim["page"])


@every_claim()
def test_numbers_come_from_the_chapters(claim):
    said = resolved(claim["measured"], BOOK)  # a KeyError names what is not glued
    assert not PLACEHOLDER.search(said) and not PLACEHOLDER.search(claim["text"])
    assert typed_numbers(PLACEHOLDER.sub(" ", NOT_PROSE.sub(" ", claim["measured"]))) == [], "glue it in the chapter"


def test_no_claim_is_left_to_do():
    assert "TODO" not in DATA


@pytest.mark.parametrize("field", ["id", "text", "measured"])
def test_nothing_is_said_twice(field):
    # Short measurements, such as "A name.", may come again.
    said = Counter(re.sub(r"\W+", " ", claim[field]).lower().strip() for claim in CLAIMS)
    assert [text for text, times in said.items() if times > 1 and (field != "measured" or len(text) > 40)] == []


def test_claims_stand_in_the_order_of_the_book():
    pages = list(dict.fromkeys(claim["page"] for claim in CLAIMS))
    assert [page for page in pages if page in chapters()] == [slug for slug in chapters() if slug in pages]
    assert pages[-2:] == ["labs", "notation"]
    assert [claim["page"] for claim in CLAIMS] == sorted((claim["page"] for claim in CLAIMS), key=pages.index)


def test_every_word_named_in_passing_is_named_by_a_claim():
    passing = (BOOK / "notation.md").read_text(encoding="utf-8").split("## Named in passing")[1]
    words = re.findall(r"^([a-z][a-z -]+)\n  ", passing, re.MULTILINE)
    assert sorted(words) == words
    assert {f"term-{make_id(word)}" for word in words} == {claim["anchor"] for claim in CLAIMS if claim["page"] == "notation"}


def test_the_counts_add_up():
    whole, *parts = map(int, re.findall(r"\d+", counts(CLAIMS)))
    assert whole == len(yaml.safe_load(DATA)) == sum(parts) and len(parts) == len(VERDICTS)
    one_each = [{"verdict": verdict} for verdict in VERDICTS]
    assert counts(one_each).startswith("Of 5 claims, 1 holds, 1 holds with a condition, 1 does not hold as stated, 1 is a convention and")
