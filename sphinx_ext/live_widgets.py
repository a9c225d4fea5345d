"""Puts live widgets on the built pages: no kernel, no foreign host, the code once for the whole site.

    _static/widgets.js    ipywidgets, taken from the installed wheel, and live_host.js behind it
    _static/live.js       the course's own widgets: their code, which notebooks carry inside every widget
    _static/live.css      their style

Only pages with widgets load the scripts. A page's widget state is cut to what the page shows, and named 0, 1, 2, ...
so that the same book gives the same bytes.
"""

import json
import re
from importlib.metadata import files
from pathlib import Path

from docutils import nodes
from myst_nb.sphinx_ import NbMetadataCollector
from sphinx.transforms.post_transforms import SphinxPostTransform

from transformer_block.live import widget

_HERE = Path(__file__).parent
_VIEW = "application/vnd.jupyter.widget-view+json"
_VIEW_SCRIPT = re.compile(rf'(<script type="{re.escape(_VIEW)}">[^<]*"model_id": ")(\w+)')
_LIVE = "transformer_block.live.widget.Live"
_REFERENCE = re.compile(r'"((?:IPY_MODEL_|anywidget:)?)([0-9a-f]{32})"')

# The wheel's script is written for the loader of the classic notebook. We hand it what it asks that for; asked to
# load itself, it adds its style sheets to the page.
_HOST = """\
(() => {
let ipywidgets;
const define = (needs, module) => { ipywidgets = module; };
const Jupyter = { version: "7.0.0" };
const notebook = [{ notebook: { container: { on() {} } } }, { on() {} },
  { OutputArea: { prototype: { register_mime_type() {} } } }];
const requirejs = (needs, use) => needs.includes("notebook/js/outputarea") && use(...notebook);
window.requirejs = { config() {} };
%s
const jupyter = ipywidgets({ uri: document.currentScript.src });
delete window.requirejs;
jupyter.load_ipython_extension();
showWidgets(jupyter);
})();
"""


def host_script():
    """The text of widgets.js: all of it in one function, so that the page gets no new global names."""
    parts = [_installed("widgetsnbextension", "static/extension.js"),
             (_HERE / "live_host.js").read_text(encoding="utf-8")]
    return _HOST % re.sub(r"^//# sourceMappingURL=.*$", "", "\n".join(parts), flags=re.MULTILINE)


def live_script():
    """The text of live.js: the code that every `Live` carries, as a classic script, which also works from a disk."""
    return f"const liveWidget = (() => {{\n{widget.source()}\nreturn {{ render }};\n}})();\n"


def style():
    """The text of live.css. ipywidgets marks every widget without a kernel as broken; here that is how they live."""
    return f"{widget.style()}\nbody .jupyter-widgets-disconnected::before {{ display: none; }}\n"


def _installed(package, ending):
    file = next(file for file in files(package) if file.as_posix().endswith(ending))
    return file.locate().read_text(encoding="utf-8")


def slim(state, views):
    """The part of a page's widget state that its views need: (id -> model, ids) -> (id -> model, old id -> new id)."""
    names, waiting = {}, list(views)
    while waiting:
        model = waiting.pop(0)
        if model in state and model not in names:
            names[model] = str(len(names))
            waiting += [reference for _, reference in _REFERENCE.findall(json.dumps(state[model]["state"]))]
    return {name: _renamed(_without_code(state[model]), names) for model, name in names.items()}, names


def _without_code(model):
    # A missing value and null are the same to a model's defaults.
    values = {key: value for key, value in model["state"].items() if value is not None}
    if values.get("_anywidget_id") == _LIVE:
        values |= {"_esm": "", "_css": ""}  # live.js and live.css are on the page
    return {**model, "state": values}


def _renamed(model, names):
    return json.loads(_REFERENCE.sub(lambda match: f'"{match[1]}{names.get(match[2], match[2])}"', json.dumps(model)))


def write_scripts(app):
    """Write the site's scripts and style before any page links to them."""
    if app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    static.mkdir(parents=True, exist_ok=True)
    for name, text in (("widgets.js", host_script()), ("live.js", live_script()), ("live.css", style())):
        (static / name).write_text(text, encoding="utf-8")


def load_on_pages_with_widgets(app, config):
    """Replace MyST-NB's scripts from foreign hosts by ours."""
    config.nb_ipywidgets_js = {"live.js": {"defer": "defer"}, "widgets.js": {"defer": "defer"}}


def slim_page(app, pagename, templatename, context, doctree):
    """Cut the widget state of one page, before MyST-NB puts it there."""
    scripts = NbMetadataCollector.get_js_files(app.env, pagename)
    if "ipywidgets_state" not in scripts:
        return
    _, script = scripts["ipywidgets_state"]
    whole = json.loads(script["body"])
    state, names = slim(whole["state"], [view for _, view in _VIEW_SCRIPT.findall(context["body"])])
    scripts["ipywidgets_state"] = None, {**script, "body": _in_script({**whole, "state": state})}
    context["body"] = _VIEW_SCRIPT.sub(lambda match: match[1] + names.get(match[2], match[2]), context["body"])


def _in_script(data):
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", r"<\/")


class StillBeforeLive(SphinxPostTransform):
    """Puts a widget's still picture before it: for readers without JavaScript, and until the live one stands."""

    default_priority = 3  # before MyST-NB keeps one format of each output and drops the rest
    formats = ("html",)

    def run(self, **kwargs):
        """Docutils' entry point."""
        for bundle in self.document.findall(nodes.container):
            formats = {node.get("mime_type"): node for node in bundle.children if isinstance(node, nodes.container)}
            if bundle.get("nb_element") == "mime_bundle" and {_VIEW, "image/svg+xml"} <= formats.keys():
                still = nodes.container(classes=["tb-still"])
                still += [node.deepcopy() for node in formats["image/svg+xml"].children]
                formats[_VIEW].insert(0, still)


def setup(app):
    """Join the build: settings first, scripts next, then each page on its way out."""
    app.connect("config-inited", load_on_pages_with_widgets)
    app.connect("builder-inited", write_scripts)
    app.connect("html-page-context", slim_page, priority=400)
    app.add_post_transform(StillBeforeLive)
    app.add_css_file("live.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
