"""The one sentence under a widget's picture, with live numbers in it. page/words/sentence.js says it in the page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FORMAT = re.compile(r"\+?(\.\d+)?[fg%]|\+?d")
_PLACE = re.compile(r"\{([^{}]*)\}")
_REFERENCE = re.compile(r"(?P<name>\w+)(?:\[(?P<index>[-\d, ]+)\])?(?::(?P<format>.*))?")


def check_format(where, pattern):
    """Raise ValueError unless the page knows the number format: .2f, .3g, .0%, d, each with or without a plus."""
    if not _FORMAT.fullmatch(pattern):
        raise ValueError(f"{where}: expected a format such as .2f, +.1f, .3g, .0% or d, got {pattern!r}.")


@dataclass(frozen=True)
class Sentence:
    """`texts[pick]`, where `pick` names a number: rounded, and kept between the first text and the last.

    >>> Sentence("case", ["The unit is silent.", "The unit fires {strength[0]:.2f}."])

    A text may hold {name}, {name[0, 1]} and {name:.2f} of inputs and outputs; `None` picks the only text.
    """

    pick: str | None
    texts: Sequence[str]

    def names(self):
        """Every name it mentions."""
        places = [place for text in self.texts for place in _PLACE.findall(text)]
        return {_parse(place)["name"] for place in [*places, *([self.pick] if self.pick else [])]}

    def check(self, shapes):
        """Raise ValueError unless all names, indices and formats in it hold for `shapes`, name -> shape."""
        if not self.texts or isinstance(self.texts, str):
            raise ValueError(f"Sentence: texts: expected a list of at least one text, got {self.texts!r}.")
        if self.pick is None and len(self.texts) > 1:
            raise ValueError(f"Sentence: pick: expected the name of a number that picks one of {len(self.texts)} "
                             f"texts, got None. Let the function return the number of the text, or give one text.")
        if self.pick is not None:
            _check_reference(f"Sentence: pick {self.pick!r}", _parse(self.pick), shapes, single=True)
        for text in self.texts:
            for place in _PLACE.findall(text):
                _check_reference(f"Sentence: {{{place}}}", _parse(place), shapes)

    def spec(self):
        """The sentence as JSON-able data: each text a list of plain pieces and references."""
        pick = None if self.pick is None else _parse(self.pick)
        return {"pick": pick, "texts": [_pieces(text) for text in self.texts]}


def _pieces(text):
    # Splitting by a pattern with one group alternates between what is outside and what is inside.
    return [_parse(piece) if inside % 2 else piece for inside, piece in enumerate(_PLACE.split(text)) if piece]


def _parse(place):
    match = _REFERENCE.fullmatch(place.strip())
    if not match:
        raise ValueError(f"Sentence: expected a reference such as name, name[0] or name:.2f, got {place!r}.")
    index = match["index"]
    return {"name": match["name"], "index": [int(part) for part in index.split(",")] if index else None,
            "format": match["format"]}


def _check_reference(where, reference, shapes, single=False):
    name, index, pattern = reference["name"], reference["index"], reference["format"]
    if name not in shapes:
        raise ValueError(f"{where}: expected the name of an input or output, got {name!r}. "
                         f"There are: {', '.join(shapes)}.")
    shape = shapes[name]
    if single and index is None and shape != ():
        raise ValueError(f"{where}: expected one number, got the shape {shape}. Pick an entry: {name}[0].")
    inside = index is None or len(index) == len(shape) and all(0 <= i < n for i, n in zip(index, shape, strict=True))
    if not inside:
        raise ValueError(f"{where}: expected an index from 0 into the shape {shape}, got {index}.")
    if pattern is not None:
        check_format(where, pattern)
