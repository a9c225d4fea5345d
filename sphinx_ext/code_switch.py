"""One switch for all code of the site: as the author folded it, all of it open, or none. Each browser remembers it.

The button stands in templates/theme-switcher.html, and book/_assets/site/code.js does what it says.
"""

from pathlib import Path

# Boxes are put as the reader wants them while the page is read, before it is painted: nothing moves later.
_AT_ONCE = """(() => {
  const root = document.documentElement, wanted = localStorage.getItem("code") || "usual";
  root.setAttribute("data-code", wanted);
  if (wanted === "usual") return;
  const fold = (records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node.matches?.("details.tb-fold")) node.open = wanted === "all";
    }
  };
  const reading = new MutationObserver(fold);
  reading.observe(root, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => {
    fold(reading.takeRecords()); // a page read in one piece may end before any was handed over
    reading.disconnect();
  });
})()"""


def remember(app, pagename, templatename, context, doctree):
    """Give each page with code the script that recalls what the reader wants."""
    if 'class="tb-fold' in context.get("body", ""):
        app.add_js_file(None, body=_AT_ONCE, priority=202)


def setup(app):
    """Join the build."""
    app.connect("config-inited", lambda app, config: config.templates_path.append(str(Path(__file__).parent / "templates")))
    app.connect("html-page-context", remember)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
