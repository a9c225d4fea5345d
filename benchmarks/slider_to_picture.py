"""From a key on a control to the changed picture, for every control of every live widget of the built site.

    .venv/bin/python benchmarks/slider_to_picture.py [--presses 40] [--slow 4]

Once on a desktop, once on a phone, whose processor is made 4 times slower; `--slow 1` or `--slow 4` measures one of them.

changed    the last change in the widget's pictures, table or sentence, counted from the key event's own time stamp
repainted  the second animation frame after it: by then the browser has put the change on the screen
set        `liveWidget.set` at random places of the range: the computing and the drawing, without the control
"""

import argparse
import random
import sys

from stage import (
    DESKTOP,
    PHONE,
    PHONE_SLOWDOWN,
    median,
    p95,
    pages_with_widgets,
    print_machine,
    print_table,
    print_verdict,
    served_site,
    slow_processor,
    started_browser,
    wait_for_widgets,
)

# `heard` resolves to [milliseconds to the last change, to the repaint] after the next event of that kind, or to null.
STAGE = """() => {
  const shown = ({ target }) => {
    const element = target.nodeType === 1 ? target : target.parentElement;
    return element?.closest(".tb-views, .tb-says") && !element.closest(".tb-controls, .tb-told");
  };
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
# The values of a widget's inputs, and for each that a slider moves the ends of its range. Which slider moves which
# input shows when it is moved; it is moved back.
INPUTS = """live => {
  const values = () => live.liveWidget.values();
  const ranges = [...live.querySelectorAll(".tb-controls input[type=range]:enabled")].map((slider) => {
    const put = (value) => { slider.value = value; slider.dispatchEvent(new Event("input", { bubbles: true })); };
    const before = values(), was = slider.value;
    put(was === slider.max ? slider.min : slider.max);
    const after = values();
    put(was);
    const moved = Object.keys(before).find((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    return [moved, [Number(slider.min), Number(slider.max)]];
  });
  return [values(), Object.fromEntries(ranges)];
}"""
TARGETS = {1: 8, PHONE_SLOWDOWN: 16}  # how many times slower -> milliseconds for 19 in 20 keys

# what can be pressed -> the keys, pressed in turn, and the event on which the browser acts
CONTROLS = {".tb-controls input[type=range]:enabled, .tb-view .tb-handle": (["ArrowRight"] * 5 + ["ArrowLeft"] * 5, "keydown"),
            ".tb-controls select:enabled": (["ArrowDown", "ArrowUp"], "keydown"),
            ".tb-controls input[type=checkbox]:enabled": ([" "], "keyup")}


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
    """Values for the inputs that sliders move, from what the sliders may take: (name, value) pairs."""
    values, ranges = widget.evaluate(INPUTS)
    sets = []
    for name, ends in ranges.items():
        for _ in range(count):
            drawn = [rng.uniform(*ends) for _ in values[name]] if isinstance(values[name], list) else rng.uniform(*ends)
            sets.append((name, drawn))
    rng.shuffle(sets)
    return sets


def measure_widgets(browser, address, times_slower, presses):
    """A row of the table for each widget of the site: on a desktop, or on a phone with a slower processor."""
    rng, rows = random.Random(0), []
    with browser.new_context(**(DESKTOP if times_slower == 1 else PHONE)) as context:
        page = context.new_page()
        slow_processor(page, times_slower)
        for name in pages_with_widgets():
            page.goto(f"{address}/{name}", wait_until="load")
            for number in range(wait_for_widgets(page)):
                page.evaluate(f"({STAGE})()")
                widget = page.locator(".tb-live").nth(number)
                widget.scroll_into_view_if_needed()
                changed, painted = zip(*measure_keys(page, widget, presses), strict=True)
                sets = widget.evaluate("(live, sets) => timeSets(live, sets)", random_sets(widget, presses, rng))
                rows.append([widget.get_attribute("aria-label"), f"{times_slower} x", len(changed), *(
                    round(figure(times), 1) for times in (changed, painted, sets) for figure in (median, p95))])
    return rows


def main():
    """Measure, print the table, and end non-zero when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=int, default=40, help="keys pressed on each control")
    parser.add_argument("--slow", type=int, choices=TARGETS, help="measure only with the processor so many times slower")
    options = parser.parse_args()
    with served_site() as address, started_browser() as browser:
        print_machine(browser)
        rows = {slow: measure_widgets(browser, address, slow, options.presses)
                for slow in ([options.slow] if options.slow else TARGETS)}
    print_table(["widget", "slower", "keys", "changed, ms", "p95", "repainted, ms", "p95", "set, ms", "p95"],
                [row for found in rows.values() for row in found])
    print()
    met = [print_verdict(f"key to changed picture at p95, processor {slow} x slower, slowest widget",
                         max(row[4] for row in found), TARGETS[slow], "ms") for slow, found in rows.items()]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
