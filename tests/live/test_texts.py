"""A text of known words and a list of many texts, on a static page in a real browser: typed, chosen, taken away, linked."""

import sys
from pathlib import Path

import numpy as np
import pytest

from tests.live.test_site_widget import PAGE, assert_page_computes, says, values
from transformer_block.live import Matrix, Pick, Sentence, Toggle, When, Words, bundle, explore

sys.path.append(str(Path(__file__).resolve().parents[2] / "sphinx_ext"))

import live_widgets

KNOWN = {"Small words": ["the", "is", "before", "after"], "Days": ["day", "monday", "friday", "sunday"]}
TABLE = np.random.default_rng(3).normal(size=(8, 3)).round(2)


def reading(text, rule, on):
    rows = np.where((text >= 0)[:, None], np.take(TABLE, text, axis=0), 0)
    return {"rows": rows, "chosen": np.take(TABLE, rule, axis=0) * (1 if on else 2), "count": (text >= 0).sum()}


@pytest.fixture(scope="module")
def widget():
    return explore(reading, Matrix("rows"), says=Sentence(None, ["“{text}” has {count:d} words; {rule} begins with {chosen[0]:.2f}."]), name="Words",
                   text=Words("the day", KNOWN, 5, examples=["the day before friday", "sunday"], when=When("on", "the words are off")),
                   rule=Pick("is it so", {"First": ["is it so", "or so"], "Then": ["a < b & c", "“four”"]}, idea="pattern"), on=Toggle(True))


@pytest.fixture
def page(browser, widget, tmp_path):
    """The page, live; whatever it complains of fails the test."""
    for name, text in (("page.html", PAGE % live_widgets.state_script(widget.get_state())), ("live.js", live_widgets.live_script()), ("live.css", bundle.style())):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with browser.new_context(viewport={"width": 900, "height": 900}) as context:
        page, complaints = context.new_page(), []
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_selector(".tb-live")
        yield page
        assert complaints == []


def text(page):
    return values(page, 0)["text"]


def field(page):
    return page.get_by_role("textbox", name="text")


def remark(page):
    return page.locator(".tb-words .tb-remark").text_content()


def test_the_page_computes_what_the_function_does_with_places(page, widget):
    element = page.locator(".tb-live")
    for words, rule in (("the day", "is it so"), ("", "“four”"), ("friday before sunday after monday", "a < b & c")):
        element.evaluate("(element, [text, rule]) => { element.liveWidget.set('text', text); element.liveWidget.set('rule', rule); }", [words, rule])
        assert (text(page), values(page, 0)["rule"]) == (words, rule)
        assert field(page).input_value() == words
        assert_page_computes(page, 0, widget)


def test_what_is_typed_counts_with_every_known_word(page, widget):
    field(page).press("End")
    for typed, shown, said in ((" ", "the day", ""), ("b", "the day", ""), ("efor", "the day", ""), ("e", "the day before", ""),
                               (" FRIDAY", "the day before friday", "")):
        page.keyboard.type(typed)
        assert (text(page), remark(page)) == (shown, said)
    assert field(page).input_value() == "the day before FRIDAY"
    assert says(page, 0).startswith("“the day before friday” has 4 words; is it so begins with")
    assert_page_computes(page, 0, widget)


@pytest.mark.parametrize(("typed", "said"), [
    ("the fridey is", "“fridey” is not one of the 8 words; near it: friday."),
    ("xylophone ", "“xylophone” is not one of the 8 words."),
    ("fri ", "“fri” is not one of the 8 words; near it: friday."),
    ("munday", "“munday” is not one of the 8 words; near it: monday, sunday."),
    ("the fridax bef", "“fridax” is not one of the 8 words; near it: friday."),
    ("is is is is is is", "There is room for 5 words: take one away."),
    ("is is is is is is is <b>", "There is room for 5 words: take 3 away."),
    ("<b>bold</b>", "“<b>bold</b>” is not one of the 8 words."),
])
def test_a_word_that_is_unknown_and_one_too_many_are_said(page, typed, said):
    field(page).fill(typed)
    assert (text(page), remark(page), field(page).input_value()) == ("the day", said, typed)
    field(page).fill("  Is it".replace("it", "DAY"))
    assert (text(page), remark(page)) == ("is day", "")


def test_a_half_typed_word_is_named_when_the_reader_goes_on(page):
    field(page).fill("the fri")
    assert remark(page) == ""
    field(page).press("Tab")
    assert remark(page) == "“fri” is not one of the 8 words; near it: friday."
    assert text(page) == "the day"


def test_reset_and_any_other_hand_put_the_text_right(page):
    field(page).fill("the fri ")
    page.get_by_role("button", name="Reset").click()
    assert (field(page).input_value(), remark(page)) == ("the day", "")
    field(page).fill("the fri ")
    page.get_by_role("combobox", name="rule").focus()
    page.keyboard.press("ArrowDown")
    assert (field(page).input_value(), remark(page)) == ("the day", "")


def test_a_list_adds_a_word_and_a_button_takes_the_last_away(page):
    words = page.get_by_role("combobox", name="text, add a word")
    assert words.locator("optgroup").evaluate_all("groups => groups.map((group) => group.label)") == ["Small words", "Days"]
    for word in ("before", "before"):
        words.select_option(word)
    assert text(page) == field(page).input_value() == "the day before before"
    assert words.input_value() == "add a word …"
    words.select_option("is")
    words.select_option("is")
    assert (text(page), remark(page)) == ("the day before before is", "There is room for 5 words: take one away.")
    take_away = page.get_by_role("button", name="Take the last word away")
    take_away.click()
    assert remark(page) == ""
    for left in ("the day before before", "the day before", "the day", "the", "", ""):
        take_away.press("Enter")
        assert text(page) == field(page).input_value() == left
    words.select_option("friday")
    assert text(page) == "friday"


def test_arrows_open_the_list_and_add_no_word_before_it_is_chosen(page):
    page.get_by_role("combobox", name="text, add a word").focus()
    for key, shown in (("ArrowDown", "the day"), ("ArrowDown", "the day"), ("ArrowDown", "the day"), ("Enter", "the day is")):
        page.keyboard.press(key)
        page.wait_for_timeout(150)
        assert text(page) == shown


def test_an_example_is_one_press(page, widget):
    page.get_by_role("group", name="text, examples").get_by_role("button", name="sunday").press("Space")
    assert text(page) == field(page).input_value() == "sunday"
    assert_page_computes(page, 0, widget)


def test_one_of_many_is_picked_below_its_heading(page, widget):
    rule = page.get_by_role("combobox", name="rule")
    assert rule.locator("optgroup").evaluate_all("groups => groups.map((group) => group.label)") == ["First", "Then"]
    rule.focus()
    rule.press("ArrowDown")
    rule.press("ArrowDown")
    assert values(page, 0)["rule"] == rule.input_value() == "a < b & c"
    assert_page_computes(page, 0, widget)


def test_a_text_without_effect_is_disabled_in_all_its_parts(page):
    page.get_by_role("checkbox", name="on").uncheck()
    parts = page.locator(".tb-words :is(input, select, button)")
    assert parts.count() == 5 and all(parts.nth(number).is_disabled() for number in range(5))
    page.get_by_role("checkbox", name="on").check()
    assert all(parts.nth(number).is_enabled() for number in range(5))


def test_a_link_carries_texts(page):
    page.get_by_role("combobox", name="rule").select_option("a < b & c")
    field(page).fill("is friday")
    page.get_by_role("button", name="Link to this").click()
    page.wait_for_function("location.hash !== ''")
    address = page.evaluate("location.hash")
    assert address == "#live=words&text=is%20friday&rule=a%20%3C%20b%20%26%20c&on=true"
    page.get_by_role("button", name="Reset").click()
    for given, expected in (("#live=words&text=fridey&rule=nobody", ("the day", "is it so")), (address, ("is friday", "a < b & c")),
                            ("#live=words&text=&rule=or+so", ("", "or so"))):
        page.evaluate("address => { location.hash = address; }", given)
        page.wait_for_timeout(50)
        assert (text(page), values(page, 0)["rule"]) == expected


def test_every_part_has_a_name_and_room_for_a_finger(page):
    parts = page.locator(".tb-words :is(input, select, button)")
    assert parts.evaluate_all("parts => parts.map((part) => part.ariaLabel ?? part.labels?.[0]?.textContent ?? part.textContent)") == [
        "text", "text, add a word", "Take the last word away", "the day before friday", "sunday"]
    assert all(box["height"] >= 24 and box["width"] >= 24 for box in (parts.nth(number).bounding_box() for number in range(5)))
