"""Each page with live widgets opened with an empty cache, as on a desktop and as on a phone.

    .venv/bin/python benchmarks/loading.py [--runs 5]

The phone has a small screen, a processor 4 times slower, 1.6 Mbit/s and round trips of 150 ms. Every run has a browser
profile of its own.

first paint    the browser's own first-contentful-paint
live           an input event on the first slider has changed the values of its widget
blocked        the whole durations of all long tasks (50 ms or more), not only what exceeds 50 ms of each
layout shift   the sum of the browser's scores, so never less than CLS, which takes the worst window of five seconds

All are watched until the page has loaded, is live and asks for nothing more, and for one second after that.
"""

import argparse
import sys
from functools import partial

from stage import (
    DESKTOP,
    PHONE,
    PHONE_SLOWDOWN,
    median,
    pages_with_widgets,
    print_machine,
    print_table,
    print_verdict,
    served_site,
    slow_network,
    slow_processor,
    started_browser,
    wait_for_widgets,
)

# Moves the first slider one step, whenever something is added to the page and before each frame, until its widget's
# values follow. It is moved back at once, so that the page is drawn, and measured, as its readers see it.
WATCH = """() => {
  const seen = window.benchmark = { paint: null, live: null, blocked: 0, shift: 0 };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("longtask", ({ duration }) => { seen.blocked += duration; });
  watch("layout-shift", ({ value }) => { seen.shift += value; });
  watch("paint", ({ name, startTime }) => { if (name === "first-contentful-paint") seen.paint = startTime; });
  const look = () => {
    const live = document.querySelector(".tb-live"), slider = live?.querySelector(".tb-controls input[type=range]:enabled");
    if (!slider || !live.liveWidget) return;
    const values = () => JSON.stringify(live.liveWidget.values()), before = values(), was = slider.value;
    const tell = () => slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.stepUp();
    if (slider.value === was) slider.stepDown();
    tell();
    if (values() !== before) seen.live = performance.now();
    slider.value = was;
    tell();
  };
  const observer = new MutationObserver(() => {
    if (seen.live === null) look();
    observer.takeRecords();  // what the look itself has changed is no reason to look again
  });
  observer.observe(document, { childList: true, subtree: true });
  const frame = () => {
    if (seen.live !== null) return observer.disconnect();
    look();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
READERS = {"desktop": DESKTOP, "phone": PHONE}
# reader -> milliseconds from the first paint to the first live control
LIVE_WITHIN = {"desktop": 100, "phone": 500}
MOST_KILOBYTES, MOST_REQUESTS, MOST_BLOCKED, MOST_SHIFT = 300, 16, 300, 0.001


def open_once(browser, reader, url):
    """Open a page in a fresh profile: what the page saw of itself, and bytes of body and requests over the network."""
    with browser.new_context(**READERS[reader]) as context:
        page, requests = context.new_page(), []
        page.on("requestfinished", lambda request: requests.append(request))
        if reader == "phone":
            slow_processor(page, PHONE_SLOWDOWN)
            slow_network(page)
        page.add_init_script(f"({WATCH})()")
        page.goto(url, wait_until="load")
        wait_for_widgets(page)
        page.wait_for_function("benchmark.live !== null && benchmark.paint !== null")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        seen = page.evaluate("benchmark")
        return {**seen, "after": seen["live"] - seen["paint"], "requests": len(requests),
                "bytes": sum(request.sizes()["responseBodySize"] for request in requests)}


def measure(browser, reader, url, runs):
    """Open a page `runs` times: the median times, and the most of what may not be exceeded once."""
    found = [open_once(browser, reader, url) for _ in range(runs)]
    medians = {name: median([run[name] for run in found]) for name in ("paint", "live", "after", "blocked")}
    return medians | {name: max(run[name] for run in found) for name in ("shift", "requests", "bytes")}


def worst(figures, name, reader=None):
    """The largest figure of that name on any page, with one reader or with both."""
    return max(found[name] for (_, who), found in figures.items() if reader in (None, who))


def verdicts(figures):
    """Print a verdict for each target: whether they are met."""
    largest = partial(worst, figures)
    return [
        print_verdict("a page with all that it asks for, heaviest page", largest("bytes") / 1000, MOST_KILOBYTES, "kB gzipped"),
        print_verdict("requests, most on a page", largest("requests"), MOST_REQUESTS, "requests"),
        *(print_verdict(f"{reader}: first paint to the first live control, slowest page", largest("after", reader),
                        LIVE_WITHIN[reader], "ms") for reader in READERS),
        print_verdict("phone: main thread blocked by long tasks, slowest page", largest("blocked", "phone"), MOST_BLOCKED, "ms"),
        *(print_verdict(f"{reader}: layout shift, worst run of the worst page", largest("shift", reader), MOST_SHIFT,
                        "in score", decimals=3) for reader in READERS),
    ]


def main():
    """Measure, print the table, and end non-zero when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="cold runs of each page with each reader")
    runs, figures = parser.parse_args().runs, {}
    with served_site() as address, started_browser() as browser:
        print_machine(browser)
        for name in pages_with_widgets():
            for reader in READERS:
                figures[name, reader] = measure(browser, reader, f"{address}/{name}", runs)
    print_table(["page", "reader", "first paint, ms", "live, ms", "first paint to live, ms", "blocked, ms", "layout shift",
                 "requests", "bytes gz"],
                [[name.removeprefix("book/").removesuffix(".html"), reader,
                  *(round(found[figure]) for figure in ("paint", "live", "after", "blocked")), f"{found['shift']:.3f}",
                  found["requests"], found["bytes"]] for (name, reader), found in figures.items()])
    print()
    return 0 if all(verdicts(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
