"""Hypothesis draws the same examples in every run, so that a red test stays red until it is mended."""

from hypothesis import settings

settings.register_profile("course", derandomize=True, max_examples=30, deadline=None, database=None)
settings.load_profile("course")
