"""Constants on their way to the page: in few letters, the same to the last bit, once for all widgets of a page."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.live.test_site_widget import PAGE, STILL, assert_page_computes, values
from transformer_block.live import Bars, Choice, Range, bundle, explore
from transformer_block.live.constants import listed, packed

sys.path.append(str(Path(__file__).resolve().parents[2] / "sphinx_ext"))

import live_widgets

RNG = np.random.default_rng(8)
BYTES = RNG.integers(-127, 128, size=(9, 8)).astype(float)
FINE = BYTES.ravel() * 2.0**-20
WORDS = RNG.integers(-32767, 32768, size=(9, 8)).astype(float)
NORMAL = RNG.normal(size=(9, 8))
CASES = {
    "ints of 8 bits": (BYTES, "int8"),
    "learned weights": (BYTES * 2.0**-7, "int8"),
    "large": (BYTES * 2.0**900, "int8"),
    "tiny": (BYTES * 2.0**-1060, "int8"),
    "16 bits": (WORDS / 1024, "int16"),
    "float32": (NORMAL.astype(np.float32).astype(float), "float32"),
    "float64": (NORMAL, "float64"),
    "17 bits": (np.append(WORDS.ravel(), 65537.0) * 2.0**-20, "float32"),
    "far apart": (np.append(FINE, 2.0**-60), "float32"),
    "farther apart": (np.append(FINE, 5e-324), "float64"),
    "minus zero": (np.append(FINE, -0.0), "float32"),
    "nothing": (np.append(NORMAL.ravel(), [np.nan, np.inf, -np.inf, -0.0]), "float64"),
    "nothing and bytes": (np.append(FINE, [np.nan, np.inf, -np.inf]), "float32"),
    "largest": (np.append(NORMAL, np.finfo(float).max), "float64"),
}


@pytest.fixture(scope="module")
def restored(browser):
    """restored([constant, ...]) -> the bits that the page has of each."""
    page = browser.new_page()
    page.add_script_tag(content=bundle.script("engine/constants.js", "constants"))
    yield lambda carried: json.loads(page.evaluate("""text => JSON.stringify(JSON.parse(text).map((constant) => {
      const [shape, numbers] = constants.restoreConstant(constant);
      return [shape, Array.from(new BigUint64Array(numbers.buffer), String)];
    }))""", json.dumps(carried, allow_nan=False)))
    page.close()


@pytest.mark.parametrize("write", [packed, listed])
def test_every_constant_arrives_to_the_last_bit(restored, write):
    arrays = [array for array, _ in CASES.values()] + [np.array([0.1, -0.0, np.nan, -np.inf]), np.full((), 2.0), np.full(70, 5e-324)]
    for array, (shape, bits) in zip(arrays, restored([[list(array.shape), write(array)] for array in arrays]), strict=True):
        assert shape == list(array.shape)
        assert np.array(bits, dtype=np.uint64).tobytes() == array.tobytes()


@pytest.mark.parametrize("case", CASES)
def test_a_constant_takes_the_narrowest_type_that_holds_it(case):
    array, kind = CASES[case]
    carried = packed(array)
    assert carried["type"] == kind
    assert len(carried["base64"]) < 4 / 3 * array.size * int(np.dtype(kind).itemsize) + 4


@pytest.mark.parametrize("array", [BYTES[:7], NORMAL.round(1), NORMAL.round(5), np.zeros(70), np.full(70, 5e-324)])
def test_one_for_which_fewer_bytes_are_sent_as_a_list_is_listed(array):
    assert packed(array) == array.ravel().tolist()


# --- On a page --------------------------------------------------------------------------------------------------------


LONG = RNG.normal(size=200)


def weighed(gain, which, W, own):
    return np.stack([gain * W.sum() * (1 + "abcdefghijkl".index(which)), own.sum()])


@pytest.fixture(scope="module")
def widgets():
    """Two widgets with the same long constant and a third with another; the first has twelve cases."""
    letters = Choice("a", list("abcdefghijkl"))
    return [explore(weighed, Bars("result"), name=f"Widget {number}", in_page=["W", "own"], gain=Range(1, 0, 2), W=W, own=np.ones(3) * number,
                    which=letters if number == 0 else "b") for number, W in enumerate([LONG, LONG.reshape(20, 10), -LONG])]


def scripts(widgets):
    on_page = set()
    return [live_widgets.state_script(widget.get_state(), on_page) for widget in widgets]


def test_a_long_constant_stands_once_before_the_first_widget_that_needs_it(widgets):
    first, second, third = scripts(widgets)
    carried = packed(LONG)["base64"]
    assert (first + second + third).count(carried) == first.count(carried) == 1
    assert [text.count(live_widgets.NUMBERS) for text in (first, second, third)] == [1, 0, 1]
    assert first.index(carried) < first.index(live_widgets.STATE)
    assert live_widgets.state_script(widgets[1].get_state()).count(carried) == 1  # on a page of its own
    assert json.dumps(widgets[0].programs).count(carried) == 1  # a notebook's widget has its own


def test_what_is_drawn_from_a_seed_stays_with_its_widget():
    rows = [np.random.default_rng(0).normal(size=8000)[start:start + 20] for start in range(0, 8000, 40)]
    drawn = explore(lambda gain, W: gain * W.sum(axis=1)[:3], Bars("result"), in_page=["W"], drawn_from=0, gain=Range(1, 0, 2), W=np.stack(rows))
    (_, origin), *_ = [constant for constant in drawn.programs["constants"] if "starts" in constant[1]]
    assert len(json.dumps(origin)) > 1000
    assert live_widgets.NUMBERS not in live_widgets.state_script(drawn.get_state())


@pytest.fixture
def page(browser, widgets, tmp_path):
    """All widgets on a page that is opened from a disk; whatever it complains of fails the test."""
    states = "\n".join(STILL + script for script in scripts(widgets))
    for name, text in (("page.html", PAGE % states), ("live.js", live_widgets.live_script()), ("live.css", bundle.style())):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with browser.new_context() as context:
        page, complaints = context.new_page(), []
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_function("document.querySelectorAll('.tb-live').length === 3")
        yield page
        assert complaints == []


def test_all_widgets_of_a_page_compute_with_what_stands_once(page, widgets):
    for number, widget in enumerate(widgets):
        assert_page_computes(page, number, widget)
    assert page.locator(".tb-still").count() == 0


def test_more_cases_than_are_kept_stay_right_when_they_come_back(page, widgets):
    for letter in "abcdefghijklabalk":
        page.locator(".tb-live").first.evaluate("(element, letter) => element.liveWidget.set('which', letter)", letter)
        assert values(page, 0)["which"] == letter
        assert_page_computes(page, 0, widgets[0])


def test_eight_programs_are_kept_and_share_their_constants(browser, widgets):
    page = browser.new_page()
    page.add_script_tag(content=bundle.script("engine/cases.js", "cases"))
    compiled = page.evaluate("""([programs, inputs, letters]) => {
      const run = cases.makeEngine(programs, inputs), kept = [];
      for (const which of letters) kept.push(run({ gain: 1, which }));
      return kept.map((results, i) => kept.indexOf(results) < i ? letters[i] : "");
    }""", [widgets[0].programs, widgets[0].inputs, "abcdefghaiab"])
    # The ninth letter, i, took the place of b, which is the one that had been out of use for longest.
    assert "".join(compiled) == "aa"
    page.close()
