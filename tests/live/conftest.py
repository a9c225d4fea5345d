"""Programs run by evaluate.js in a real browser, and what counts as the same result."""

import json

import numpy as np
import pytest

from transformer_block.live import bundle

RUN_JOBS = """text => {
  const plain = (number) => (Object.is(number, -0) ? "-0" : Number.isFinite(number) ? number : String(number));
  return JSON.stringify(JSON.parse(text).map(([program, settings]) => {
    const compiled = compileProgram(program);
    return settings.map((values) => Object.fromEntries(Object.entries(compiled.run(values)).map(
      ([name, { shape, data }]) => [name, [shape, Array.from(data, plain)]])));
  }));
}"""


@pytest.fixture(scope="session")
def evaluator(browser):
    """A page that has loaded evaluate.js and nothing else."""
    page = browser.new_page()
    page.add_script_tag(content=bundle.script("engine/evaluate.js", "evaluate") + "const { compileProgram, OPERATIONS } = evaluate;")
    yield page
    page.close()


@pytest.fixture(scope="session")
def in_page(evaluator):
    """Run (program, settings) pairs in the page: for each program and each setting, name -> array."""
    def run(*jobs):
        jobs = [(program if isinstance(program, dict) else program.to_json(), [
            {name: numbers_as_json(value) for name, value in values.items()} for values in settings
        ]) for program, settings in jobs]
        answers = json.loads(evaluator.evaluate(RUN_JOBS, json.dumps(jobs, allow_nan=False)))
        return [[{name: np.array([float(number) for number in numbers]).reshape(shape)
                  for name, (shape, numbers) in outputs.items()} for outputs in settings] for settings in answers]

    return run


def numbers_as_json(value):
    """Numbers as evaluate.js takes them, the ones that JSON lacks as text."""
    return [number if np.isfinite(number) else {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(number)]
            for number in np.asarray(value, dtype=float).ravel().tolist()]


def assert_same(got, expected, scale=1.0, zero_signs=False):
    """Assert equal shapes and values, to 1e-12 of the value or of `scale`, the larger; NaN and infinities exactly."""
    expected = np.asarray(expected, dtype=float)
    assert got.shape == expected.shape
    special = ~np.isfinite(expected)
    np.testing.assert_array_equal(got[special], expected[special])
    got_finite, finite = got[~special], expected[~special]
    assert np.isfinite(got_finite).all(), f"expected {finite}, got {got_finite}"
    within = np.abs(got_finite - finite) <= 1e-12 * np.maximum(np.abs(finite), scale)
    assert within.all(), f"expected {finite[~within]}, got {got_finite[~within]}"
    if zero_signs:
        zeros = expected == 0
        np.testing.assert_array_equal(np.signbit(got[zeros]), np.signbit(expected[zeros]))
