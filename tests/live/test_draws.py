"""Random constants by their origin, and NumPy's normal numbers drawn in the page."""

import numpy as np
import pytest

import transformer_block as tb
from transformer_block.live import Range, Storeys, bundle, explore
from transformer_block.live.draws import Draws


@pytest.fixture(scope="module")
def drawn(browser):
    """drawn(spec) -> the numbers that draws.js draws."""
    page = browser.new_page()
    page.add_script_tag(content=bundle.script("engine/draws.js", "draws"))
    yield lambda spec: np.array(page.evaluate("spec => Array.from(draws.normalDraws(spec))", spec))
    page.close()


@pytest.mark.parametrize("seed", [0, 1, 2026])
def test_the_page_draws_numpys_normal_numbers(drawn, seed):
    state = np.random.default_rng(seed).bit_generator.state["state"]
    count = 100_000  # some thirty of them from the tail, and a thousand from the edge of a strip
    expected = np.random.default_rng(seed).standard_normal(count)
    got = drawn({"state": str(state["state"]), "increment": str(state["inc"]), "count": count})
    assert np.abs(expected).max() > 3.7
    np.testing.assert_allclose(got, expected, rtol=2.3e-16, atol=0)


def test_arrays_are_found_in_the_stream_with_their_factor():
    draw, draws = tb.part_one_draw(), Draws(0)
    assert draws.spec() is None
    assert draws.origin(draw.x) == {"starts": [0], "times": 1.0}
    found = draws.origin(draw.matrices[2])
    assert found["starts"] == [192 + 4 * 3 * 256 + 2 * 4096 + 2 * 1024] and found["times"] == pytest.approx(0.7 / np.sqrt(32), rel=1e-15)
    assert draws.spec()["count"] == found["starts"][0] + 1024
    queries = np.stack([head[0] for head in draw.weights.heads])
    assert draws.origin(queries)["starts"] == [192, 960, 1728, 2496]


@pytest.mark.parametrize("array", [
    np.arange(32.0), np.zeros(64), np.random.default_rng(1).normal(size=32), tb.part_one_draw().x.T,
    tb.part_one_draw().x.round(3), tb.part_one_draw().x[0, :8], np.full((2, 20), np.nan)])
def test_other_arrays_are_not(array):
    assert Draws(0).origin(array) is None


def test_parts_with_factors_of_their_own_are_not_taken_for_one():
    x = tb.part_one_draw().x
    assert Draws(0).origin(np.stack([x[0], 2 * x[3]])) is None


def sizes(gain, matrices):
    return np.std(gain * matrices, axis=(1, 2))


def test_a_widget_carries_the_place_instead_of_the_numbers():
    matrices = np.stack(tb.part_one_draw().matrices[:4])
    heavy, light = (explore(sizes, Storeys(["result"]), gain=Range(0.7, 0, 1), matrices=matrices, drawn_from=seed)
                    for seed in (None, 0))
    assert heavy.programs["draws"] is None
    (shape, origin), = [constant for constant in light.programs["constants"] if isinstance(constant[1], dict)]
    assert shape == [4, 32, 32] and len(origin["starts"]) == 1
    assert len(str(light.programs)) < len(str(heavy.programs)) / 50


def test_a_seed_that_explains_nothing_is_refused():
    with pytest.raises(ValueError) as refused:
        explore(sizes, Storeys(["result"]), gain=Range(0.7, 0, 1), matrices=np.ones((2, 4, 4)), drawn_from=3)
    assert str(refused.value) == (
        "explore: drawn_from: expected constants made of the normal numbers of default_rng(3), got none. "
        "Draw them with rng.normal(size=...), or leave drawn_from away.")
