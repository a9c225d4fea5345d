"""The widgets of the built book in Firefox, whose mathematics is not Chromium's."""

import json

import numpy as np
import pytest

from tests.live.test_every_widget import PAGES, RUN, SITE, assert_page_computes, random_setting, widgets_of


@pytest.mark.parametrize("name", PAGES)
def test_the_page_gives_the_numbers_of_the_helper(firefox, name):
    widgets = widgets_of(name)
    firefox.goto((SITE / f"{name}.html").as_uri())
    firefox.wait_for_function(f"document.querySelectorAll('.tb-live').length === {len(widgets)}")
    for title, widget in widgets.items():
        rng = np.random.default_rng(11)
        settings = [{}, *(random_setting(widget, rng) for _ in range(10))]
        element = f"document.querySelector(\".tb-live[aria-label='{title}']\")"
        shown = json.loads(firefox.evaluate(f"({RUN})({element}, {json.dumps(json.dumps(settings))})"))
        for one in shown:
            results = {key: np.array([float(number) for number in data]).reshape(shape)
                       for key, (shape, data) in one["results"].items()}
            assert_page_computes(widget, one["values"], results)
