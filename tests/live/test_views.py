"""The views in a real browser: what they show, say, and let the reader do."""

import json
import re

import pytest

from transformer_block.live import bundle

# A bench as widget.js has one, that also keeps a list of what was set.
STAGE = """
function stage(spec, inputs, values, results, width) {
  document.body.innerHTML = `<div class="tb-live" style="width: ${width}px; padding: 0; border: 0"></div>`;
  const shaped = (value) => ({ shape: Array.isArray(value) ? Array.isArray(value[0]) ? [value.length, value[0].length] : [value.length] : [],
                               data: Float64Array.from([value].flat(Infinity), Number) });
  const state = { values, results: {} };
  const update = (next) => { for (const [name, value] of Object.entries(next)) state.results[name] = shaped(value); view.update(state); };
  const bench = {
    input: (name) => inputs[name], value: (name) => state.values[name], sets: [],
    move(name, value) { bench.sets.push([name, value]); state.values[name] = value; view.update(state); },
  };
  const view = live.VIEWS[spec.kind](spec, bench);
  document.querySelector(".tb-live").append(view.element);
  update(results);
  window.staged = { bench, view, update, state };
}"""

NAN, INF = float("nan"), float("inf")
ARROW = {"kind": "arrow", "low": -1.5, "high": 1.5, "step": 0.1}
UNITS = {
    "spec": {"kind": "plane", "title": "Three units", "reach": 1.5, "points": [],
             "arrows": [{"value": "evidence", "label": "evidence", "idea": "evidence"},
                        *({"value": f"p{i}", "label": f"pattern {i}", "idea": "pattern", "fires": "strength"} for i in (1, 2, 3)),
                        {"value": "added", "label": ["unit 1", "unit 2", "unit 3"], "idea": "contribution", "chain": True},
                        {"value": "description", "label": "description", "idea": None}],
             "half_planes": [{"value": f"p{i}", "label": f"pattern {i}", "fires": "strength"} for i in (1, 2, 3)]},
    "inputs": {name: {**ARROW, "name": name, "label": name} for name in ("evidence", "p1", "p2", "p3")},
    "values": {"evidence": [0.8, -0.6], "p1": [1, -1], "p2": [0, 1], "p3": [-1, -1]},
    "results": {"strength": [1.4, 0, 0], "added": [[0.9, 0.4], [0, 0], [0.3, 0.5]], "description": [1.2, 0.9]},
}
BENT = {"spec": {"kind": "bent_line", "title": "Bent", "match": "match", "fires": "fires", "reach": 2, "curve": None, "labels": None},
        "results": {"match": [1.4, -0.6, -0.2], "fires": [1.4, 0, 0]}}
DIAL = {"spec": {**BENT["spec"], "match": "probe", "curve": ["xs", "ys"]}, "values": {"probe": -1},
        "inputs": {"probe": {"kind": "range", "low": -2, "high": 2, "step": 0.25, "name": "probe", "label": "probe"}},
        "results": {"fires": -0.2, "xs": [-2, 0, 2], "ys": [-0.4, 0, 2]}}
MATRIX = {"spec": {"kind": "matrix", "title": "Weights", "value": "weights", "rows": "position", "columns": "reads", "row_labels": None,
                   "column_labels": None, "idea": "evidence", "lit": "chosen", "digits": 2},
          "inputs": {"position": {"kind": "whole", "low": 1, "high": 3, "step": 1, "name": "position", "label": "position"}},
          "values": {"position": 2},
          "results": {"weights": [[1, 0, 0], [0.25, 0.75, 0], [0.1, -0.2, 0.7]], "chosen": [0, 1, 0]}}
BARS = {"spec": {"kind": "bars", "title": "Hidden", "value": "hidden", "labels": ["a", "b", "c"], "idea": "evidence", "range": [-2, 2]},
        "results": {"hidden": [1.5, -0.5, 0]}}
MANY = {"spec": {**BARS["spec"], "labels": None}, "results": {"hidden": [i / 20 - 0.8 for i in range(32)]}}
RANKING = {"spec": {"kind": "ranking", "title": "Next word", "value": "chance", "labels": ["friday", "monday", "colour", "east", "north"], "most": 3,
                    "by": "value", "before": "plain", "range": [0, 1], "format": ".0%", "idea": "evidence"},
           "results": {"chance": [0.02, 0.62, 0.1, 0.25, 0.01], "plain": [0.9, 0.05, 0, 0.35, 0]}}
PUSHES = {"spec": {**RANKING["spec"], "value": "push", "labels": [f"{name}, before → the day it follows" for name in "abcde"], "by": "size", "before": None,
                   "range": [-4, 4], "format": "+.2f"},
          "results": {"push": [0.5, -3.5, 2, -0.5, 0.5]}}
IFS = ["friday, before → thursday", "a day is asked for", "if 2", *(f"about {i}" for i in range(3, 12))]
FIRING = {"spec": {"kind": "firing", "title": "What fires", "fires": "fires", "words": "sentence", "ifs": IFS, "open": ["One if & more", "unit"], "least": 0.05},
          "inputs": {"sentence": {"kind": "choice", "name": "sentence", "label": "sentence"}}, "values": {"sentence": "before friday"},
          "results": {"fires": [[0] * 12, [0.05, 0.4, *[0] * 10], [2.25, 0, *(i / 10 for i in range(1, 11))], [9] * 12, [9] * 12]}}
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
FACTS = [f"the day {side} {DAYS[i]} is → {DAYS[(i + step) % 7]}" for side, step in (("before", -1), ("after", 1)) for i in range(7)]
ANSWERS = {"spec": {"kind": "answers", "title": "All facts", "right": "right", "chance": "chance", "said": "said", "facts": FACTS,
                    "groups": [["the day before", 7], ["the day after", 6], ["and the last", 1]], "words": DAYS},
           "results": {"right": [1] * 4 + [0] + [1] * 9, "chance": [0.98, 0.5, 0, 1, 0.03, *[0.9] * 9], "said": [6, 0, 1, 2, 5, 4, 5, 1, 2, 3, 4, 5, 6, 0]}}
STOREYS = {"spec": {"kind": "storeys", "title": "Size", "log": True, "x": None, "x_label": "storey", "y_label": "size", "range": [1e-6, 1e4],
                    "marker": "depth", "bands": [{"low": "low", "high": "high", "label": "200 seeds", "idea": "replace"}],
                    "lines": [{"value": "replace", "label": "replace", "idea": "replace", "dash": None},
                              {"value": "add", "label": "add", "idea": "add", "dash": "8 3"}]},
           "inputs": {"depth": {"kind": "whole", "low": 0, "high": 24, "step": 1, "name": "depth", "label": "depth"}},
           "values": {"depth": 12},
           "results": {"replace": [0.7 ** i for i in range(25)], "add": [1.2 ** i for i in range(25)],
                       "low": [0.6 ** i for i in range(25)], "high": [0.8 ** i for i in range(25)]}}
CURVES = {"spec": {**STOREYS["spec"], "log": False, "marker": None, "x": "xs", "range": [-3, 3], "bands": [],
                   "lines": [{"value": "out", "label": "network", "idea": "evidence", "dash": None}]},
          "results": {"xs": [-1, 0, 1], "out": [0.5, 0, 2.5]}}
TABLE = {"spec": {"kind": "table", "title": "Numbers", "rows": ["unit 1", "unit 2"],
                  "columns": [{"heading": "match", "value": "match", "format": "+.2f"}, {"heading": "fires", "value": "fires", "format": ".1f"}]},
         "results": {"match": [1.4, -0.6], "fires": [1.4, 0]}}
ALL = {"plane": UNITS, "bent line": BENT, "bend dial": DIAL, "matrix": MATRIX, "bars": BARS, "many bars": MANY, "ranking": RANKING, "ranking by size": PUSHES, "firing": FIRING, "answers": ANSWERS, "storeys": STOREYS,
       "curves": CURVES, "table": TABLE}


def as_script(results):
    """Numbers as JavaScript writes them."""
    return json.dumps(results).replace("-Infinity", "-1/0").replace("Infinity", "1/0")


@pytest.fixture(scope="module")
def stage(browser):
    """Put a view on a page with touch, at a width: returns the page."""
    page = browser.new_page(viewport={"width": 700, "height": 700}, has_touch=True)
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.set_content("<!doctype html><html lang='en'><title>Views</title><body style='margin: 0'></body></html>")
    page.add_style_tag(content=bundle.style())
    page.add_script_tag(content=bundle.script("widget.js", "live") + STAGE)

    def show(case, width=360, **results):
        page.evaluate(f"stage({json.dumps(case['spec'])}, {json.dumps(case.get('inputs', {}))}, "
                      f"{json.dumps(case.get('values', {}))}, {as_script({**case['results'], **results})}, {width})")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))")
        return page

    yield show
    assert problems == []
    page.close()


def told(page):
    return page.locator("p.tb-told").text_content()


def shown(page):
    return page.locator(".tb-view").inner_text() + " ".join(page.locator(".tb-view text").all_text_contents())


def sets(page):
    """What has been set since the last time we asked."""
    return page.evaluate("staged.bench.sets.splice(0)")


def update(page, **results):
    page.evaluate(f"staged.update({as_script(results)})")


def centre(page, selector, index=0):
    box = page.locator(selector).nth(index).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, *, by):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + by[0], start[1] + by[1], steps=2)
    page.mouse.up()


def press(page, handle, *keys):
    page.locator(handle).first.focus()
    for key in keys:
        page.keyboard.press(key)
    return [value for _, value in sets(page)]


@pytest.mark.parametrize("case, words, description", [
    ("plane", ["evidence", "[0.8, −0.6]", "fires 1.40", "silent", "[1.20, 0.90]"], "pattern 1 [1.0, −1.0], fires 1.40; pattern 2 [0.0, 1.0], silent"),
    ("bent line", ["1: +1.40 → 1.40", "2: −0.60 → 0.00", "without the bend"], "unit 1: match +1.40, fires 1.40; unit 2: match −0.60, silent"),
    ("bend dial", ["−1.00 → −0.20"], "the unit: match −1.00, fires −0.20."),
    ("matrix", ["0.25", "0.75", "−0.20", "position", "reads"], "position 1: 1.00 (off), 0.00 (off), 0.00 (off); position 2: 0.25, 0.75, 0.00;"),
    ("bars", ["1.50", "−0.50", "a"], "a: 1.50; b: −0.50; c: 0.00."),
    ("many bars", ["Point at a bar"], "1: −0.80; 2: −0.75"),
    ("ranking", ["monday", "62%", "east", "25%", "colour", "10%", "thin mark: before"], "monday: 62%, before 5%; east: 25%, before 35%; colour: 10%, before 0%."),
    ("ranking by size", ["b, before → the day it follows", "−3.50", "+2.00", "+0.50"],
     "b, before → the day it follows: −3.50; c, before → the day it follows: +2.00; a, before → the day it follows: +0.50."),
    ("answers", ["the day before", "6 of 7 right", "the day after", "6 of 6 right", "the day before friday is → thursday: says saturday, thursday 3%"],
     "the day before: 6 of 7 right; the day after: 6 of 6 right; and the last: 1 of 1 right. "
     "Wrong: the day before friday is → thursday: says saturday, thursday 3%."),
    ("storeys", ["replace", "0.0138", "8.92", "200 seeds", "0.0001"], "At storey 12: replace 0.0138; add 8.92; 200 seeds from 4.74 × 10⁻⁶ to 0.00472"),
    ("curves", ["network", "2.5"], "At the end: network 2.5."),
])
def test_a_view_shows_its_numbers_and_says_them(stage, case, words, description):
    page = stage(ALL[case])
    text = shown(page)
    assert [word for word in words if word not in text] == []
    assert description in told(page)
    assert page.locator("svg").get_attribute("aria-label") == ALL[case]["spec"]["title"]
    assert page.locator("svg").get_attribute("aria-describedby") == page.locator("p.tb-told").get_attribute("id")


def test_the_table_keeps_its_cells_and_changes_their_numbers(stage):
    page = stage(TABLE)
    page.evaluate("window.cell = document.querySelector('td + td, tbody td')")
    assert page.locator("tbody tr").all_inner_texts() == ["unit 1\t+1.40\t1.4", "unit 2\t−0.60\t0.0"]
    update(page, match=[0.25, -1], fires=[0.25, 0])
    assert page.locator("tbody tr").all_inner_texts() == ["unit 1\t+0.25\t0.2", "unit 2\t−1.00\t0.0"]
    assert page.evaluate("cell.isConnected")


def sentence(page):
    """What stands beside each word of a sentence, and the word."""
    return [(row.locator(".tb-word").inner_text(), [part.text_content() for part in row.locator(".tb-chips > li:visible").all()])
            for row in page.locator(".tb-sentence > li").all()]


def test_the_ifs_that_fire_stand_beside_their_words_strongest_first(stage):
    page = stage(FIRING)
    strongest = [f"about {i} {(i - 1) / 10:.1f}" for i in (11, 10, 9, 8, 7)]
    assert sentence(page) == [("start", ["no if fires"]), ("before", ["a day is asked for 0.4"]),
                              ("friday", ["friday, before → thursday 2.2", *strongest, "and 5 more"])]
    assert page.get_by_role("list", name="What fires").get_by_role("listitem").filter(has_text="friday").count() >= 1
    page.evaluate("window.chip = document.querySelector('.tb-chip')")
    page.evaluate("staged.state.values.sentence = ' friday  east of the west'")
    update(page, fires=[[0.06, 1, *[0] * 10], [0.06] * 6 + [0] * 6, [0] * 12, [0, NAN, *[0] * 10], [0] * 12])
    assert sentence(page) == [("start", ["a day is asked for 1.0", "friday, before → thursday 0.1"]),
                              ("friday", [f"{text} 0.1" for text in IFS[:6]]), ("east", ["no if fires"]),
                              ("of", ["a day is asked for not a number"]), ("the", ["no if fires"])]  # the rows end here
    page.evaluate("staged.state.values.sentence = ''")
    update(page, fires=[[0] * 12] * 5)
    assert sentence(page) == [("start", ["no if fires"])]


def test_a_chip_keeps_the_focus_while_its_numbers_change(stage):
    page = stage(FIRING)
    page.locator(".tb-chip").nth(1).focus()
    update(page, fires=[[0] * 12, [0, 0.4, *[0] * 10], [3, 1, 2, *[0] * 9], [0] * 12, [0] * 12])
    assert page.evaluate("document.activeElement.textContent") == "friday, before → thursday 3.0"


def test_ifs_are_links_only_where_they_open_something(stage):
    page = stage(FIRING)
    assert page.get_by_role("link", name="friday, before → thursday 2.2").get_attribute("href") == (
        "#live=one-if-more&unit=friday%2C%20before%20%E2%86%92%20thursday")
    assert all(chip.bounding_box()["height"] >= 24 for chip in page.locator(".tb-chip").all())
    page = stage({**FIRING, "spec": {**FIRING["spec"], "open": None}})
    assert page.locator(".tb-chip").count() == 7 and page.get_by_role("link").count() == 0


@pytest.mark.parametrize("case, results, word", [
    ("plane", {"description": [0.5, -0.25]}, "description [0.50, −0.25]"), ("bent line", {"match": [0.3, -1, -2], "fires": [0.3, 0, 0]}, "match +0.30"),
    ("matrix", {"weights": [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]]}, "position 2: 0.50, 0.50"), ("bars", {"hidden": [0.1, 0.2, 0.3]}, "c: 0.30"), ("answers", {"right": [1] * 14}, "the day before: 7 of 7 right"),
    ("ranking", {"chance": [0.5, 0.1, 0, 0, 0.4]}, "friday: 50%, before 90%; north: 40%, before 0%; monday: 10%"),
    ("storeys", {"replace": [0.5 ** i for i in range(25)]}, "replace 0.000244"), ("curves", {"out": [1, 1, 1]}, "network 1."),
])
def test_the_text_alternative_follows(stage, case, results, word):
    page = stage(ALL[case])
    drawing = page.locator("svg").inner_html()
    update(page, **results)
    assert page.locator("svg").inner_html() != drawing
    page.wait_for_function("(word) => document.querySelector('p.tb-told').textContent.includes(word)", arg=word)


def test_the_text_alternative_changes_at_most_four_times_a_second(stage):
    page = stage(BARS)
    changes, seconds = page.evaluate("""async () => {
      let changes = 0;
      new MutationObserver(() => changes++).observe(document.querySelector("p.tb-told"), { childList: true, characterData: true, subtree: true });
      const start = performance.now();
      for (let i = 0; i < 40; i++) {
        staged.update({ hidden: [i / 40, 0, 1] });
        await new Promise((done) => setTimeout(done, 15));
      }
      return [changes, (performance.now() - start) / 1000];
    }""")
    assert 1 <= changes <= 4 * seconds + 1
    page.wait_for_function("document.querySelector('p.tb-told').textContent.startsWith('a: 0.97')")  # the last word is said


@pytest.mark.parametrize("case", ALL)
def test_an_update_without_a_change_touches_nothing(stage, case):
    page = stage(ALL[case])
    assert page.evaluate("""async () => {
      const changes = [];
      const observer = new MutationObserver((all) => changes.push(...all.map(({ target, attributeName }) => `${target.tagName} ${attributeName}`)));
      observer.observe(staged.view.element, { subtree: true, childList: true, attributes: true, characterData: true });
      staged.view.update(staged.state);
      await 0;
      return [...changes, ...observer.takeRecords().map(String)];
    }""") == []


# Hands

def test_a_tip_is_dragged_in_steps_and_no_further_than_its_reach(stage):
    page = stage(UNITS)
    start, step = centre(page, ".tb-handle .tb-grip"), (360 - 54) / 30
    drag(page, start, by=(2.3 * step, -3.2 * step))
    assert sets(page)[-1] == ["evidence", [1.0, -0.3]]
    assert centre(page, ".tb-handle .tb-grip") == pytest.approx((start[0] + 2 * step, start[1] - 3 * step), abs=0.2)
    drag(page, centre(page, ".tb-handle .tb-grip"), by=(200, -300))
    assert sets(page)[-1] == ["evidence", [1.5, 1.5]]


def test_the_nearest_tip_is_taken_and_far_from_all_none(stage):
    page = stage({**UNITS, "values": {**UNITS["values"], "p1": [0.8, -0.8]}})  # 20 px below the evidence
    x, y = centre(page, ".tb-handle .tb-grip", 1)
    drag(page, (x + 3, y - 8), by=(20.4, 0))
    assert sets(page)[-1] == ["p1", [1.0, -0.8]]
    drag(page, (x - 120, y), by=(30, 0))
    assert sets(page) == []


@pytest.mark.parametrize("case, handle, by, expected", [
    ("plane", 0, (-51, 0), ["evidence", [0.3, -0.6]]), ("bend dial", 0, (38, 0), ["probe", -0.5]), ("storeys", 0, (-60, 0), ["depth", 5])])
def test_a_finger_drags_too_and_the_page_stays(stage, case, handle, by, expected):
    page = stage(ALL[case])
    x, y = centre(page, ".tb-handle .tb-grip", handle)
    touch = page.context.new_cdp_session(page)
    for kind, point in (("touchStart", (x, y)), ("touchMove", (x + by[0] / 2, y + by[1] / 2)), ("touchMove", (x + by[0], y + by[1])), ("touchEnd", None)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}] if point else []})
    assert sets(page)[-1] == expected
    assert page.evaluate("[...document.querySelectorAll('.tb-hit')].every((hit) => getComputedStyle(hit).touchAction === 'none')")
    assert page.evaluate("getComputedStyle(document.querySelector('svg')).touchAction") == "auto"  # beside the tips a finger scrolls


def test_a_tip_moves_by_keys(stage):
    page = stage(UNITS)
    assert press(page, ".tb-handle", "ArrowRight", "ArrowUp", "Shift+ArrowLeft", "PageDown", "Home", "Shift+End", "ArrowUp") == [
        [0.9, -0.6], [0.9, -0.5], [-0.1, -0.5], [-0.1, -1.5], [-1.5, -1.5], [-1.5, 1.5], [-1.5, 1.5]]
    assert press(page, ".tb-handle", "Tab", "a", "Control+ArrowLeft") == []
    page.locator(".tb-handle").first.focus()
    handle = page.locator(".tb-handle").first
    assert (handle.get_attribute("role"), handle.get_attribute("aria-label")) == ("slider", "evidence")
    assert handle.get_attribute("aria-valuetext") == "[−1.5, 1.5]"


def test_a_marker_on_the_line_is_dragged_and_moved_by_keys(stage):
    page = stage(DIAL)
    step = (360 - 56) / 16
    drag(page, centre(page, ".tb-handle .tb-grip"), by=(3.2 * step, 50))
    assert sets(page)[-1] == ["probe", -0.25]
    assert press(page, ".tb-handle", "ArrowLeft", "ArrowUp", "PageUp", "End", "Home", "ArrowDown") == [-0.5, -0.25, 2, 2, -2, -2]


def test_a_storey_is_dragged_and_moved_by_keys(stage):
    page = stage(STOREYS)
    drag(page, centre(page, ".tb-handle .tb-grip"), by=(500, 80))
    assert sets(page)[-1] == ["depth", 24]
    assert press(page, ".tb-handle", "ArrowLeft", "ArrowDown", "PageDown", "Home", "End") == [23, 22, 12, 0, 24]
    assert page.locator(".tb-handle").get_attribute("aria-valuetext") == "storey 24"


def test_a_matrix_is_read_and_its_rows_are_picked(stage):
    page = stage(MATRIX)
    page.mouse.move(*centre(page, ".tb-cell", 7))
    assert page.locator(".tb-readout").inner_text() == "position 3, reads 2: −0.200, off"
    page.mouse.click(*centre(page, ".tb-cell", 8))
    assert sets(page) == [["position", 3]]
    page = stage(MATRIX)
    for key in ("Tab", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert sets(page) == [["position", 2]]
    assert page.locator(".tb-readout").inner_text() == "position 2, reads 2: 0.750"


def test_many_bars_are_read_one_at_a_time(stage):
    page = stage(MANY)
    page.locator("svg").focus()
    page.keyboard.press("End")
    assert page.locator(".tb-readout").inner_text() == "32: +0.750"
    page.keyboard.press("ArrowLeft")
    assert page.locator(".tb-readout").inner_text() == "31: +0.700"
    update(page, hidden=[0.5] * 32)
    assert page.locator(".tb-readout").inner_text() == "31: +0.500"


def test_a_ranking_is_read_row_by_row_and_follows(stage):
    page = stage(RANKING)
    page.mouse.move(*centre(page, ".tb-row-label", 1))
    assert page.locator(".tb-readout").inner_text() == "east: 25%, before 35%"
    page.mouse.move(0, 690)
    for key in ("Tab", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert page.locator(".tb-readout").inner_text() == "colour: 10%, before 0%"
    update(page, chance=[0, 0, 0.5, 0.4, 0.3])
    assert page.locator(".tb-readout").inner_text() == "north: 30%, before 0%"


def test_an_answer_is_read_by_pointer_finger_and_keys(stage):
    page = stage(ANSWERS, width=150)  # at most six squares in a row
    readout = page.locator(".tb-readout")
    page.mouse.move(*centre(page, ".tb-answer", 4))
    assert readout.inner_text() == "the day before friday is → thursday: wrong, says saturday, thursday 3%"
    page.touchscreen.tap(*centre(page, ".tb-answer", 0))
    assert readout.inner_text() == "the day before monday is → sunday: right, 98%"
    page.mouse.move(690, 690)
    page.locator("svg").focus()
    places = [square.bounding_box()["y"] for square in page.locator(".tb-answer").all()]
    assert [places.count(place) for place in dict.fromkeys(places)] == [4, 3, 6, 1]
    walked = []
    for key in ("ArrowRight", "End", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight",
                "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        walked.append(FACTS.index(readout.inner_text().partition(":")[0]))
    # up and down lead to the nearest square, across no further than the row goes
    assert walked == [0, 13, 7, 8, 9, 10, 11, 6, 2, 2, 3, 3, 6, 6, 9, 13, 13, 0]


def test_squares_are_large_enough_and_lie_apart(stage):
    page = stage(ANSWERS, width=300)
    boxes = [square.bounding_box() for square in page.locator(".tb-answer").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 18
    assert min(y for _, y in numbers_in(stage(ANSWERS, width=10), ".tb-head", "x", "y")) > 0  # and where there is room for none, the page lives on
    assert all(abs(one["x"] - two["x"]) > 23.9 or abs(one["y"] - two["y"]) > 23.9 for i, one in enumerate(boxes) for two in boxes[:i])


# What no axis holds

@pytest.mark.parametrize("case, results, words, description", [
    ("plane", {"description": [NAN, 0]}, "[not a number, 0.00]", "description [not a number, 0.00]"),
    ("plane", {"description": [INF, 0]}, "[infinite, 0.00] →", "description [infinite, 0.00], beyond the edge"),
    ("plane", {"description": [2.5, 0.5]}, "[2.50, 0.50] →", "beyond the edge of the picture"),
    ("plane", {"added": [[1.5, 0], [1, 0], [0, 0]], "strength": [1, 1, 1]}, "beyond the edge", "beyond the edge of the picture"),
    ("bent line", {"match": [NAN, 0, 3], "fires": [NAN, 0, 3]}, "1: not a number", "match +3.00, fires 3.00, beyond the edge"),
    ("matrix", {"weights": [[NAN, INF, 0], [-INF, 1, 0], [0, 0, 0]]}, "NaN", "position 1: not a number (off), infinite (off)"),
    ("bars", {"hidden": [NAN, INF, -INF]}, "minus infinite", "a: not a number; b: infinite; c: minus infinite."),
    ("ranking", {"chance": [NAN, 0.5, INF, 0, -INF]}, "infinite", "colour: infinite, before 0%; monday: 50%, before 5%; east: 0%"),
    ("ranking", {"plain": [0, NAN, 0, INF, 0]}, "62%", "monday: 62%, before not a number; east: 25%, before infinite; colour"),
    ("answers", {"right": [NAN] * 14, "chance": [INF] + [NAN] * 13, "said": [NAN] * 14}, "0 of 7 right",
     "the day before monday is → sunday: says nothing, sunday infinite; the day before tuesday is → monday: says nothing, monday not a number"),
    ("answers", {"right": [1] * 14, "chance": [NAN, INF, *[0.5] * 12]}, "Every fact is right.", "7 of 7 right"),
    ("storeys", {"replace": [1] * 6 + [0] * 19}, "zero from storey 6", "replace 0, zero from storey 6"),
    ("storeys", {"add": [1] * 9 + [INF] * 16}, "infinite from storey 9", "add infinite, infinite from storey 9"),
    ("storeys", {"add": [1] * 3 + [NAN] * 22}, "not a number from storey 3", "add not a number"),
    ("storeys", {"add": [1] * 3 + [-2] * 22}, "negative from storey 3", "add −2"),
    ("curves", {"out": [0, 2, 99]}, "99 ↑", "network 99"),
])
def test_what_no_axis_holds_is_drawn_and_said(stage, case, results, words, description):
    page = stage(ALL[case], **results)
    assert words in shown(page)
    assert description in told(page)
    assert page.evaluate("[...document.querySelectorAll('svg *')].flatMap((part) => [...part.attributes]).filter(({ name, value }) => "
                         "/NaN|Infinity/.test(value) && !name.startsWith('aria')).map(({ name, value }) => `${name}=${value}`)") == []


def test_a_line_that_ends_leaves_a_mark_at_the_edge(stage):
    page = stage(STOREYS, replace=[1] * 6 + [0] * 19, add=[2] * 9 + [INF] * 16)
    marks = page.locator(".tb-leaving:visible")
    assert marks.count() == 2
    assert marks.nth(0).bounding_box()["y"] > marks.nth(1).bounding_box()["y"] + 100  # zero at the foot, infinity at the top


def test_the_zero_vector_has_no_half_plane(stage):
    page = stage({**UNITS, "values": {**UNITS["values"], "p2": [0, 0]}})
    assert page.locator("g.tb-side[visibility=hidden]").count() == 1


# The picture

def test_fired_contributions_are_drawn_tip_to_tail(stage):
    page = stage(UNITS)
    ends = page.evaluate("[...document.querySelectorAll('.tb-arrow')].map((arrow) => [arrow.querySelector('line').getAttribute('x1'), "
                         "/translate\\((\\S+) /.exec(arrow.querySelector('path').getAttribute('transform'))[1]].map(Number))")[:3]
    assert ends[0][1] == ends[1][0] == ends[1][1] == ends[2][0]
    assert ends[2][1] == pytest.approx(ends[0][0] + 1.2 * (360 - 54) / 3, abs=0.2)


def numbers_in(page, selector, *attributes):
    """The attributes of all that match, as numbers."""
    return page.evaluate("([selector, names]) => [...document.querySelectorAll(selector)].map((part) => names.map((name) => Number(part.getAttribute(name))))",
                         [selector, attributes])


def points_of(page, selector):
    """The corners of a path."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", page.locator(selector).first.get_attribute("d"))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_tint_lies_where_the_pattern_points(stage):
    page = stage(UNITS)
    box, centred = 306, page.locator(".tb-side .tb-tint").first.evaluate("""(tint) => {
      const { a, b, e, f } = tint.getCTM();  // the direction in which the tint lies, and where it begins
      return [a, b, e, f];
    }""")
    along = 0.5 ** 0.5  # pattern 1 is [1, -1]: on the screen right and down
    assert centred == pytest.approx([along, along, 46 + box / 2, 8 + box / 2], abs=0.01)


def test_markers_stand_on_the_bent_line(stage):
    page = stage(BENT)
    places = page.evaluate("[...document.querySelectorAll('.tb-mark')].map((mark) => mark.getAttribute('transform').match(/[\\d.]+/g).map(Number))")
    _, bend, end = points_of(page, ".tb-bent")
    assert [place[1] for place in places] == pytest.approx([bend[1] + 0.7 * (end[1] - bend[1]), bend[1], bend[1]], abs=0.1)
    assert [place[0] for place in places] == pytest.approx([bend[0] + match / 2 * (end[0] - bend[0]) for match in (1.4, -0.6, -0.2)], abs=0.1)


def test_cells_are_shaded_by_size_and_dimmed_when_off(stage):
    page = stage(MATRIX)
    shades = [shade for shade, in numbers_in(page, ".tb-cell", "fill-opacity")]
    assert [shade / shades[0] for shade in shades] == pytest.approx([1, 0, 0, 0.25, 0.75, 0, 0.1, 0.2, 0.7], abs=0.01)
    off = "[...document.querySelectorAll('.tb-cell')].map((cell) => cell.parentNode.classList.contains('tb-off'))"
    assert page.evaluate(off) == [True] * 3 + [False] * 3 + [True] * 3
    update(page, chosen=[1, 0, 0])
    assert page.evaluate(off) == [False] * 3 + [True] * 6


def test_bars_reach_from_zero_to_their_numbers(stage):
    page = stage(BARS)
    zero, tick = (float(page.locator(".tb-tick").filter(has_text=re.compile(f"^{text}$")).get_attribute("x")) for text in "01")
    bars = numbers_in(page, ".tb-view rect[rx]", "x", "width")
    assert [number for bar in bars for number in bar] == pytest.approx([zero, 1.5 * (tick - zero), zero - 0.5 * (tick - zero), 0.5 * (tick - zero), zero, 0], abs=0.1)


def row_labels(page):
    return page.locator(".tb-row-label").all_text_contents()


def test_a_ranking_keeps_ties_in_the_order_of_the_labels(stage):
    page = stage(RANKING, chance=[0.1, 0.3, 0.1, 0.3, 0.1])
    assert row_labels(page) == ["monday", "east", "friday"]
    page = stage(PUSHES, push=[-1, 1, 1, -1, 2])
    assert [label[0] for label in row_labels(page)] == ["e", "a", "b"]


def test_a_ranking_has_the_axis_it_claims_and_marks_what_was(stage):
    page = stage(RANKING)
    zero, full = (float(page.locator(".tb-tick").filter(has_text=re.compile(f"^{text}$")).get_attribute("x")) for text in ("0%", "100%"))
    assert numbers_in(page, ".tb-view rect[rx]", "x", "width") == [pytest.approx([zero, share * (full - zero)], abs=0.1) for share in (0.62, 0.25, 0.1)]
    assert numbers_in(page, ".tb-was", "x1") == [pytest.approx([zero + share * (full - zero)], abs=0.1) for share in (0.05, 0.35, 0)]
    assert page.locator(".tb-was:not([visibility])").count() == 3
    page = stage(PUSHES)
    bars = numbers_in(page, ".tb-view rect[rx]", "x", "width")
    assert bars[0][0] + bars[0][1] == pytest.approx(bars[1][0], abs=0.11)  # one ends at zero, where the other begins
    assert page.locator(".tb-was:not([visibility])").count() == 0


@pytest.mark.parametrize("case, results", [(BARS, {"hidden": [5, -5, 1]}), (PUSHES, {"push": [5, -5, 1, 0, 0]})])
def test_a_lying_bar_that_leaves_the_axis_has_a_mark_that_shows_on_it(stage, case, results):
    page = stage(case, **results)
    assert page.locator(".tb-leaving:visible").count() == 2
    mark, bar = (page.evaluate("([part, of]) => getComputedStyle(document.querySelector(part))[of]", parts) for parts in ((".tb-leaving", "stroke"), (".tb-view rect[rx]", "fill")))
    assert mark != bar


def test_a_number_makes_room_for_the_mark_of_before(stage):
    for was in (0.2, 0.25, 0.3, 0.35, 0.5):
        page = stage(RANKING, plain=[0, 0, 0, was, 0])
        number, mark = (page.locator(selector).nth(1).bounding_box() for selector in (".tb-value", ".tb-was"))
        assert mark["x"] + mark["width"] <= number["x"] or mark["x"] >= number["x"] + number["width"], was


def test_labels_too_long_for_one_side_stand_above_their_bars(stage):
    page = stage(PUSHES)
    label, bar = (page.locator(selector).first.bounding_box() for selector in (".tb-row-label", ".tb-view rect[rx]"))
    assert label["x"] < bar["x"] + 10 and label["y"] + label["height"] <= bar["y"] + 2
    page = stage(PUSHES, width=700)
    label, bar = (page.locator(selector).first.bounding_box() for selector in (".tb-row-label", ".tb-view rect[rx]"))
    assert label["x"] + label["width"] < bar["x"] and abs(label["y"] + label["height"] / 2 - bar["y"] - bar["height"] / 2) < 3


def test_right_answers_are_shaded_by_their_chance_and_wrong_ones_hatched_and_crossed_out(stage):
    page = stage(ANSWERS)
    shades = [shade for shade, in numbers_in(page, ".tb-answer:not(.tb-wrong)", "fill-opacity")]
    assert shades == pytest.approx([0.15 + 0.85 * chance for at, chance in enumerate(ANSWERS["results"]["chance"]) if at != 4], abs=0.01)
    assert page.evaluate("[...document.querySelectorAll('.tb-cross')].map((cross) => getComputedStyle(cross).visibility)") == [
        "visible" if i == 4 else "hidden" for i in range(14)]
    assert page.locator(".tb-wrong").evaluate_all("all => all.map((square) => square.getAttribute('fill').startsWith('url(#tb-hatch'))") == [True]
    update(page, right=[0] + [1] * 13)
    assert page.locator(".tb-wrong").count() == 1 and page.locator(".tb-answer").first.evaluate("square => square.matches('.tb-wrong')")


def test_the_wrong_facts_stand_below_in_words(stage):
    page = stage(ANSWERS)
    lines = page.locator(".tb-lines > li:visible")
    assert lines.all_inner_texts() == ["the day before friday is → thursday: says saturday, thursday 3%"]
    update(page, right=[1] * 14)
    assert lines.all_inner_texts() == ["Every fact is right."]
    update(page, right=[0] * 14)
    assert lines.all_inner_texts()[0] == "the day before monday is → sunday: says sunday, sunday 98%"
    assert lines.count() == 6 and lines.last.inner_text() == "and 9 more"


def test_lines_and_bands_have_the_axis_they_claim(stage):
    page = stage(STOREYS)
    tick = {text: float(page.locator(".tb-tick").filter(has_text=re.compile(f"^{text}$")).last.get_attribute("y")) - 4 for text in ("1", "0.01")}
    height = {power: tick["1"] + power * (tick["0.01"] - tick["1"]) / 2 for power in (0, 24 * 0.15490195998574)}  # 0.7 = 10 ** -0.1549
    line = points_of(page, ".tb-line")
    assert [line[0][1], line[-1][1]] == pytest.approx(list(height.values()), abs=0.1)
    assert len(line) == 25 and line[1][0] - line[0][0] == pytest.approx(line[24][0] - line[23][0], abs=0.11)
    band = points_of(page, ".tb-band")
    assert len(band) == 50 and band[24][1] < line[24][1] < band[25][1]  # above and below the line
    update(page, replace=[0.5] * 25, low=[0.25] * 25)
    assert points_of(page, ".tb-line")[0][1] == pytest.approx(points_of(page, ".tb-line")[24][1])
    assert points_of(page, ".tb-band")[49][1] == pytest.approx(tick["1"] + 0.30103 * (tick["0.01"] - tick["1"]), abs=0.1)


@pytest.mark.parametrize("case, wide", [(case, wide) for case in ALL for wide in (256, 320, 700)])
def test_nothing_sticks_out_at_any_width(stage, case, wide):
    page = stage(ALL[case], width=wide)
    assert page.evaluate("""(width) => [...document.querySelectorAll('svg, svg text, table, .tb-sentence span')].filter((part) => {
      const box = part.getBoundingClientRect();
      return getComputedStyle(part).visibility === 'visible' && box.width && (box.left < -1 || box.right > width + 1);
    }).map((part) => part.outerHTML.slice(0, 200))""", wide) == []


@pytest.mark.parametrize("wide", [256, 320, 460])
def test_labels_do_not_cover_each_other(stage, wide):
    page = stage(UNITS, width=wide)
    assert page.evaluate("""() => {
      const boxes = [...document.querySelectorAll('.tb-label')].map((label) => label.getBoundingClientRect()), covered = [];
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 2 && height > 4) covered.push([width, height]);
      }));
      return covered;
    }""") == []


@pytest.mark.parametrize("case", ["plane", "bend dial", "storeys"])
def test_what_can_be_grabbed_is_large_enough_for_a_finger_and_shows_its_focus(stage, case):
    page = stage(ALL[case])
    box = page.locator(".tb-hit").first.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement.querySelector('.tb-grip')).stroke") != "none"
    assert page.evaluate("document.activeElement.dataset.lmSuppressShortcuts") == "true"


def test_units_are_told_apart_by_line_and_number_too(stage):
    page = stage(UNITS)
    dashes = page.evaluate("[...document.querySelectorAll('.tb-shaft')].map((line) => line.getAttribute('stroke-dasharray'))")
    assert len(set(dashes[-4:-1])) == 3
    assert page.locator("text.tb-side-number").all_text_contents() == ["1", "2", "3"]


def test_negative_cells_without_room_for_numbers_are_hatched(stage):
    page = stage({"spec": {**MATRIX["spec"], "lit": None}, "results": {"weights": [[1, -1] * 16]}})
    hatched = page.evaluate("[...document.querySelectorAll('rect[fill^=\"url(#tb-hatch\"]')].map((sign) => getComputedStyle(sign).visibility)")
    assert hatched == ["hidden", "visible"] * 16
    assert page.locator(".tb-cell-number:visible").count() == 0


def test_the_colours_are_the_palettes(stage):
    typed = bundle.style().partition("/* The look of a live widget.")[2]
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgba?\(", typed) == []
    page = stage(BARS)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert page.evaluate("getComputedStyle(document.querySelector('.tb-view rect')).fill") == "rgb(91, 180, 240)"
    page.evaluate("delete document.body.dataset.jpThemeLight")


HEAVY = {
    "three units": (UNITS, "(i) => ({ description: [Math.sin(i), Math.cos(i)], strength: [i % 2, 1, i % 3], added: [[0.5, Math.sin(i)], [0.1, 0.2], [-0.3, Math.cos(i)]] })",
                    "(i) => ({ evidence: [Math.sin(i), Math.cos(i)], p1: [Math.cos(i / 3), 1] })"),
    "24 storeys": (STOREYS, "(i) => Object.fromEntries(['replace', 'add', 'low', 'high'].map((name, k) => [name, Array.from({ length: 25 }, "
                            "(_, j) => (0.5 + 0.2 * k + 0.3 * Math.sin(i)) ** j)]))", "(i) => ({ depth: i % 25 })"),
    "6 by 6 matrix": ({**MATRIX, "results": {"weights": [[0.1] * 6] * 6, "chosen": [1] * 6}},
                      "(i) => ({ weights: Array.from({ length: 6 }, (_, r) => Array.from({ length: 6 }, (_, c) => Math.sin(i + r * c))) })", "(i) => ({ position: 1 + i % 3 })"),
    "8 of 113 ranked": ({"spec": {**RANKING["spec"], "labels": [f"word {i}" for i in range(113)], "most": 8}, "results": {"chance": [0] * 113, "plain": [0.1] * 113}},
                        "(i) => ({ chance: Array.from({ length: 113 }, (_, j) => Math.abs(Math.sin(i * j + i))) })", "(i) => ({})"),
    "12 words, 128 ifs": ({**FIRING, "spec": {**FIRING["spec"], "ifs": [f"if {i}" for i in range(128)]}, "values": {"sentence": "word " * 12}, "results": {"fires": [[0] * 128] * 13}},
                          "(i) => ({ fires: Array.from({ length: 13 }, (_, t) => Array.from({ length: 128 }, (_, f) => 3 * Math.sin(i + t * f) - 2)) })", "(i) => ({})"),
    "70 answers": ({"spec": {**ANSWERS["spec"], "facts": FACTS * 5, "groups": [["five times", 70]]}, "results": {name: numbers * 5 for name, numbers in ANSWERS["results"].items()}},
                   "(i) => ({ right: Array.from({ length: 70 }, (_, j) => Number(Math.sin(i * j + i) > 0)), chance: Array.from({ length: 70 }, (_, j) => Math.abs(Math.sin(i * j + i))) })",
                   "(i) => ({})"),
    "8 by 32 matrix": ({**MATRIX, "spec": {**MATRIX["spec"], "lit": None}, "results": {"weights": [[0.1] * 32] * 8}},
                       "(i) => ({ weights: Array.from({ length: 8 }, (_, r) => Array.from({ length: 32 }, (_, c) => Math.sin(i + r * c))) })", "(i) => ({})"),
}


def test_how_long_the_heaviest_updates_take(stage, capsys):
    lines = []
    for name, (case, results, values) in HEAVY.items():
        page = stage(case)
        times = sorted(page.evaluate(f"""() => Array.from({{ length: 150 }}, (_, i) => {{
          Object.assign(staged.state.values, ({values})(i));
          const next = ({results})(i), start = performance.now();
          staged.update(next);
          return performance.now() - start;
        }}).slice(20)"""))
        lines.append(f"{name}: median {times[len(times) // 2]:.2f} ms, p95 {times[int(len(times) * 0.95)]:.2f} ms")
    with capsys.disabled():
        print("\nupdate of a view: " + "; ".join(lines))
