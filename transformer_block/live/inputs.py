"""What the reader can change. The page draws a native control for each input; controls.js has them by kind."""

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal

import numpy as np

from transformer_block.live.views import check_idea


@dataclass(frozen=True)
class When:
    """An input has an effect only while `name`, an input or output of one number, is not 0.

    Otherwise its control is disabled and says `otherwise`, the reason: `When("dud", "there is no dud storey")`.
    """

    name: str
    otherwise: str


class Input:
    """What all inputs share. The same object in two widgets is one input: they move together.

    `steers` says whether Python's control flow may depend on the value; then each value gets its own program.
    """

    kind: str
    steers = False

    def argument(self, value):
        """The value as the function receives it, in Python as in the page."""
        return np.float64(value)

    def spec(self, name):
        """The input as JSON-able data."""
        when = {} if self.when is None else {"when": asdict(self.when)}
        return {"name": name, "kind": self.kind, "label": self.label or name.replace("_", " "), "idea": self.idea,
                "start": self.start, **when}

    def checked(self, value):
        """A value rounded to its step, or ValueError with what was expected."""
        raise NotImplementedError

    def first(self, _rng):
        """Where it stands before the reader has moved it."""
        return self.start


class _Slider(Input):
    def __post_init__(self):
        where = type(self).__name__
        check_idea(where, self.idea)
        if not self.step > 0:
            raise ValueError(f"{where}: step: expected a number above 0, got {self.step}. Try 0.1.")
        if not self.low < self.high:
            raise ValueError(f"{where}: expected low < high, got {self.low} and {self.high}. "
                             f"Put the smaller number first.")
        many_digits = len(Decimal(str(self.step)).normalize().as_tuple().digits) > 3
        if many_digits or round(self.low, _decimals(self.step) + 2) != self.low:
            raise ValueError(f"{where}: expected a step and a low end with few decimals, got "
                             f"{self.step if many_digits else self.low}. Try step=0.1.")
        if not math.isclose(self._snapped(self.high), self.high):
            raise ValueError(f"{where}: expected a whole number of steps of {self.step} from {self.low} to "
                             f"{self.high}. Try high={self._snapped(self.high)}.")
        for start in np.ravel(self.start):
            if not self.low <= start <= self.high:
                raise ValueError(f"{where}: start: expected a number from {self.low} to {self.high}, got {start:g}. "
                                 f"Move the start or widen the range.")
            if not math.isclose(self._snapped(start), start, abs_tol=1e-12):
                raise ValueError(f"{where}: start: expected a value that {self.step} steps from {self.low} reach, "
                                 f"got {start:g}. Try {self._snapped(start):g} or a smaller step.")

    def _snapped(self, value):
        # As values.js does it, so that Python and the page name the same number.
        near = self.low + math.floor((value - self.low) / self.step + 0.5) * self.step
        return round(min(self.high, max(self.low, near)), _decimals(self.step) + 2)

    def checked(self, value):
        number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
        if not number or not self.low <= value <= self.high:
            raise ValueError(f"expected a number from {self.low} to {self.high}, got {value!r}")
        return self._snapped(float(value))

    def somewhere(self, rng):
        """A value that the reader can reach, at random."""
        return self._everywhere(lambda: rng.uniform(self.low, self.high))

    def lowest(self, _rng):
        """Its low end."""
        return self._everywhere(lambda: self.low)

    def highest(self, _rng):
        """Its high end."""
        return self._everywhere(lambda: self.high)

    def nearest_zero(self, _rng):
        """The value nearest to zero."""
        return self._everywhere(lambda: min(self.high, max(self.low, 0)))

    def _everywhere(self, number):
        return self.checked(number())

    def spec(self, name):
        return {**super().spec(name), "low": self.low, "high": self.high, "step": self.step}



@dataclass(frozen=True, eq=False)
class Range(_Slider):
    """A number from `low` to `high`."""

    kind = "range"
    start: float
    low: float
    high: float
    step: float = 0.1
    label: str | None = None
    idea: str | None = None
    when: When | None = None



@dataclass(frozen=True, eq=False)
class Whole(_Slider):
    """A whole number from `low` to `high`; for the function it is a number like any other, and may not steer it."""

    kind = "whole"
    start: int
    low: int
    high: int
    step: int = 1
    label: str | None = None
    idea: str | None = None
    when: When | None = None

    def __post_init__(self):
        for name in ("start", "low", "high", "step"):
            if getattr(self, name) != int(getattr(self, name)):
                raise ValueError(f"Whole: {name}: expected a whole number, got {getattr(self, name)}. "
                                 f"For fractions there is Range.")
        super().__post_init__()

    def checked(self, value):
        return int(super().checked(value))



@dataclass(frozen=True, eq=False)
class Arrow(_Slider):
    """A vector (2,) that the reader drags; each coordinate from -`reach` to `reach`, with a slider of its own."""

    kind = "arrow"
    start: Sequence[float]
    reach: float = 1.5
    step: float = 0.1
    label: str | None = None
    idea: str | None = None
    when: When | None = None
    low: float = field(init=False, repr=False)
    high: float = field(init=False, repr=False)

    def __post_init__(self):
        if np.shape(self.start) != (2,):
            raise ValueError(f"Arrow: start: expected two numbers [x, y], got {self.start!r}.")
        if not self.reach > 0:
            raise ValueError(f"Arrow: reach: expected a number above 0, got {self.reach}. Try 1.5.")
        object.__setattr__(self, "start", [float(number) for number in self.start])
        object.__setattr__(self, "low", -self.reach)
        object.__setattr__(self, "high", self.reach)
        super().__post_init__()

    def checked(self, value):
        if np.shape(value) != (2,):
            raise ValueError(f"expected two numbers [x, y], got {value!r}")
        return [super(Arrow, self).checked(number) for number in value]

    def _everywhere(self, number):
        return self.checked([number(), number()])



    def argument(self, value):
        return np.array(value, dtype=np.float64)



@dataclass(frozen=True, eq=False)
class Toggle(Input):
    """On or off. The function receives True or False and may decide on it."""

    kind = "toggle"
    steers = True
    options = (False, True)
    start: bool
    label: str | None = None
    idea: str | None = None
    when: When | None = None

    def __post_init__(self):
        check_idea("Toggle", self.idea)
        if self.start not in (True, False):
            raise ValueError(f"Toggle: start: expected True or False, got {self.start!r}.")
        object.__setattr__(self, "start", bool(self.start))

    def checked(self, value):
        if value not in (True, False):
            raise ValueError(f"expected True or False, got {value!r}")
        return bool(value)

    def argument(self, value):
        return value



@dataclass(frozen=True, eq=False)
class Choice(Input):
    """One of a few texts or numbers. The function receives it and may decide on it."""

    kind = "choice"
    steers = True
    start: str | float
    options: Sequence[str | float]
    label: str | None = None
    idea: str | None = None
    when: When | None = None

    def __post_init__(self):
        check_idea("Choice", self.idea)
        for option in self.options:
            # The page finds a program by the JSON of the chosen options, which both sides must write alike: no 1e-07.
            if not isinstance(option, str | int | float) or isinstance(option, float) and "e" in repr(option):
                raise ValueError(f"Choice: options: expected texts or plain numbers, got {option!r}. "
                                 f"Choose by a text and look its meaning up in the function.")
        if self.start not in self.options:
            raise ValueError(f"Choice: start: expected one of {list(self.options)}, got {self.start!r}.")

    def checked(self, value):
        if value not in self.options:
            raise ValueError(f"expected one of {list(self.options)}, got {value!r}")
        return value

    def argument(self, value):
        return value

    def spec(self, name):
        return {**super().spec(name), "options": list(self.options)}


@dataclass(frozen=True, eq=False)
class Pick(Input):
    """One of many texts, in a list; `options` are the texts, or a dict of headings and the texts below each.

    The function receives the text's place among all of them, counted from 0, as a whole number that it may look up in a
    table (np.take) and may not decide on: one program serves all options.
    """

    kind = "pick"
    start: str
    options: Sequence[str] | Mapping[str, Sequence[str]]
    label: str | None = None
    idea: str | None = None
    when: When | None = None

    def __post_init__(self):
        check_idea("Pick", self.idea)
        _check_texts("Pick: options", self.texts)
        if self.start not in self.texts:
            raise ValueError(f"Pick: start: expected one of {len(self.texts)} options, got {self.start!r}."
                             f"{_near(self.start, self.texts)}")

    @property
    def texts(self):
        """All options, in their order."""
        return _flat(self.options)

    def checked(self, value):
        if value not in self.texts:
            raise ValueError(f"expected one of {len(self.texts)} options, got {value!r}")
        return value

    def argument(self, value):
        return np.int64(self.texts.index(value))

    def somewhere(self, rng):
        """An option, at random."""
        return self.texts[rng.integers(len(self.texts))]

    def lowest(self, _rng):
        """The first option."""
        return self.texts[0]

    def highest(self, _rng):
        """The last option."""
        return self.texts[-1]

    nearest_zero = lowest

    def spec(self, name):
        return {**super().spec(name), "groups": _groups(self.options)}


@dataclass(frozen=True, eq=False)
class Words(Input):
    """A text of known words with blanks between them, at most `most`; none at all is a text too.

    `vocabulary` are the words, in small letters, or a dict of headings and the words below each. The function receives
    the words' places in the vocabulary, counted from 0, as whole numbers (most,) with -1 where there is no word, and may
    not decide on them. `examples` are texts that the reader can have by one press.
    """

    kind = "words"
    start: str
    vocabulary: Sequence[str] | Mapping[str, Sequence[str]]
    most: int
    examples: Sequence[str] = ()
    label: str | None = None
    idea: str | None = None
    when: When | None = None

    def __post_init__(self):
        check_idea("Words", self.idea)
        _check_texts("Words: vocabulary", self.known)
        for word in self.known:
            if word.lower().split() != [word]:
                raise ValueError(f"Words: vocabulary: expected words in small letters and without blanks, got {word!r}.")
        if isinstance(self.most, bool) or not isinstance(self.most, int) or self.most < 1:
            raise ValueError(f"Words: most: expected a whole number of words from 1 on, got {self.most!r}. Try 12.")
        if self.examples and isinstance(self.examples, str):
            raise ValueError(f"Words: examples: expected a list of texts, got the text {self.examples!r}. "
                             f"Try examples=[{self.examples!r}].")
        for where, text in (("start", self.start), *(("examples", text) for text in self.examples)):
            try:
                self.checked(text)
            except ValueError as problem:
                raise ValueError(f"Words: {where}: {problem}.") from None
        object.__setattr__(self, "start", self.checked(self.start))
        object.__setattr__(self, "examples", [self.checked(text) for text in self.examples])

    @property
    def known(self):
        """All words, in their order."""
        return _flat(self.vocabulary)

    def checked(self, value):
        words = value.lower().split() if isinstance(value, str) else None
        if words is None:
            raise ValueError(f"expected a text of known words, got {value!r}")
        for word in words:
            if word not in self.known:
                raise ValueError(f"expected words among the {len(self.known)} known ones, got {word!r}.{_near(word, self.known)}".rstrip("."))
        if len(words) > self.most:
            raise ValueError(f"expected at most {self.most} words, got {len(words)}")
        return " ".join(words)

    def argument(self, value):
        places = [self.known.index(word) for word in value.split()]
        return np.array(places + [-1] * (self.most - len(places)), dtype=np.int64)

    def somewhere(self, rng):
        """Some words, at random."""
        return self._of(rng, rng.integers(self.most + 1))

    def lowest(self, _rng):
        """No word."""
        return ""

    def highest(self, rng):
        """As many words as there is room for."""
        return self._of(rng, self.most)

    def nearest_zero(self, rng):
        """One word."""
        return self._of(rng, 1)

    def _of(self, rng, count):
        return " ".join(self.known[place] for place in rng.integers(len(self.known), size=count))

    def spec(self, name):
        return {**super().spec(name), "groups": _groups(self.vocabulary), "most": self.most, "examples": self.examples}


def _groups(texts):
    """[heading or None, its texts] for each heading, as the page reads them."""
    return [[heading, list(below)] for heading, below in texts.items()] if isinstance(texts, Mapping) else [[None, list(texts)]]


def _flat(texts):
    return [text for _, below in _groups(texts) for text in below]


def _check_texts(where, texts):
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{where}: expected texts, got {text!r}.")
    twice = next((text for place, text in enumerate(texts) if text in texts[:place]), None)
    if twice is not None:
        raise ValueError(f"{where}: expected each text once, got {twice!r} twice. Leave one of them out.")
    if not texts:
        raise ValueError(f"{where}: expected at least one text, got none.")


def _near(text, known):
    near = difflib.get_close_matches(str(text), known)
    return f" Near it: {', '.join(near)}." if near else ""


def _decimals(step):
    """How many decimals show every step, as values.js counts them: 1 for 0.1, 2 for 0.25, 0 for 1."""
    return max(0, -Decimal(str(step)).normalize().as_tuple().exponent)
