"""Makes the page of what the sources claim out of its data, book/claims.yml.

A claim's numbers are those of its chapter: `{drift.top}` is what `drift` glues as `top`, taken from the outputs that are
stored in the notebook. A heading that moves, or a name that is no longer glued, fails tests/book/test_source_claims.py.
"""

import ast
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import yaml
from docutils import nodes
from docutils.parsers.rst import Directive

VERDICTS = ("holds", "holds with a condition", "does not hold as stated", "a convention", "history, cited")
PLACEHOLDER = re.compile(r"\{([a-z]\w*)\.(\w+)\}")
_DATA = "claims.yml"
_GLUED = "application/papermill.record/text/plain"
_COUNTED = {  # how a number of claims is told: one, more
    "holds": ("holds", "hold"),
    "holds with a condition": ("holds with a condition", "hold with a condition"),
    "does not hold as stated": ("does not hold as stated", "do not hold as stated"),
    "a convention": ("is a convention", "are conventions"),
    "history, cited": ("is history, cited and not measured", "are history, cited and not measured"),
}


def claims_of(book):
    """All entries of the data, in their order, each with its `place` taken apart into `page` and `anchor`."""
    entries = yaml.safe_load((book / _DATA).read_text(encoding="utf-8"))
    return [entry | dict(zip(("page", "anchor"), entry["place"].partition("#")[::2], strict=True)) for entry in entries]


def headings(book, page):
    """The headings of a page in order, as they are written."""
    return re.findall(r"^#+ (.+)$", _markdown(book, page), re.MULTILINE)


def resolved(text, book):
    """The text with the numbers of the chapters in it."""
    return PLACEHOLDER.sub(lambda match: _glued(book, match[1])[match[2]], text)


@cache  # each chapter is asked for once for every claim and every number
def _cells(book, page):
    return json.loads((book / f"{page}.ipynb").read_text(encoding="utf-8"))["cells"]


def _markdown(book, page):
    if (book / f"{page}.md").is_file():
        return (book / f"{page}.md").read_text(encoding="utf-8")
    return "\n".join("".join(cell["source"]) for cell in _cells(book, page) if cell["cell_type"] == "markdown")


def _glued(book, page):
    outputs = [output for cell in _cells(book, page) for output in cell.get("outputs", []) if _GLUED in output.get("data", {})]
    return {output["metadata"]["scrapbook"]["name"]: ast.literal_eval("".join(output["data"][_GLUED])) for output in outputs}


class SourceClaims(Directive):
    """``{source-claims}``: the counts, the claims that do not hold, and a section for each page with its claims."""

    def run(self):
        """Docutils' entry point."""
        env = self.state.document.settings.env
        self.book = Path(env.srcdir, "book")
        claims = claims_of(self.book)
        pages = list(dict.fromkeys(claim["page"] for claim in claims))
        for file in [self.book / _DATA, *(file for page in pages for file in self.book.glob(f"{page}.*"))]:
            env.note_dependency(str(file))
        failed = [claim for claim in claims if claim["verdict"] == "does not hold as stated"]
        return [nodes.paragraph("", counts(claims)), self._short_list(failed),
                *(self._section(page, [claim for claim in claims if claim["page"] == page]) for page in pages)]

    def _short_list(self, failed):
        items = [nodes.list_item("", nodes.paragraph("", "", _link(f"#claim-{claim['id']}", *self._inline(claim["text"]))))
                 for claim in failed]
        return nodes.section("", nodes.title("", "What does not hold as stated"), nodes.bullet_list("", *items),
                             ids=["what-does-not-hold-as-stated"])

    def _section(self, page, claims):
        section = nodes.section("", nodes.title("", headings(self.book, page)[0]), ids=[f"claims-{page.replace('_', '-')}"])
        section += nodes.definition_list("", *map(self._entry, claims), classes=["simple", "tb-source-claims"])
        return section

    def _entry(self, claim):
        term = nodes.term("", "", *self._inline(claim["text"]), ids=[f"claim-{claim['id']}"])
        verdict = nodes.strong("", f"{claim['verdict'][0].upper()}{claim['verdict'][1:]}.")
        text = nodes.paragraph("", "", verdict, nodes.Text(" "), *self._inline(resolved(claim["measured"], self.book)))
        sources = ", ".join(map(str, claim["sources"]))
        where = nodes.paragraph("", classes=["tb-where"])
        where += [_link(f"{claim['page']}.html#{claim['anchor']}", nodes.Text(self._named(claim))), nodes.Text(" · ")]
        where += nodes.Text(f"{'text' if len(claim['sources']) == 1 else 'texts'}\N{NO-BREAK SPACE}{sources}")
        return nodes.definition_list_item("", term, nodes.definition("", text, where))

    def _named(self, claim):
        """The heading that a claim's place has, or the word of the glossary."""
        named = {nodes.make_id(heading): heading for heading in headings(self.book, claim["page"])}
        return named.get(claim["anchor"], claim["anchor"].removeprefix("term-").replace("-", " "))

    def _inline(self, text):
        return self.state.inline_text(text, self.lineno)[0]


def counts(claims):
    """How many claims there are, and how many got each verdict."""
    found = Counter(claim["verdict"] for claim in claims)
    told = [f"{found[verdict]} {_COUNTED[verdict][found[verdict] != 1]}" for verdict in VERDICTS]
    return f"Of {len(claims)} claims, {', '.join(told[:-1])} and {told[-1]}."


def _link(address, *spoken):
    return nodes.reference("", "", *spoken, refuri=address, internal=True)


def setup(app):
    """Register the directive."""
    app.add_directive("source-claims", SourceClaims)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
