"""Puts live widgets on the built pages: no kernel, no foreign host, one script for the whole site.

    _static/live.js       the course's own widgets, which notebooks carry inside every widget
    _static/live.css      their style

Only pages with widgets load the script. Each widget's state stands in the page where the widget will be drawn, and
long lists of numbers before the first widget that needs them.
"""

import hashlib
import json
import re
from pathlib import Path

from docutils import nodes
from myst_nb.sphinx_ import NbMetadataCollector
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform

from transformer_block.live import bundle

STATE = "application/vnd.transformer-block.live+json"
NUMBERS = "application/vnd.transformer-block.numbers+json"
_HEAVY = 1_000  # letters of a constant that the page carries once, for all of its widgets
_VIEW = "application/vnd.jupyter.widget-view+json"
_VIEW_SCRIPT = re.compile(rf'<script type="{re.escape(_VIEW)}">[^<]*"model_id": "(\w+)"[^<]*</script>')
_LIVE = "transformer_block.live.widget.Live"
_CARRIED = ("name", "programs", "inputs", "views", "says", "values", "shared")


def live_script():
    """The text of live.js: draws every widget of a page, also of one that was opened from a disk."""
    return bundle.without_comments(bundle.script("static_page.js"))


def state_script(state, on_page=None):
    """The elements that stand in a page for one widget: (a notebook's state of it, ids of the numbers that the page
    has so far, which grow) -> HTML.
    """
    if state.get("_anywidget_id") != _LIVE:
        raise ExtensionError(f"live_widgets: expected widgets made by explore(), got one of {state.get('_model_name')}. "
                             f"The page has no kernel, and code for our own widgets alone.")
    constants, elements = [], []
    on_page = set() if on_page is None else on_page
    for shape, numbers in state["programs"]["constants"]:
        text = _json(numbers)
        key = f"numbers-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        # What is drawn from a seed is this widget's own.
        heavy = len(text) > _HEAVY and "starts" not in numbers
        constants.append([shape, {"id": key} if heavy else numbers])
        if heavy and key not in on_page:
            on_page.add(key)
            elements.append(f'<script type="{NUMBERS}" id="{key}">{text}</script>')
    programs = {**state["programs"], "constants": constants}
    carried = _json({name: programs if name == "programs" else state[name] for name in _CARRIED})
    return "".join([*elements, f'<script type="{STATE}">{carried}</script>'])


def _json(data):
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    # Neither may stand inside a script.
    return text.replace("</", r"<\/").replace("<!--", r"<\u0021--")


def write_files(app):
    """Write the site's script and style before any page links to them."""
    if app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    static.mkdir(parents=True, exist_ok=True)
    (static / "live.js").write_text(live_script(), encoding="utf-8")
    (static / "live.css").write_text(bundle.style(), encoding="utf-8")


def load_on_pages_with_widgets(app, config):
    """Replace MyST-NB's scripts from foreign hosts by ours."""
    config.nb_ipywidgets_js = {"live.js": {"async": "async"}}


def put_states(app, pagename, templatename, context, doctree):
    """Put each widget's state where it is shown, instead of the state of all the notebook's widgets."""
    scripts = NbMetadataCollector.get_js_files(app.env, pagename)
    if "ipywidgets_state" not in scripts:
        return
    _, script = scripts.pop("ipywidgets_state")
    states = json.loads(script["body"])["state"]
    on_page = set()
    context["body"] = _VIEW_SCRIPT.sub(lambda match: state_script(states[match[1]]["state"], on_page), context["body"])


class StillBeforeLive(SphinxPostTransform):
    """Puts a widget's still picture before it: for readers without JavaScript, and until the live one stands."""

    default_priority = 3  # before MyST-NB keeps one format of each output and drops the rest
    formats = ("html",)

    def run(self, **kwargs):
        """Docutils' entry point."""
        for output in self.document.findall(nodes.container):
            formats = {node.get("mime_type"): node for node in output.children if isinstance(node, nodes.container)}
            if output.get("nb_element") == "mime_bundle" and {_VIEW, "image/svg+xml"} <= formats.keys():
                still = nodes.container(classes=["tb-still"])
                still += [node.deepcopy() for node in formats["image/svg+xml"].children]
                formats[_VIEW].insert(0, still)


def setup(app):
    """Join the build: settings first, files next, then each page on its way out."""
    app.connect("config-inited", load_on_pages_with_widgets)
    app.connect("builder-inited", write_files)
    app.connect("html-page-context", put_states, priority=400)
    app.add_post_transform(StillBeforeLive)
    app.add_css_file("live.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
