"""Live widgets on a static page opened from disk, in a real browser: no kernel, no server, no foreign host."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from sphinx.errors import ExtensionError

from transformer_block.live import (
    Arrow,
    BentLine,
    Choice,
    Firing,
    Mark,
    Plane,
    Range,
    Sentence,
    Table,
    Toggle,
    When,
    Whole,
    bundle,
    explore,
)

sys.path.append(str(Path(__file__).resolve().parents[2] / "sphinx_ext"))

import live_widgets

PAGE = """\
<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Widgets</title><link rel="stylesheet" href="live.css">
<script async src="live.js"></script></head><body>
%s</body></html>
"""
STILL = '<div class="tb-still">still</div>\n'


def unit(evidence, pattern, gain):
    match = evidence @ pattern
    return {"match": match, "strength": np.maximum(match, 0) * gain, "case": (match > 0) + 0}


def stack(gain, depth, tidy, rule):
    factor = gain if rule == "replace" else 1 + gain
    sizes = np.stack([factor ** 0, factor, factor * factor]) / depth
    return {"sizes": sizes / sizes.max() if tidy else sizes, "ratio": (gain - 1) / (gain - 1)}


@pytest.fixture(scope="session")
def widgets():
    """Two widgets that share their gain."""
    gain = Range(0.7, 0, 1.5, 0.05, idea="pattern")
    return [
        explore(unit, Plane([Mark("evidence", idea="evidence")]), BentLine(),
                says=Sentence("case", ["The unit is silent.", "The unit fires {strength:.2f} at {evidence:.1f}."]),
                name="One unit", evidence=Arrow([0.8, -0.6]), pattern=np.array([1, 0.5]), gain=gain),
        explore(stack, Table([("sizes", "sizes", ".2f")]),
                says=Sentence(None, ["The ratio is {ratio}, tidy is {tidy}, {rule} {depth} times."]),
                gain=gain, depth=Whole(2, 1, 24), tidy=Toggle(False),
                rule=Choice("add", ["replace", "add"], when=When("tidy", "nothing is tidied"))),
    ]


@pytest.fixture(scope="session")
def folder(tmp_path_factory, widgets):
    """A folder with the page and the site's scripts."""
    return _folder(tmp_path_factory.mktemp("site"), widgets)


def _folder(folder, widgets):
    states = "\n".join(STILL + live_widgets.state_script(widget.get_state()) for widget in widgets)
    for name, text in (("page.html", PAGE % states), ("live.js", live_widgets.live_script()), ("live.css", bundle.style())):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def page(browser, folder):
    """The page, live; whatever it asks of others or complains of fails the test."""
    with browser.new_context(viewport={"width": 900, "height": 900}) as context:
        yield from _opened(context, folder)


def _opened(context, folder, address=""):
    page, requests, complaints = context.new_page(), [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{(folder / 'page.html').as_uri()}{address}")
    page.wait_for_function("document.querySelectorAll('.tb-live').length === 2")
    yield page
    assert [url for url in requests if not url.startswith((folder.as_uri(), "blob:", "data:"))] == []
    assert complaints == []


def values(page, number):
    """What the reader has set in a widget."""
    return page.locator(".tb-live").nth(number).evaluate("element => element.liveWidget.values()")


def results(page, number):
    """The numbers a widget shows, by name."""
    found = page.locator(".tb-live").nth(number).evaluate("""element => Object.entries(element.liveWidget.results())
      .map(([name, { shape, data }]) => [name, shape, [...data].map(String)])""")
    return {name: np.array([float(number) for number in data]).reshape(shape) for name, shape, data in found}


def says(page, number):
    """The sentence under a widget."""
    return page.locator(".tb-live").nth(number).locator(".tb-says").inner_text()


def assert_page_computes(page, number, widget):
    """Assert that the page shows what the function gives for the page's values."""
    for name, expected in widget.compute(values(page, number)).items():
        np.testing.assert_allclose(results(page, number)[name], expected, rtol=1e-12, atol=1e-12)


def test_widgets_start_as_given_and_replace_their_stills(page, widgets):
    assert values(page, 0) == {"evidence": [0.8, -0.6], "gain": 0.7}
    assert values(page, 1) == {"gain": 0.7, "depth": 2, "tidy": False, "rule": "add"}
    assert page.locator(".tb-still").count() == 0
    for number, widget in enumerate(widgets):
        assert_page_computes(page, number, widget)


def test_the_keyboard_moves_a_slider_and_the_sentence_follows(page, widgets):
    assert says(page, 0) == "The unit fires 0.35 at [0.8, −0.6]."
    slider = page.get_by_role("slider", name="evidence, 1st").first
    slider.focus()
    slider.press("ArrowRight")
    assert values(page, 0)["evidence"] == [0.9, -0.6]
    assert says(page, 0) == "The unit fires 0.42 at [0.9, −0.6]."
    slider.press("Home")
    assert says(page, 0) == "The unit is silent."
    assert_page_computes(page, 0, widgets[0])


def test_a_slider_and_its_field_say_the_number_exactly(page):
    slider, field = slider_and_field(page)
    slider.press("ArrowRight")
    assert (slider.input_value(), field.input_value()) == ("0.75", "0.75")
    page.locator(".tb-live").first.evaluate("element => element.liveWidget.set('gain', 0.5)")
    assert (slider.input_value(), field.input_value()) == ("0.5", "0.50")


def slider_and_field(page, name="gain"):
    first = page.locator(".tb-live").first
    return first.get_by_role("slider", name=name), first.get_by_role("textbox", name=f"{name}, number")


@pytest.mark.parametrize(("typed", "value", "remark"), [
    ("1.25", 1.25, ""),
    ("1,25", 1.25, ""),
    (" 1 ", 1, ""),
    ("0.52", 0.5, "In steps of 0.05: set to 0.50."),
    ("7", 1.5, "From 0.00 to 1.50: set to 1.50."),
    ("−3", 0, "From 0.00 to 1.50: set to 0.00."),
    ("much", 0.7, "“much” is not a number; it stays 0.70."),
    ("", 0.7, "“” is not a number; it stays 0.70."),
    ("1e400", 0.7, "“1e400” is not a number; it stays 0.70."),
])
def test_a_number_is_typed(page, widgets, typed, value, remark):
    _, field = slider_and_field(page)
    field.fill(typed)
    field.press("Enter")
    assert values(page, 0)["gain"] == value
    assert field.input_value() == f"{value:.2f}"
    assert page.locator(".tb-live").first.locator(".tb-control-range .tb-remark").text_content() == remark
    assert_page_computes(page, 0, widgets[0])


def test_the_remark_goes_with_the_next_move(page):
    slider, field = slider_and_field(page)
    field.fill("7")
    field.press("Enter")
    slider.press("ArrowLeft")
    assert page.locator(".tb-live").first.locator(".tb-control-range .tb-remark").text_content() == ""


def test_the_pointer_moves_a_slider(page, widgets):
    box = slider_and_field(page)[0].bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.45, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 600, box["y"], steps=5)
    page.mouse.up()
    assert values(page, 0)["gain"] == 1.5
    assert_page_computes(page, 0, widgets[0])


def test_a_control_without_effect_is_disabled_and_says_why(page):
    second = page.locator(".tb-live").nth(1)
    rule = second.get_by_role("combobox", name="rule")
    assert rule.is_disabled()
    assert second.locator(".tb-why:visible").inner_text() == "nothing is tidied"
    assert rule.get_attribute("aria-describedby") == second.locator(".tb-why").get_attribute("id")
    second.get_by_role("checkbox", name="tidy").check()
    assert rule.is_enabled() and second.locator(".tb-why:visible").count() == 0


def test_a_shared_input_moves_both_widgets(page):
    before = results(page, 1)["sizes"]
    page.locator(".tb-live").first.get_by_role("slider", name="gain").press("End")
    assert values(page, 1)["gain"] == 1.5
    assert (results(page, 1)["sizes"] != before).any()


def test_toggles_choices_and_whole_numbers_pick_the_case(page, widgets):
    second = page.locator(".tb-live").nth(1)
    second.get_by_role("checkbox", name="tidy").check()
    second.get_by_role("combobox", name="rule").select_option("replace")
    second.get_by_role("slider", name="depth").press("ArrowRight")
    assert values(page, 1) == {"gain": 0.7, "depth": 3, "tidy": True, "rule": "replace"}
    assert says(page, 1) == "The ratio is 1, tidy is on, replace 3 times."
    assert_page_computes(page, 1, widgets[1])


def test_what_is_not_a_number_is_said_in_words(page):
    page.locator(".tb-live").nth(1).evaluate("element => element.liveWidget.set('gain', 1)")
    assert np.isnan(results(page, 1)["ratio"])
    assert says(page, 1) == "The ratio is not a number, tidy is off, add 2 times."


def test_a_value_is_rounded_and_kept_within_its_limits(page):
    first = page.locator(".tb-live").first
    first.evaluate("element => element.liveWidget.set('evidence', [0.30000000000000004, 7])")
    first.evaluate("element => element.liveWidget.set('gain', 0.52)")
    assert values(page, 0) == {"evidence": [0.3, 1.5], "gain": 0.5}


def test_setting_a_vector_is_one_update(page):
    first = page.locator(".tb-live").first
    count = first.evaluate("""element => {
      const sentence = element.querySelector(".tb-says");
      let changes = 0;
      Object.defineProperty(sentence, "textContent", { get: () => "", set: () => { changes += 1; } });
      element.liveWidget.set("evidence", [1.2, 0.4]);
      return changes;
    }""")
    assert count == 1


def test_reset_brings_everything_back(page, widgets):
    page.locator(".tb-live").first.get_by_role("slider", name="evidence, 2nd").first.press("PageUp")
    page.locator(".tb-live").first.get_by_role("slider", name="gain").press("Home")
    assert values(page, 0) != {"evidence": [0.8, -0.6], "gain": 0.7}
    page.locator(".tb-live").first.get_by_role("button", name="Reset").click()
    assert values(page, 0) == {"evidence": [0.8, -0.6], "gain": 0.7}
    assert says(page, 0) == "The unit fires 0.35 at [0.8, −0.6]."


def test_a_link_carries_the_values(page, browser, folder):
    second = page.locator(".tb-live").nth(1)
    second.get_by_role("checkbox", name="tidy").check()
    second.get_by_role("slider", name="gain").press("End")
    second.get_by_role("button", name="Link to this").click()
    page.wait_for_function("location.hash !== ''")
    address = page.evaluate("location.hash")
    assert address == "#live=stack&gain=1.5&depth=2&tidy=true&rule=add"
    assert second.locator(".tb-note").inner_text() != ""
    with browser.new_context() as context:
        for opened in _opened(context, folder, address):
            assert values(opened, 1) == {"gain": 1.5, "depth": 2, "tidy": True, "rule": "add"}


def test_a_link_leads_to_its_widget(browser, folder):
    with browser.new_context(viewport={"width": 900, "height": 300}) as context:
        for opened in _opened(context, folder):
            assert opened.locator(".tb-live").nth(1).bounding_box()["y"] > 300
        for opened in _opened(context, folder, "#live=stack"):
            assert opened.locator(".tb-live").nth(1).bounding_box()["y"] < 300


def fires(sentence, gain):
    return gain * np.array([[0, 0.0], [1, 0]] if sentence == "friday" else [[0, 0.0], [2, 1]])


IFS = ["day, before → day & night", "50% = half"]


@pytest.fixture
def linked(tmp_path):
    """A folder with a page of two widgets, one of which opens the ifs of the other."""
    return _folder(tmp_path, [
        explore(fires, Firing("result", "sentence", IFS, open=("One if", "unit")), name="A sentence",
                sentence=Choice("monday", ["monday", "friday"]), gain=Range(1, 0, 2)),
        explore(lambda unit, x: len(unit) * x, Table([("x", "x", ".1f")]), name="One if", unit=Choice(IFS[1], IFS), x=Range(1, 0, 2)),
    ])


def test_an_if_opens_another_widget_also_once_more(browser, linked):
    with browser.new_context(viewport={"width": 900, "height": 300}) as context:
        for page in _opened(context, linked):
            second = page.locator(".tb-live").nth(1)
            for _ in range(2):
                page.get_by_role("link", name=IFS[0]).press("Enter")
                page.wait_for_function("document.querySelectorAll('.tb-live')[1].getBoundingClientRect().bottom <= innerHeight + 1")
                assert values(page, 1) == {"unit": IFS[0], "x": 1}
                second.get_by_role("combobox").select_option(IFS[1])
                assert values(page, 1)["unit"] == IFS[1]
                page.evaluate("scrollTo(0, 0)")


def test_the_ifs_follow_the_sentence(browser, linked):
    with browser.new_context() as context:
        for page in _opened(context, linked):
            rows = page.locator(".tb-sentence > li")
            assert [row.text_content() for row in rows.all()] == ["startno if fires", f"monday{IFS[0]} 2.0{IFS[1]} 1.0"]
            page.get_by_role("combobox", name="sentence").select_option("friday")
            page.get_by_role("slider", name="gain").press("ArrowRight")
            assert [row.text_content() for row in rows.all()] == ["startno if fires", f"friday{IFS[0]} 1.1"]


def test_a_list_higher_than_a_phone_does_not_lie_over_its_controls(browser, linked):
    with browser.new_context(viewport={"width": 360, "height": 560}) as context:
        for page in _opened(context, linked):
            page.add_style_tag(content=".tb-word { height: 350px; }")
            control = page.get_by_role("combobox", name="sentence")
            assert page.locator(".tb-firing").bounding_box()["height"] > 560
            control.evaluate("control => control.scrollIntoView({ block: 'center', behavior: 'instant' })")
            assert control.evaluate("""control => {
              const { left, right, top, bottom } = control.getBoundingClientRect();
              return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === control;
            }""")


@pytest.mark.parametrize(("address", "expected"), [
    ("#live=one-unit&evidence=0.1,0.2&gain=1", {"evidence": [0.1, 0.2], "gain": 1}),
    ("#live=one-unit&evidence=0.1&gain=&colour=blue", {"evidence": [0.8, -0.6], "gain": 0.7}),
    ("#live=one-unit&gain=99", {"evidence": [0.8, -0.6], "gain": 1.5}),
    ("#live=one-unit&gain=NaN&evidence=Infinity,1e999", {"evidence": [0.8, -0.6], "gain": 0.7}),
    ("#live=one-unit&__proto__=1&constructor=2&gain=<b>1</b>", {"evidence": [0.8, -0.6], "gain": 0.7}),
    ("#live=one-unit&gain=1e300&evidence=-1e300,0.2", {"evidence": [-1.5, 0.2], "gain": 1.5}),
    ("#live=another&gain=1", {"evidence": [0.8, -0.6], "gain": 0.7}),
    ("#a-heading", {"evidence": [0.8, -0.6], "gain": 0.7}),
])
def test_a_link_on_the_page_sets_what_fits(page, address, expected):
    page.evaluate("address => { location.hash = address; }", address)
    page.wait_for_timeout(50)
    assert values(page, 0) == expected


def test_every_control_has_a_name(page):
    parts = "input, select, button, [role=slider]"
    nameless = page.evaluate("""parts => [...document.querySelectorAll(parts)]
      .filter((part) => !(part.ariaLabel || part.labels?.[0]?.textContent || part.localName === "button" && part.textContent))
      .map((part) => part.outerHTML)""", parts)
    assert nameless == []


def test_the_sentence_is_read_out_but_not_at_every_step(page):
    slider = page.get_by_role("slider", name="evidence, 1st").first
    told = page.locator(".tb-live").first.locator("> .tb-told")
    page.wait_for_timeout(1100)
    before = told.inner_text()
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    assert says(page, 0) != before
    page.wait_for_timeout(1100)
    assert told.inner_text() == says(page, 0)
    assert told.get_attribute("role") == "status"


def test_the_page_gets_what_it_shows_and_no_more(widgets):
    script = live_widgets.state_script(widgets[0].get_state())
    carried = json.loads(script[script.index(">") + 1:script.rindex("</script>")])
    assert set(carried) == {"name", "programs", "inputs", "views", "says", "values", "shared"}


def test_no_text_ends_the_script_too_early(widgets):
    script = live_widgets.state_script({**widgets[0].get_state(), "name": "</script><!-- <script>"})
    assert script.count("</") == 1 and "<!--" not in script


def test_a_widget_of_another_kind_is_refused():
    with pytest.raises(ExtensionError) as refused:
        live_widgets.state_script({"_model_name": "FloatSliderModel"})
    assert str(refused.value) == ("live_widgets: expected widgets made by explore(), got one of FloatSliderModel. "
                                  "The page has no kernel, and code for our own widgets alone.")


# --- Numbers in words ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def written(browser):
    """written([(number, format), ...]) -> texts, by numbers.js."""
    page = browser.new_page()
    page.add_script_tag(content=bundle.script("words/numbers.js", "numbers"))

    def texts(pairs):
        pairs = [[str(number).replace("inf", "Infinity").replace("nan", "NaN"), pattern] for number, pattern in pairs]
        return page.evaluate("pairs => pairs.map(([number, format]) => numbers.formatNumber(Number(number), format))", pairs)

    yield texts
    page.close()


@pytest.mark.parametrize("pattern", [".0f", ".1f", ".2f", "+.2f", ".3g", ".5g", ".0%", ".1%", "f", "g", "d"])
def test_numbers_read_as_python_writes_them(written, pattern):
    rng = np.random.default_rng(5)
    ties = np.arange(-40, 40) / 8
    numbers = [*ties, *rng.normal(size=100), *np.round(rng.normal(size=100), 3), *rng.uniform(-0.01, 1000, size=100)]
    numbers = [float(number) for number in numbers if "e" not in format(number, ".3g")]
    plain = [f"{round(number):d}" if pattern == "d" else format(number, pattern) for number in numbers]
    assert written([(number, pattern) for number in numbers]) == [_for_readers(text) for text in plain]


def _for_readers(text):
    """A real minus sign, and none before zero."""
    if not any(digit in text for digit in "123456789"):
        text = text.replace("-", "+" if "+" in text else "")
    return text.replace("-", "−")


@pytest.mark.parametrize(("number", "pattern", "text"), [
    (2.9999999999999996, "d", "3"), (-0.001, ".2f", "0.00"), (1234.5, ".3g", "1.23 × 10³"), (-1e-7, ".2g", "−1 × 10⁻⁷"),
    (float("nan"), ".2f", "not a number"), (float("inf"), "d", "infinite"), (float("-inf"), ".1%", "minus infinite"),
])
def test_numbers_that_python_writes_otherwise(written, number, pattern, text):
    assert written([(number, pattern)]) == [text]
