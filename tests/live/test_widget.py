"""Live widgets in Python: inputs, what is refused and in which words, values and results, what leaves for the page."""

import json
import re
from functools import partial

import ipywidgets
import numpy as np
import pytest

from transformer_block.figures.picture import Picture
from transformer_block.live import (
    Answers,
    Arrow,
    Band,
    Bars,
    BentLine,
    Choice,
    Firing,
    Line,
    Mark,
    Matrix,
    Pick,
    Plane,
    Range,
    Ranking,
    Sentence,
    Storeys,
    Table,
    Toggle,
    TraceError,
    When,
    Whole,
    Words,
    explore,
)

PATTERNS = np.array([[1.0, 0.0, -0.7], [0.0, 1.0, 0.7]])


def units(evidence, W1, gain):
    match = evidence @ W1
    strength = np.maximum(match, 0) * gain
    return {"match": match, "strength": strength, "firing": (strength > 0).sum(), "grid": np.outer(strength, match)}


KNOWN = {"Small words": ["the", "is"], "Days": ["day", "friday"]}
TABLE = np.arange(8.0).reshape(4, 2)


def reading(text, rule):
    """Each word's row of a table, and one row chosen by a rule."""
    rows = np.where((text >= 0)[:, None], np.take(TABLE, text, axis=0), 0)
    return {"rows": rows, "chosen": np.take(TABLE, rule, axis=0), "count": (text >= 0).sum()}


def reader(*views, **changes):
    arguments = {"text": Words("The day", KNOWN, 3, examples=[" the  FRIDAY "]), "rule": Pick("b", ["a", "b", "c", "d"])}
    return explore(reading, *views, **(arguments | changes))


def widget(*views, **changes):
    arguments = {"evidence": Arrow([0.8, -0.6]), "W1": PATTERNS, "gain": Range(0.7, 0, 1.5, 0.05)}
    return explore(units, *views, **(arguments | changes))


def cases(x, on, rule):
    x = np.stack([x, 2 * x]) if rule == "pair" else np.stack([x, x])
    return x + 100 if on else x


def exactly(words):
    """A pattern for these words and no others, however they are broken into lines here."""
    return f"^{re.escape(' '.join(words.split()))}$"


def still(alt="A picture."):
    picture = Picture()
    picture.alt = alt
    return picture


# --- Values and results ----------------------------------------------------------------------------------------


def test_values_start_as_given_and_result_is_the_function_itself():
    live = widget()
    assert live.values == {"evidence": [0.8, -0.6], "gain": 0.7}
    expected = units(np.array([0.8, -0.6]), PATTERNS, 0.7)
    assert live.result.keys() == expected.keys()
    for name, array in expected.items():
        np.testing.assert_array_equal(live.result[name], array)


def test_setting_values_moves_the_result():
    live = widget()
    live.set(gain=0.5)
    live.values = {"evidence": [1, -1.5]}
    assert live.values == {"evidence": [1.0, -1.5], "gain": 0.5}
    np.testing.assert_allclose(live.result["match"], np.array([1, -1.5]) @ PATTERNS)


def test_the_values_are_the_only_state_that_the_page_and_python_share():
    synced = set(widget().get_state()) - set(ipywidgets.DOMWidget().get_state())
    assert {name for name in synced if not name.startswith("_")} == {
        "name", "programs", "inputs", "views", "says", "values", "shared"}


def test_a_value_is_rounded_to_its_step_as_it_arrives():
    live = widget()
    live.set(evidence=[0.29999999999999993, -0.6], gain=0.51)
    assert live.values == {"evidence": [0.3, -0.6], "gain": 0.5}


def test_values_can_be_observed_and_one_change_is_one_event():
    live, seen = widget(), []
    live.observe(lambda change: seen.append(change["new"]), "values")
    live.set(evidence=[0.1, 0.2], gain=1)
    live.set(gain=1.5)
    assert seen == [{"evidence": [0.1, 0.2], "gain": 1.0}, {"evidence": [0.1, 0.2], "gain": 1.5}]


def test_two_widgets_share_an_input():
    gain = Range(1, 0, 2)
    one = explore(lambda gain: 2 * gain, gain=gain)
    two = explore(lambda strength: strength + 1, strength=gain)
    one.set(gain=0.5)
    assert two.values == {"strength": 0.5}
    two.set(strength=1.5)
    assert one.values == {"gain": 1.5}
    assert [*one.shared] == ["gain"] and [*two.shared] == ["strength"] and one.shared["gain"] == two.shared["strength"]
    late = explore(lambda gain: gain - 1, gain=gain)
    assert late.values == {"gain": 1.5} and late.shared == one.shared


def test_equal_inputs_are_not_shared():
    one, two = (explore(lambda gain: 2 * gain, gain=Range(1, 0, 2)) for _ in range(2))
    one.set(gain=0.5)
    assert two.values == {"gain": 1.0} and two.shared == {}


def test_an_input_is_tied_to_any_control():
    live, slider, box = widget(), ipywidgets.FloatSlider(max=3), ipywidgets.VBox()
    untie = live.link("gain", slider)
    assert slider.value == 0.7
    slider.value = 0.52
    assert live.values["gain"] == slider.value == 0.5  # rounded to its step
    live.set(gain=1)
    assert slider.value == 1
    with pytest.raises(ValueError, match="gain: expected a number from 0 to 1.5, got 2.5"):
        slider.value = 2.5
    assert live.values["gain"] == slider.value == 1
    box.children = [live, slider]  # it stands wherever widgets stand
    untie()
    slider.value = 0.2
    live.set(gain=1.4)
    assert (live.values["gain"], slider.value) == (1.4, 0.2)
    with pytest.raises(ValueError, match=exactly("link: expected one of evidence, gain, got 'loss'.")):
        live.link("loss", slider)


def test_toggles_choices_and_vectors_are_tied_too():
    live = explore(lambda v, on, rule: v * len(rule) + on, v=Arrow([0, 1]), on=Toggle(True), rule=Choice("a", ["a", "bb"]))
    box, menu, two = ipywidgets.Checkbox(), ipywidgets.Dropdown(options=["a", "bb"]), ipywidgets.FloatRangeSlider(min=-1.5, max=1.5)
    for name, control in (("on", box), ("rule", menu), ("v", two)):
        live.link(name, control)
    box.value, menu.value, two.value = False, "bb", (0.5, 1.2)
    assert live.values == {"v": [0.5, 1.2], "on": False, "rule": "bb"}


def test_picks_and_words_are_texts_that_the_function_gets_as_places():
    live = reader()
    assert live.values == {"text": "the day", "rule": "b"}
    np.testing.assert_array_equal(live.result["rows"], [[0, 1], [4, 5], [0, 0]])
    np.testing.assert_array_equal(live.result["chosen"], [2, 3])
    live.set(text="  Friday IS the ", rule="d")
    assert live.values == {"text": "friday is the", "rule": "d"}
    np.testing.assert_array_equal(live.result["rows"], [[6, 7], [2, 3], [0, 1]])
    live.set(text=" ")
    assert (live.values["text"], live.result["count"]) == ("", 0)


def test_one_program_serves_all_texts_and_none_may_steer():
    assert list(reader().programs["cases"]) == ["[]"]
    with pytest.raises(TraceError, match="if rule == 1"):
        explore(lambda rule, x: x if rule == 1 else 2 * x, rule=Pick("a", ["a", "b"]), x=Range(0, 0, 1))


def test_picks_and_words_are_tied_to_other_controls():
    live, menu, field = reader(), ipywidgets.Dropdown(options=["a", "b", "c", "d"]), ipywidgets.Text()
    live.link("rule", menu)
    live.link("text", field)
    assert (menu.value, field.value) == ("b", "the day")
    menu.value, field.value = "c", "Is  Friday"
    assert live.values == {"text": "is friday", "rule": "c"} and field.value == "is friday"
    with pytest.raises(ValueError, match=exactly("text: expected words among the 4 known ones, got 'fridey'. Near it: friday.")):
        field.value = "fridey"
    assert field.value == "is friday"


def test_picks_and_words_say_what_the_page_needs():
    text, rule = reader().inputs
    assert text == {"name": "text", "kind": "words", "label": "text", "idea": None, "start": "the day", "beside": 0,
                    "groups": [["Small words", ["the", "is"]], ["Days", ["day", "friday"]]], "most": 3, "examples": ["the friday"]}
    assert rule == {"name": "rule", "kind": "pick", "label": "rule", "idea": None, "start": "b", "beside": 0,
                    "groups": [[None, ["a", "b", "c", "d"]]]}


def test_a_sentence_says_a_text_and_a_picture_cannot_show_it():
    assert reader(says=Sentence(None, ["“{text}” by {rule}"])).says["texts"][0][1] == {"name": "text", "index": None, "format": None}
    with pytest.raises(ValueError, match=r"Sentence: \{text\[0\]\}: expected an index from 0 into the shape \(\), got \[0\]"):
        reader(says=Sentence(None, ["{text[0]}"]))
    with pytest.raises(ValueError, match="Bars: value: expected the name of an input or output, got 'text'. There are: rows, chosen, count"):
        reader(Bars("text"))
    with pytest.raises(ValueError, match="when: expected the name of an input or output of one number, got 'rule'. There are: count"):
        reader(text=Words("", KNOWN, 3, when=When("rule", "it is off")))


def test_the_guard_looks_at_no_word_at_all_and_at_full_room():
    rng, words, pick = np.random.default_rng(0), Words("the", KNOWN, 3), Pick("b", ["a", "b", "c"])
    assert [len(getattr(words, kind)(rng).split()) for kind in ("lowest", "nearest_zero", "highest")] == [0, 1, 3]
    assert {len(words.somewhere(rng).split()) for _ in range(60)} == {0, 1, 2, 3}
    assert [getattr(pick, kind)(rng) for kind in ("lowest", "nearest_zero", "highest", "first")] == ["a", "a", "c", "b"]
    assert {pick.somewhere(rng) for _ in range(60)} == {"a", "b", "c"}


def test_toggles_and_choices_steer_the_function():
    live = explore(cases, x=Range(1, 0, 2), on=Toggle(False), rule=Choice("pair", ["pair", "same"]))
    np.testing.assert_array_equal(live.result["result"], [1, 2])
    live.set(on=True, rule="same")
    np.testing.assert_array_equal(live.result["result"], [101, 101])
    assert list(live.programs["cases"]) == ['[false,"pair"]', '[false,"same"]', '[true,"pair"]', '[true,"same"]']


def test_case_keys_are_written_as_the_page_writes_them():
    live = explore(lambda x, a: x * len(str(a)), x=Range(1, 0, 2), a=Choice("é", ["é", 10.0, 0.5, 3]))
    assert list(live.programs["cases"]) == ['["é"]', "[10]", "[0.5]", "[3]"]


def test_a_whole_number_counts():
    live = explore(lambda depth: np.arange(5) * (np.arange(5) < depth), depth=Whole(3, 1, 5))
    live.set(depth=2)
    assert live.values == {"depth": 2}
    assert type(live.values["depth"]) is int
    np.testing.assert_array_equal(live.result["result"], [0, 1, 0, 0, 0])


def test_a_division_by_zero_is_a_result_as_in_the_page():
    live = explore(lambda gain: {"inverse": 1 / gain, "nothing": 0 * (1 / gain)}, gain=Range(0, 0, 1))
    assert np.isposinf(live.result["inverse"])
    assert np.isnan(live.result["nothing"])


# --- What leaves for the page ----------------------------------------------------------------------------------


def test_constants_are_stored_once_for_all_cases():
    weights = np.linspace(0.1, 0.9, 7)
    live = explore(lambda x, on, weights: x * weights + (1 if on else 2) * weights,
                   x=Range(1, 0, 2), on=Toggle(True), weights=weights)
    pool = [json.dumps(constant) for constant in live.programs["constants"]]
    assert len(pool) == len(set(pool))
    assert pool.count(json.dumps([[7], weights.tolist()])) == 1


def test_the_state_is_plain_json_and_the_same_each_time():
    def state():
        says = Sentence("firing", ["None.", "{firing:d}: {gain:.2f}"])
        live = widget(Plane(["evidence"]), BentLine(), says=says, name="Units")
        return json.dumps([live.programs, live.inputs, live.views, live.says, live.name])

    assert state() == state()


def test_inputs_say_what_the_page_needs_to_draw_them():
    specs = widget().inputs
    assert specs == [
        {"name": "evidence", "kind": "arrow", "label": "evidence", "idea": None, "start": [0.8, -0.6],
         "low": -1.5, "high": 1.5, "step": 0.1, "beside": 0},
        {"name": "gain", "kind": "range", "label": "gain", "idea": None, "start": 0.7,
         "low": 0, "high": 1.5, "step": 0.05, "beside": 0},
    ]


def test_a_control_stands_beside_the_first_picture_that_names_it():
    live = explore(
        lambda v, depth, other: {"match": v[0] * other, "strength": v[1], "sizes": np.arange(6.0) * depth},
        BentLine(), Plane(["v"]), Storeys(["sizes"], range=(0, 30), marker="depth"),
        v=Arrow([0, 1]), depth=Whole(3, 1, 5), other=Range(1, 0, 2))
    assert {spec["name"]: spec["beside"] for spec in live.inputs} == {"v": 1, "depth": 2, "other": 0}


def test_an_input_says_when_it_has_an_effect():
    live = explore(lambda x, on: x if on else 0 * x, x=Range(1, 0, 2, when=When("on", "it is off")), on=Toggle(False))
    assert live.inputs[0]["when"] == {"name": "on", "otherwise": "it is off"}
    live.set(x=2)  # Python may set it all the same
    assert live.values["x"] == 2


def test_a_rankings_axis_stands_still_by_itself():
    live = widget(Ranking("match", ["a", "b", "c"]), Ranking("match", ["a", "b", "c"], by="size"), Ranking("match", ["a", "b", "c"], range=(0, 0.5)))
    assert [tuple(view["range"]) for view in live.views] == [(0, 1), (-1, 1), (0, 0.5)]


def test_ifs_that_nobody_can_read_have_their_number_and_the_sentence_stands_beside_them():
    live = explore(lambda x, words, row: x * np.ones((2, 3)), Bars("row"), Firing("result", "words", ["day", "", ""], open=("One if", "unit")),
                   x=Range(1, 0, 2), row=np.zeros(2), words=Choice("a", ["a", "b c"]))
    assert live.views[1]["ifs"] == ("day", "if 1", "if 2") and live.views[1]["open"] == ("One if", "unit")
    assert {spec["name"]: spec["beside"] for spec in live.inputs} == {"x": 0, "words": 1}


def test_a_constant_that_a_view_names_goes_along():
    live = explore(lambda gain, xs: {"ys": gain * xs}, Storeys(["ys"], x="xs", range=(0, 3)),
                   gain=Range(1, 0, 2), xs=np.arange(3.0))
    assert set(live.programs["cases"]["[]"]["outputs"]) == {"ys", "xs"}
    assert set(live.result) == {"ys"}


def test_the_sentence_is_taken_apart_for_the_page():
    spec = Sentence("case", ["Silent.", "Unit 1 fires {strength[0]:.2f}: {all}"]).spec()
    assert spec == {"pick": {"name": "case", "index": None, "format": None}, "texts": [["Silent."], [
        "Unit 1 fires ", {"name": "strength", "index": [0], "format": ".2f"},
        ": ", {"name": "all", "index": None, "format": None}]]}


def test_repr_and_bundle_are_stable_and_carry_the_still():
    live = widget(still=still("Three arrows."), name="Three units")
    assert repr(live) == "Live(units, evidence=[0.8, -0.6], gain=0.7)"
    data, _ = live._repr_mimebundle_()
    assert data["text/plain"] == "Three units\nThree arrows."
    assert data["image/svg+xml"].startswith('<svg class="picture" role="img" aria-label="Three arrows."')
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == live.model_id


def test_without_still_or_name_the_functions_name_stands():
    data, _ = explore(cases, x=Range(1, 0, 2), on=Toggle(False), rule="same")._repr_mimebundle_()
    assert (data["text/plain"], "image/svg+xml" in data) == ("cases", False)


def test_constants_in_the_page_are_carried_and_what_is_made_of_them_is_not():
    arguments = {"W": np.linspace(0.1, 0.9, 7), "rows": [np.arange(21.0).reshape(3, 7)], "gain": Range(1, 0, 2)}
    sizes = {}
    for in_page in ([], ["W", "rows"]):
        live = explore(lambda gain, W, rows: gain * (rows[0] @ W).sum(), in_page=in_page, **arguments)
        sizes[len(in_page)] = [shape for shape, _ in live.programs["constants"]]
        assert live.result["result"] == (arguments["rows"][0] @ arguments["W"]).sum()
    assert sizes == {0: [[]], 2: [[7], [3, 7]]}


# --- What is refused, in full ------------------------------------------------------------------------------------

REFUSED_INPUTS = {
    "start outside": (lambda: Range(2, 0, 1), """Range: start: expected a number from 0 to 1, got 2. Move the start
        or widen the range."""),
    "no step": (lambda: Range(0, 0, 1, step=0), "Range: step: expected a number above 0, got 0. Try 0.1."),
    "no width": (lambda: Range(0, 1, 1), "Range: expected low < high, got 1 and 1. Put the smaller number first."),
    "odd step": (lambda: Range(0, 0, 1, 0.12345), """Range: expected a step and a low end with few decimals, got
        0.12345. Try step=0.1."""),
    "uneven": (lambda: Range(0, 0, 1, 0.3), """Range: expected a whole number of steps of 0.3 from 0 to 1. Try
        high=0.9."""),
    "between steps": (lambda: Range(0.25, 0, 1), """Range: start: expected a value that 0.1 steps from 0 reach, got
        0.25. Try 0.3 or a smaller step."""),
    "idea": (lambda: Range(0, 0, 1, idea="blue"), """Range: idea: expected one of surface, ink, quiet, grid, silent,
        evidence, pattern, contribution, replace, add, tidy, got 'blue'."""),
    "fraction": (lambda: Whole(1.5, 1, 3), """Whole: start: expected a whole number, got 1.5. For fractions there is
        Range."""),
    "arrow length": (lambda: Arrow([1, 2, 3]), "Arrow: start: expected two numbers [x, y], got [1, 2, 3]."),
    "arrow reach": (lambda: Arrow([0, 0], reach=-1), "Arrow: reach: expected a number above 0, got -1. Try 1.5."),
    "arrow outside": (lambda: Arrow([0, 2]), """Arrow: start: expected a number from -1.5 to 1.5, got 2. Move the
        start or widen the range."""),
    "toggle": (lambda: Toggle("yes"), "Toggle: start: expected True or False, got 'yes'."),
    "pick": (lambda: Pick("fridy", {"Days": ["friday", "monday"]}), """Pick: start: expected one of 2 options, got 'fridy'.
        Near it: friday."""),
    "pick far": (lambda: Pick("x", ["friday", "monday"]), "Pick: start: expected one of 2 options, got 'x'."),
    "pick twice": (lambda: Pick("a", {"One": ["a", "b"], "Two": ["a"]}), """Pick: options: expected each text once, got 'a'
        twice. Leave one of them out."""),
    "pick numbers": (lambda: Pick("a", ["a", 1]), "Pick: options: expected texts, got 1."),
    "pick nothing": (lambda: Pick("a", {"One": []}), "Pick: options: expected at least one text, got none."),
    "pick idea": (lambda: Pick("a", ["a"], idea="blue"), """Pick: idea: expected one of surface, ink, quiet, grid, silent,
        evidence, pattern, contribution, replace, add, tidy, got 'blue'."""),
    "words": (lambda: Words("the dai", KNOWN, 4), """Words: start: expected words among the 4 known ones, got 'dai'. Near it:
        day."""),
    "words far": (lambda: Words("xyz", KNOWN, 4), "Words: start: expected words among the 4 known ones, got 'xyz'."),
    "words examples": (lambda: Words("the", KNOWN, 1, ["the day"]), "Words: examples: expected at most 1 words, got 2."),
    "words example": (lambda: Words("the", KNOWN, 1, "day"), """Words: examples: expected a list of texts, got the text 'day'.
        Try examples=['day']."""),
    "words most": (lambda: Words("the", KNOWN, 0), "Words: most: expected a whole number of words from 1 on, got 0. Try 12."),
    "words blank": (lambda: Words("the", ["the", "two words"], 4), """Words: vocabulary: expected words in small letters and
        without blanks, got 'two words'."""),
    "words capital": (lambda: Words("the", ["The"], 4), """Words: vocabulary: expected words in small letters and without
        blanks, got 'The'."""),
    "words twice": (lambda: Words("the", ["the", "the"], 4), """Words: vocabulary: expected each text once, got 'the' twice.
        Leave one of them out."""),
    "words start": (lambda: Words(None, KNOWN, 4), "Words: start: expected a text of known words, got None."),
    "choice": (lambda: Choice("c", ["a", "b"]), "Choice: start: expected one of ['a', 'b'], got 'c'."),
    "option": (lambda: Choice("a", ["a", (1, 2)]), """Choice: options: expected texts or plain numbers, got (1, 2).
        Choose by a text and look its meaning up in the function."""),
    "tiny option": (lambda: Choice("a", ["a", 1e-7]), """Choice: options: expected texts or plain numbers, got
        1e-07. Choose by a text and look its meaning up in the function."""),
}

def answers(facts=("one → one", "two → two", "three → one"), groups=(("all", 3),), **names):
    return Answers(**{"right": "match", "chance": "match", "said": "match"} | names, facts=facts, groups=groups, words=["one", "two"])


NAMES = "evidence, gain, match, strength, firing, grid"
REFUSED_VIEWS = {
    "unknown name": (Bars("strenght"), f"""Bars: value: expected the name of an input or output, got 'strenght'.
        There are: {NAMES}."""),
    "shape": (Bars("grid"), """Bars: value = 'grid': expected the shape (n,), got (3, 3). Name an input or output of
        that shape, or let the function return the part to show."""),
    "labels": (Bars("match", labels=["a", "b"]), """Bars: labels: expected 3 of them, one for each entry, got 2:
        ['a', 'b']."""),
    "ranking labels": (Ranking("match", labels=["a", "b"]), """Ranking: labels: expected 3 of them, one for each entry, got
        2: ['a', 'b']."""),
    "ranking shape": (Ranking("grid", labels=["a", "b", "c"]), """Ranking: value = 'grid': expected the shape (n,), got (3, 3). Name
        an input or output of that shape, or let the function return the part to show."""),
    "before": (Ranking("match", labels=["a", "b", "c"], before="evidence"), """Ranking: expected 'match' and 'evidence' of one
        shape, got (3,) and (2,). Show them in two views, or return them in one shape."""),
    "ifs": (Firing("grid", "rule", ["a", "b"]), "Firing: ifs: expected 3 of them, one for each entry, got 2: ['a', 'b']."),
    "fires": (Firing("match", "rule", ["a"]), """Firing: fires = 'match': expected the shape (T, F), got (3,). Name an input or
        output of that shape, or let the function return the part to show."""),
    "words": (Firing("grid", "gain", ["a", "b", "c"]), """Firing: words: expected the name of an input that holds a text, got
        'gain'. There are: none."""),
    "answers": (answers(said="evidence"), """Answers: expected 'match' and 'evidence' of one shape, got (3,) and (2,). Show them in
        two views, or return them in one shape."""),
    "facts": (answers(["one → one"], [("all", 1)]), """Answers: facts: expected 3 of them, one for each entry, got 1:
        ['one → one']."""),
    "plane": (Plane(["match"]), """Plane: arrows = 'match': expected the shape (2,) or (n, 2), got (3,). Name an
        input or output of that shape, or let the function return the part to show."""),
    "mark labels": (Plane([Mark("evidence", label=["a", "b"])]), """Plane: labels of 'evidence': expected 1 of them,
        one for each entry, got 2: ['a', 'b']."""),
    "idea of a mark": (Plane([Mark("evidence", idea="red")]), """Plane: idea: expected one of surface, ink, quiet,
        grid, silent, evidence, pattern, contribution, replace, add, tidy, got 'red'."""),
    "bent line": (BentLine("match", "firing"), """BentLine: expected 'match' and 'firing' of one shape, got (3,) and
        (). Show them in two views, or return them in one shape."""),
    "matrix": (Matrix("match"), """Matrix: value = 'match': expected the shape (n, m), got (3,). Name an input or
        output of that shape, or let the function return the part to show."""),
    "lit": (Matrix("grid", lit="evidence"), """Matrix: lit = 'evidence': expected one number for each of 3 rows or 3
        columns, got 2. Let the function return a weight for each row or each column."""),
    "storeys": (Storeys([Line("match")], bands=[Band("match", "evidence")]), """Storeys: expected 'match' and
        'evidence' of one shape, got (3,) and (2,). Show them in two views, or return them in one shape."""),
    "marker": (Storeys(["match"], marker="evidence"), """Storeys: marker = 'evidence': expected the shape (), got
        (2,). Name an input or output of that shape, or let the function return the part to show."""),
    "format": (Table([("match", "match", "%.2f")]), """Table: column 'match': expected a format such as .2f, +.1f,
        .3g, .0% or d, got '%.2f'."""),
    "rows": (Table([("match", "match", ".2f")], rows=["a"]), """Table: rows: expected 3 of them, one for each entry,
        got 1: ['a']."""),
}

REFUSED_SENTENCES = {
    "unknown": (Sentence(None, ["{loss}"]), f"""Sentence: {{loss}}: expected the name of an input or output, got
        'loss'. There are: {NAMES}."""),
    "index": (Sentence(None, ["{match[3]:.2f}"]), """Sentence: {match[3]:.2f}: expected an index from 0 into the
        shape (3,), got [3]."""),
    "format": (Sentence(None, ["{gain:2}"]), """Sentence: {gain:2}: expected a format such as .2f, +.1f, .3g, .0% or
        d, got '2'."""),
    "reference": (Sentence(None, ["{match.max()}"]), """Sentence: expected a reference such as name, name[0] or
        name:.2f, got 'match.max()'."""),
    "pick": (Sentence("match", ["a", "b"]), """Sentence: pick 'match': expected one number, got the shape (3,). Pick
        an entry: match[0]."""),
    "no pick": (Sentence(None, ["a", "b"]), """Sentence: pick: expected the name of a number that picks one of 2
        texts, got None. Let the function return the number of the text, or give one text."""),
    "one text": (Sentence(None, "text"), "Sentence: texts: expected a list of at least one text, got 'text'."),
}


@pytest.mark.parametrize("case", REFUSED_INPUTS)
def test_an_input_that_cannot_be_is_refused(case):
    make, words = REFUSED_INPUTS[case]
    with pytest.raises(ValueError, match=exactly(words)):
        make()


@pytest.mark.parametrize("case", REFUSED_VIEWS)
def test_a_view_that_does_not_fit_is_refused(case):
    view, words = REFUSED_VIEWS[case]
    with pytest.raises(ValueError, match=exactly(words)):
        widget(view)


@pytest.mark.parametrize("case", REFUSED_SENTENCES)
def test_a_sentence_that_does_not_fit_is_refused(case):
    says, words = REFUSED_SENTENCES[case]
    with pytest.raises(ValueError, match=exactly(words)):
        widget(says=says)


@pytest.mark.parametrize(("make", "words"), [
    (lambda: Bars("match", range=(1, -1)), """Bars: range: expected (lowest, highest), got (1, -1). Put the smaller
        number first."""),
    (lambda: answers(["one"]), """Answers: facts: expected texts that end in an arrow and one of the words, such as 'the day
        before friday is → thursday', got 'one'."""),
    (lambda: answers(["one → three"]), """Answers: facts: expected texts that end in an arrow and one of the words, such as 'the
        day before friday is → thursday', got 'one → three'."""),
    (lambda: answers(groups=[("a", 1), ("b", 1)]), """Answers: groups: expected counts that add up to 3 facts, got 2: [('a', 1),
        ('b', 1)]."""),
    (lambda: Firing("fires", "words", ["a"], open="One if"), """Firing: open: expected (name of a widget, name of its input), got
        'One if'."""),
    (lambda: Firing("fires", "words", ["a", "", "a"], open=("One if", "unit")), """Firing: ifs: expected a text of its own for
        each if, so that its link opens it and no other, got 'a' for 0 and 2."""),
    (lambda: explore(cases, Bars("rule"), x=Range(1, 0, 2), on=False, rule=Choice("pair", ["pair", "same"])), """Bars: value:
        expected the name of an input or output, got 'rule'. There are: x, result."""),
    (lambda: explore(lambda x, rule, at: np.zeros((2, 1)) * x, Firing("result", "x", ["a"]), x=Range(1, 0, 2),
                     rule=Choice("a", ["a", "b"]), at=Choice(1, [1, 2])), """Firing: words: expected the name of an input that
        holds a text, got 'x'. There are: rule."""),
    (lambda: Ranking("match", ["a"], by="name"), """Ranking: by: expected 'value' for the largest or 'size' for the largest in
        size, got 'name'."""),
    (lambda: Ranking("match", ["a"], most=0), "Ranking: most: expected a whole number from 1 on, got 0. Try 8."),
    (lambda: Ranking("match", ["a"], range=(1, 0)), """Ranking: range: expected (lowest, highest), got (1, 0). Put the smaller
        number first."""),
    (lambda: Ranking("match", ["a"], format="%.0f"), """Ranking: format: expected a format such as .2f, +.1f, .3g, .0% or d,
        got '%.0f'."""),
    (lambda: Storeys(["match"], log=True, range=(0, 1)), """Storeys: range: expected a lowest value above 0 with
        log=True, got 0. Try 1e-6."""),
    (lambda: Storeys(["match"], range=None), """Storeys: range: expected (lowest, highest) for a linear axis, got None. Only
        a logarithmic one, log=True, finds its own."""),
    (lambda: Plane(reach=0), "Plane: reach: expected a number above 0, got 0. Try 1.5."),
    (lambda: BentLine(reach=-2), "BentLine: reach: expected a number above 0, got -2. Try 1.5."),
    (lambda: widget(gain=0.5, evidence=[1, 2]), """explore: expected at least one input for units, got constants
        alone. Try evidence=Range(0.5, 0, 1)."""),
    (lambda: widget(bias=1), """explore: expected the arguments of units(evidence, W1, gain), got evidence, W1,
        gain, bias: got an unexpected keyword argument 'bias'."""),
    (lambda: widget(in_page="W1"), "explore: in_page: expected a list of names, got the text 'W1'. Try in_page=['W1']."),
    (lambda: widget(in_page=["gain"]), "explore: in_page: expected the name of a constant, got 'gain'. There are: W1."),
    (lambda: explore(lambda x, rule: x, x=Range(0, 0, 1), rule=[None, 2], in_page=["rule"]), """explore: in_page: expected 'rule'
        to be an array, or a list, tuple or dict of arrays, got a value of type list without one. Leave 'rule' out of in_page."""),
    (lambda: widget(still=still("")), """explore: still: expected a Picture with an alternative text, got none. Set
        its .alt to a sentence that says what it shows."""),
    (lambda: explore(lambda x, a, b: x, x=Range(0, 0, 1), a=Choice(0, range(8)), b=Choice(0, range(9))), """explore:
        expected at most 64 combinations of toggles and choices, each with a program of its own, got 72. Use fewer,
        or a Range where a number will do."""),
    (lambda: widget(gain=Range(1, 0, 2, when=When("match", "nothing fires"))), """gain: when: expected the name of an
        input or output of one number, got 'match'. There are: gain, firing."""),
    (lambda: explore(lambda x, on: {"a": x} if on else {"b": x}, x=Range(0, 0, 1), on=Toggle(True)), """explore:
        expected the same outputs in every case, got {'a': ()} for [true] and {'b': ()} for [false]. Return every
        output in every case."""),
])
def test_what_explore_refuses(make, words):
    with pytest.raises(ValueError, match=exactly(words)):
        make()


@pytest.mark.parametrize(("values", "words"), [
    ({"gain": 2}, "gain: expected a number from 0 to 1.5, got 2."),
    ({"gain": "much"}, "gain: expected a number from 0 to 1.5, got 'much'."),
    ({"gain": True}, "gain: expected a number from 0 to 1.5, got True."),
    ({"gain": float("nan")}, "gain: expected a number from 0 to 1.5, got nan."),
    ({"evidence": 1}, "evidence: expected two numbers [x, y], got 1."),
    ({"W1": 1}, """values: expected evidence, gain, got W1. Everything else is a constant of this widget: make a new
        one to change it."""),
])
def test_a_value_that_cannot_be_is_refused_and_changes_nothing(values, words):
    live = widget()
    with pytest.raises(ValueError, match=exactly(words)):
        live.set(**values)
    assert live.values == {"evidence": [0.8, -0.6], "gain": 0.7}


def test_what_cannot_be_recorded_fails_where_the_widget_is_made():
    with pytest.raises(TraceError, match="if gain > 1"):
        explore(_decides_on_a_slider, gain=Range(0.5, 0, 2))


def _decides_on_a_slider(gain):
    if gain > 1:
        return gain
    return 2 * gain


def test_a_function_without_a_name_will_do():
    live = explore(partial(cases, on=False, rule="same"), x=Range(1, 0, 2))
    assert (repr(live), live.name) == ("Live(function, x=1.0)", "function")
