"""From a key on a control to the changed picture, for every control of every live widget of the built site.

    .venv/bin/python benchmarks/slider_to_picture.py [--presses 40]

changed    the last change in the widget's pictures, table or sentence, counted from the key event's own time stamp
repainted  the second animation frame after it: by then the browser has put the change on the screen
set        `liveWidget.set` at random places of the range: the computing and the drawing, without the control
"""

import argparse
import random
import sys

from stage import (
    median,
    p95,
    pages_with_widgets,
    print_machine,
    print_table,
    print_verdict,
    served_site,
    started_browser,
    wait_for_widgets,
)

# `heard` resolves to [milliseconds to the last change, to the repaint] after the next event of that kind, or to null.
STAGE = """() => {
  const shown = ({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest(".tb-views, .tb-says")
    && !(target.nodeType === 1 ? target : target.parentElement).closest(".tb-told");
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  window.listen = (live, kind) => {
    window.heard = new Promise((done) => {
      let changed = null, start = null;
      const observer = new MutationObserver((records) => { if (records.some(shown)) changed = performance.now(); });
      observer.observe(live, all);
      addEventListener(kind, (event) => {
        start = event.timeStamp;
        requestAnimationFrame(() => requestAnimationFrame(() => {
          const painted = performance.now();
          observer.disconnect();
          done(changed === null ? null : [changed - start, painted - start]);
        }));
      }, { capture: true, once: true });
    });
  };
  window.timeSets = (live, sets) => sets.map(([name, value]) => {
    const start = performance.now();
    live.liveWidget.set(name, value);
    return performance.now() - start;
  });
}"""
INPUTS = "element => JSON.parse(JSON.stringify(element.liveWidget.values()))"


# what can be pressed -> the keys, pressed in turn, and the event on which the browser acts
CONTROLS = {".noUi-handle, .tb-handle": (["ArrowRight"] * 5 + ["ArrowLeft"] * 5, "keydown"),
            "select": (["ArrowDown", "ArrowUp"], "keydown"), "input[type=checkbox]": ([" "], "keyup")}


def measure_keys(page, widget, presses):
    """Press keys on each control: [changed, repainted] in milliseconds for each key that changed something."""
    found = []
    for parts, (keys, event) in CONTROLS.items():
        for control in widget.locator(parts).locator("visible=true").all():
            control.focus()
            for number in range(presses):
                widget.evaluate("(live, event) => listen(live, event)", event)
                page.keyboard.press(keys[number % len(keys)])
                found.append(page.evaluate("heard"))
    return [times for times in found if times]


def random_sets(widget, count, rng):
    """Values for the numeric inputs of a widget, from what its sliders may take: (name, value) pairs."""
    low, high = widget.evaluate("""live => {
      const sliders = [...live.querySelectorAll(".noUi-handle")];
      return ["aria-valuemin", "aria-valuemax"].map((name) => sliders.map((slider) => Number(slider.getAttribute(name))));
    }""")
    ranges, sets = iter(zip(low, high, strict=True)), []
    for name, value in widget.evaluate(INPUTS).items():
        if isinstance(value, list):
            ends = [next(ranges) for _ in value]
            sets += [(name, [rng.uniform(*end) for end in ends]) for _ in range(count)]
        elif isinstance(value, int | float) and not isinstance(value, bool):
            end = next(ranges)
            sets += [(name, rng.uniform(*end)) for _ in range(count)]
    rng.shuffle(sets)
    return sets


def main():
    """Measure, print the table, and end non-zero when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=int, default=40, help="keys pressed on each control")
    presses, rng, rows = parser.parse_args().presses, random.Random(0), []
    with served_site() as address, started_browser() as browser:
        print_machine(browser)
        page = browser.new_page(viewport={"width": 1280, "height": 1600})
        for name in pages_with_widgets():
            page.goto(f"{address}/{name}", wait_until="load")
            for number in range(wait_for_widgets(page)):
                page.evaluate(f"({STAGE})()")
                widget = page.locator(".tb-live").nth(number)
                widget.scroll_into_view_if_needed()
                changed, painted = zip(*measure_keys(page, widget, presses), strict=True)
                sets = widget.evaluate("(live, sets) => timeSets(live, sets)", random_sets(widget, presses, rng))
                rows.append([widget.get_attribute("aria-label"), len(changed), *(
                    round(figure(times), 1) for times in (changed, painted, sets) for figure in (median, p95))])
    print_table(["widget", "keys", "changed, ms", "p95", "repainted, ms", "p95", "set, ms", "p95"], rows)
    print()
    return 0 if print_verdict("key to changed picture at p95, slowest widget", max(row[3] for row in rows), 8, "ms") else 1


if __name__ == "__main__":
    sys.exit(main())
