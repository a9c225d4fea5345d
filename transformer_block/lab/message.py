"""What a lab says: prose and code, as plain text everywhere and as HTML where a page can show it."""

import sys
import textwrap
from dataclasses import dataclass
from html import escape

_WIDTH = 88


@dataclass(frozen=True)
class Code:
    """Lines to be shown as they are: an example, or a worked solution."""

    text: str


@dataclass(frozen=True)
class Message:
    """A heading and what stands under it: paragraphs of prose (str) and Code."""

    heading: str
    blocks: tuple = ()
    mood: str = "plain"  # "passed", "wrong" or "plain": a colour, and never the only sign

    def __repr__(self):
        return "\n\n".join([_wrapped(self.heading), *map(_as_text, self.blocks)])

    def _repr_html_(self):
        inside = "".join(map(_as_html, self.blocks))
        heading = f'<p class="tb-lab-heading"><strong>{escape(self.heading)}</strong></p>'
        return f'<div class="tb-lab" data-mood="{self.mood}">{heading}{inside}</div>'


class LabError(Exception):
    """An answer that is not right yet, or a call that needs another one first. Notebooks show its words alone."""

    shown = ""  # the one line that stands for the message where it has been shown already

    def _render_traceback_(self):
        return [self.shown or str(self)]


class NotPassed(LabError):
    """A check that has found something; its message has been shown, and the error stops "run all"."""

    def __init__(self, name, message):
        super().__init__(repr(message))
        self.shown = f"Not passed yet: {name}. What the check found stands above."


def show(message):
    """Show a message: through IPython where it runs, else printed."""
    if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()) is not None:
        shell.display_pub.publish({"text/plain": repr(message), "text/html": message._repr_html_()})
    else:
        print(message)


def _wrapped(text):
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _as_text(block):
    return textwrap.indent(block.text, "    ") if isinstance(block, Code) else _wrapped(block)


def _as_html(block):
    if isinstance(block, Code):
        return f"<pre><code>{escape(block.text)}</code></pre>"
    pieces = escape(block, quote=False).split("`")
    inside = [f"<code>{piece}</code>" if number % 2 else piece for number, piece in enumerate(pieces)]
    return f"<p>{''.join(inside)}</p>"
