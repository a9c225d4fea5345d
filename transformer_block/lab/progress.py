"""What of a lab is passed: a widget that keeps it in the browser, and plain text where there is none."""

from pathlib import Path

import anywidget
import traitlets
from IPython.display import display

from transformer_block.palette import css

_HERE = Path(__file__).parent
_DARK = ':is(html[data-theme="dark"], body[data-jp-theme-light="false"], body.vscode-dark) .tb-lab'


def style():
    """The style sheet of the progress and of a lab's messages."""
    return css(light=".tb-lab", dark=_DARK) + (_HERE / "progress.css").read_text(encoding="utf-8")


class Progress(anywidget.AnyWidget):
    """The steps of one lab. `passed` holds the names of the passed ones, also those of earlier visits."""

    _esm = (_HERE / "progress.js").read_text(encoding="utf-8")
    _css = style()

    slug = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    steps = traitlets.List().tag(sync=True)
    passed = traitlets.List().tag(sync=True)

    def __repr__(self):
        lines = [f"{self.title}: {len(self.passed)} of {len(self.steps)} steps"]
        lines += [f"  {'x' if step['name'] in self.passed else ' '} {number}. {step['name']}: {step['task']}"
                  for number, step in enumerate(self.steps, 1)]
        return "\n".join(lines)

    def show(self):
        """Show the steps and what of them is passed."""
        display(self)

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        data["text/plain"] = repr(self)
        return data, metadata
