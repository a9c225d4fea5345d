"""From the click on a link to the first live control, with an empty cache, for each page with live widgets.

    .venv/bin/python benchmarks/first_control.py [--runs 7]

A control counts as live when an arrow key on it moves its value. Every run has a browser profile of its own.
"""

import argparse
import gzip
import re
import sys
from urllib.parse import unquote, urlsplit

from stage import (
    SITE,
    median,
    pages_with_widgets,
    print_machine,
    print_table,
    print_verdict,
    served_site,
    started_browser,
    wait_for_widgets,
)

# Tries an arrow key on the first control whenever something is added to the page, until it moves a value.
WATCH = """() => {
  const times = window.benchmark = {};
  document.addEventListener("DOMContentLoaded", () => { times.ready = performance.now(); }, { capture: true });
  const observer = new MutationObserver(() => {
    const live = document.querySelector(".tb-live"), handle = live?.querySelector(".noUi-handle");
    if (!handle) return;
    const values = () => JSON.stringify(live.liveWidget.values()), before = values();
    for (const key of ["ArrowRight", "ArrowLeft"]) {
      handle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      if (values() === before) continue;
      times.live = performance.now();
      observer.disconnect();
      return;
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}"""
STATE = re.compile(r'<script type="application/vnd.jupyter.widget-state\+json">(.*?)</script>', re.DOTALL)


def measure(browser, address, name, runs):
    """Open a page `runs` times in fresh profiles: milliseconds to ready and to live, and what the page asked for."""
    times = []
    for _ in range(runs):
        with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
            page, requests = context.new_page(), []
            page.on("request", lambda request, requests=requests: requests.append(request.url))
            page.add_init_script(f"({WATCH})()")
            page.goto(f"{address}/{name}", wait_until="load")
            wait_for_widgets(page)
            page.wait_for_function("window.benchmark.live")
            times.append(page.evaluate("[benchmark.ready, benchmark.live]"))
            files = {unquote(urlsplit(url).path).lstrip("/") for url in requests if url.startswith(address)}
    return times, files


def gzipped(content):
    """How many bytes a server that compresses would send."""
    return len(gzip.compress(content, 6))


def sizes(name, files):
    """Bytes, gzipped: the whole page, our own code and data on it, and the host script."""
    contents = {file: (SITE / file).read_bytes() for file in files}
    whole = sum(len(content) if file.endswith((".woff", ".woff2", ".png")) else gzipped(content)
                for file, content in contents.items())
    state = "".join(STATE.findall(contents[name].decode())).encode()
    own = gzipped(state) + sum(gzipped(contents[f"_static/{file}"]) for file in ("live.js", "live.css")
                               if f"_static/{file}" in contents)
    return whole, own, gzipped(contents["_static/widgets.js"])


def main():
    """Measure, print the table, and end non-zero when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="cold runs of each page, of which the median counts")
    runs = parser.parse_args().runs
    rows = []
    with served_site() as address, started_browser() as browser:
        print_machine(browser)
        for name in pages_with_widgets():
            times, files = measure(browser, address, name, runs)
            whole, own, host = sizes(name, files)
            ready, live, after = (median(column) for column in zip(*((r, t, t - r) for r, t in times), strict=True))
            rows.append([name.removeprefix("book/").removesuffix(".html"), round(ready), round(live), round(after),
                         len(files), whole, own, host])
    print_table(["page", "ready, ms", "live, ms", "ready to live, ms", "requests", "all, bytes gz", "ours, bytes gz",
                 "host script, bytes gz"], rows)
    print()
    met = [print_verdict("DOMContentLoaded to the first live control, slowest page", max(row[3] for row in rows), 150, "ms"),
           print_verdict("our own code and data, heaviest page", max(row[6] for row in rows) / 1000, 60, "kB gzipped")]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
