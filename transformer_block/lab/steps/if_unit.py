"""The steps of the lab of chapter 1: match, fire, add, and what learning sees."""

import numpy as np

from transformer_block.lab.step import Mistake, Step

TITLE = "One if at a time"

_ROW = np.array([0.8, -0.6])
_PATTERN = np.array([1.0, -1.0])


def _evidence_and_pattern():
    """The chapter's three pieces of evidence one by one, all three at once, and wider ones in a batch."""
    rng = np.random.default_rng(4)
    rows = np.array([_ROW, -_ROW, [0.5, 0.25]])
    return [(_ROW, _PATTERN), (-_ROW, _PATTERN), (rows, np.array([2.0, 1.0])),
            (rng.normal(size=(3, 3)), rng.normal(size=3)), (rng.normal(size=(2, 3, 5)), rng.normal(size=5))]


# --- Step 1: match -------------------------------------------------------------------------------------------


def match(evidence, pattern):
    """How well evidence and pattern point the same way, their dot product: (..., C), (C,) -> (...)."""
    return evidence @ pattern


def _cosine(evidence, pattern):
    return evidence @ pattern / (np.linalg.norm(evidence, axis=-1) * np.linalg.norm(pattern))


_match = Step(
    name="match",
    task="compare evidence with a pattern",
    solution=match,
    cases=lambda: [(pair, {}) for pair in _evidence_and_pattern()],
    mistakes=(
        Mistake(lambda evidence, pattern: evidence * pattern,
                "This multiplies coordinate by coordinate and stops there. A match is one number for each row: add the "
                "products up. `evidence @ pattern` does both."),
        Mistake(lambda evidence, pattern: np.sum(evidence * pattern),
                "All rows are added up into one number. Each row has a match of its own: add along the last axis only, "
                "`axis=-1`."),
        Mistake(lambda evidence, pattern: (evidence * pattern).sum(axis=0),
                "The products are added down the columns. Add up each row: `axis=-1`."),
        Mistake(lambda evidence, pattern: (evidence * pattern).mean(axis=-1),
                "This is the mean of the products; the dot product is their sum. With the mean, a wider description "
                "would match less."),
        Mistake(_cosine,
                "This is the cosine: it knows the angle alone. Length is part of the message; twice the evidence is "
                "twice the reason. Leave out the division by the lengths."),
        Mistake(lambda evidence, pattern: evidence @ pattern / np.linalg.norm(pattern),
                "This divides by the length of the pattern: it is the distance from the line where the match is zero. "
                "The match is the dot product as it stands."),
        Mistake(lambda evidence, pattern: np.linalg.norm(evidence - pattern, axis=-1),
                "This is the distance between the two arrows: it is small where they agree. A match is large there. "
                "Use the dot product."),
        Mistake(lambda evidence, pattern: np.maximum(evidence @ pattern, 0),
                "This is already cut at zero. A match may be negative; the cut is the business of step 2."),
    ),
    hints=(
        "Multiply coordinate by coordinate, then add up: one number for each row of evidence.",
        "Adding up each row is `.sum(axis=-1)`. Or let one operator do both: `@`.",
    ),
)


# --- Step 2: fire --------------------------------------------------------------------------------------------


def fires(evidence, pattern):
    """How strongly a unit fires, max(match, 0): (..., C), (C,) -> (...)."""
    return np.maximum(match(evidence, pattern), 0)


_fires = Step(
    name="fires",
    task="fire where the match is positive, and stay silent elsewhere",
    solution=fires,
    cases=lambda: [(pair, {}) for pair in _evidence_and_pattern()],
    mistakes=(
        Mistake(lambda evidence, pattern: evidence @ pattern,
                "Nothing is cut: evidence against the pattern gives a negative strength. A poor match is no reason at "
                "all, not a negative one. Replace what is below zero by zero."),
        Mistake(lambda evidence, pattern: np.abs(evidence @ pattern),
                "A negative match has had its sign taken away, so the unit fires for the opposite of what it looks "
                "for. It should stay silent there: `np.maximum(..., 0)`, not `np.abs`."),
        Mistake(lambda evidence, pattern: np.minimum(evidence @ pattern, 0),
                "This keeps the negative matches and cuts the positive ones: the wrong half. It takes the larger of "
                "match and zero, `np.maximum`."),
        Mistake(lambda evidence, pattern: np.maximum(-(evidence @ pattern), 0),
                "The unit fires for the opposite of its pattern: a sign is turned round before the cut."),
        Mistake(lambda evidence, pattern: np.maximum(evidence, 0) @ pattern,
                "The evidence is cut before it is compared, so what it says with negative numbers is lost, and the "
                "strength itself can still be negative. Match first, cut then."),
        Mistake(lambda evidence, pattern: np.maximum(evidence * pattern, 0).sum(axis=-1),
                "Each product is cut before they are added up, so that nothing can speak against the pattern. Add up "
                "first, and cut the sum."),
        Mistake(lambda evidence, pattern: np.clip(evidence @ pattern, 0, 1),
                "The strength is held at 1. Only the lower side has a limit: the better the match, the stronger it "
                "fires."),
        Mistake(lambda evidence, pattern: np.where(evidence @ pattern > 0, 1.0, 0.0),
                "This says whether the unit fires, and not how strongly. Where the match is positive, the strength is "
                "the match."),
        Mistake(lambda evidence, pattern: np.maximum(_cosine(evidence, pattern), 0),
                "This fires with the cosine, the angle alone. Length is part of the message: leave out the division by "
                "the lengths."),
        Mistake(lambda evidence, pattern: np.maximum(evidence @ pattern, 0.01 * (evidence @ pattern)),
                "Below zero a little still gets through: that is a *leaky* bend. This course uses the plain one, zero "
                "and nothing else."),
    ),
    hints=(
        "Take the match of step 1. Where it is below zero, the answer is zero.",
        "`np.maximum(a, 0)` takes the larger of each number and zero. (`np.max` is something else: the largest of "
        "all.)",
    ),
)


# --- Step 3: add ---------------------------------------------------------------------------------------------


def if_unit(evidence, pattern, contribution):
    """One if and its then, fires x contribution: (..., C), (C,), (C,) -> (..., C)."""
    return fires(evidence, pattern)[..., None] * contribution


def _strength(evidence, pattern):
    return np.maximum(evidence @ pattern, 0)[..., None]


def _evidence_pattern_and_contribution():
    rng = np.random.default_rng(5)
    lowers, raises = np.array([1.0, -0.5]), np.array([1.0, 0.5])
    contributions = [lowers, lowers, raises, rng.normal(size=3), rng.normal(size=5)]
    return [(*pair, contribution) for pair, contribution in zip(_evidence_and_pattern(), contributions, strict=True)]


_if_unit = Step(
    name="if_unit",
    task="add the contribution as strongly as the unit fires",
    solution=if_unit,
    cases=lambda: [(trial, {}) for trial in _evidence_pattern_and_contribution()],
    mistakes=(
        Mistake(lambda evidence, pattern, contribution: np.maximum((evidence @ pattern)[..., None] * contribution, 0),
                "The cut comes after the contribution. What is negative in the contribution is lost, so the unit can "
                "never lower a coordinate. Cut the match, then multiply."),
        Mistake(lambda evidence, pattern, contribution: (evidence @ pattern)[..., None] * contribution,
                "Nothing is cut: against the pattern the unit takes its contribution away. Multiply by `fires(...)`, "
                "not by the match."),
        Mistake(lambda evidence, pattern, contribution: _strength(evidence, pattern) * pattern,
                "The unit adds its pattern. A pattern is what it looks for; what it adds is its contribution."),
        Mistake(lambda evidence, pattern, contribution: _strength(evidence, pattern) * evidence,
                "The unit adds the evidence once more. What it adds is its contribution, whatever the evidence was "
                "made of."),
        Mistake(lambda evidence, pattern, contribution: np.where(_strength(evidence, pattern) > 0, contribution, 0.0),
                "The whole contribution is added as soon as the unit fires at all. It is added as strongly as the unit "
                "fires: multiply."),
        Mistake(lambda evidence, pattern, contribution: evidence + _strength(evidence, pattern) * contribution,
                "The evidence is in the sum too. The unit hands over its update alone; adding it to the description "
                "comes later, in chapter 4."),
        Mistake(lambda evidence, pattern, contribution: fires(evidence, pattern) * contribution,
                "For one piece of evidence this is right. For several, the strengths lie along the coordinates instead "
                "of beside their rows. Give them a last axis of length 1: `fires(evidence, pattern)[..., None]`."),
        Mistake(lambda evidence, pattern, contribution: fires(evidence, pattern),
                "This is the strength alone. Multiply it by the contribution."),
    ),
    hints=(
        "Strength times contribution: for one piece of evidence, a number times a row.",
        "For several pieces of evidence `fires(...)` has shape (n,) and the contribution (C,). To get (n, C), the "
        "strengths need a last axis of length 1.",
        "`fires(evidence, pattern)[..., None]` has that axis.",
    ),
)


# --- Step 4: what learning sees ------------------------------------------------------------------------------


def slope(evidence, pattern):
    """How `fires` answers a tiny change of each number of the pattern: (..., C), (C,) -> (..., C)."""
    awake = match(evidence, pattern) > 0
    return awake[..., None] * evidence


def _awake(evidence, pattern):
    return (evidence @ pattern > 0)[..., None]


_slope = Step(
    name="slope",
    task="say how the strength answers a change of the pattern",
    solution=slope,
    cases=lambda: [(pair, {}) for pair in _evidence_and_pattern()],
    mistakes=(
        Mistake(lambda evidence, pattern: 1.0 * evidence,
                "This is right where the unit fires. Where it is silent, a tiny change leaves it silent: the slope is "
                "zero in every direction, and nothing is learnt."),
        Mistake(lambda evidence, pattern: _awake(evidence, pattern) * pattern,
                "This is the slope for a change of the *evidence*. Here the pattern changes: what stands in front of "
                "each of its numbers in the dot product is the evidence."),
        Mistake(lambda evidence, pattern: np.maximum(evidence @ pattern, 0)[..., None] * evidence,
                "The slope is multiplied by the strength. The bend has slope 1 where the unit fires, however strongly: "
                "the factor is 1 or 0."),
        Mistake(lambda evidence, pattern: np.maximum(evidence, 0),
                "The evidence itself is cut at zero. What is cut is the match: it decides for all coordinates together "
                "whether the unit learns."),
        Mistake(lambda evidence, pattern: (evidence @ pattern < 0)[..., None] * evidence,
                "This learns where the unit is silent and not where it fires: the comparison looks the wrong way."),
        Mistake(lambda evidence, pattern: np.where(evidence @ pattern > 0, 1.0, 0.0),
                "This is the slope of the bend alone, 1 or 0. How much the match itself moves with each number of the "
                "pattern is missing: that is the evidence."),
        Mistake(lambda evidence, pattern: np.sign(evidence @ pattern)[..., None] * evidence,
                "Where the unit is silent the slope is turned round instead of zero: this is the slope of `np.abs`. "
                "Silence has no slope."),
    ),
    hints=(
        "Two cases. Where the unit is silent, a tiny change of the pattern leaves it silent. Where it fires, the "
        "strength is the dot product.",
        "The dot product is pattern[0] * evidence[0] + pattern[1] * evidence[1] + ...: raise pattern[0] by a hair, and "
        "it grows by evidence[0] hairs.",
        "`match(evidence, pattern) > 0` is True where the unit fires, and counts as 1 in a product. Give it a last "
        "axis: `[..., None]`.",
    ),
)

STEPS = (_match, _fires, _if_unit, _slope)
