"""What a live widget shows. Each view names inputs and outputs; all names and shapes are checked when it is built.

`spec()` is what the page's page/pictures/<kind>.js reads: the fields below, as JSON.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from transformer_block.live.sentence import check_format
from transformer_block.palette import LIGHT


@dataclass(frozen=True)
class Mark:
    """Arrows or points of a Plane: `value` names an input or output, (2,) for one, (n, 2) for several.

    `label` is one text, or one for each row. With `chain`, rows are drawn tip to tail: a sum arriving. `fires` names
    the strength of the unit, or one for each row: told at the tip, and silent at 0. `unit` is its number, where the
    label does not end with it; `faint` is for what does not act yet.
    """

    value: str
    label: str | Sequence[str] | None = None
    idea: str | None = None
    chain: bool = False
    fires: str | None = None
    unit: int | None = None
    faint: bool = False


@dataclass(frozen=True)
class Line:
    """A line of Storeys: an output (n,). `dash` is an SVG dash pattern such as "4 3"."""

    value: str
    label: str | None = None
    idea: str | None = None
    dash: str | None = None


@dataclass(frozen=True)
class Band:
    """A band of Storeys between two outputs (n,)."""

    low: str
    high: str
    label: str | None = None
    idea: str | None = None


class View:
    """What all views share: a kind, a spec, a check against the shapes of everything that has a name."""

    kind: str

    def uses(self):
        """Every name the view shows, as (field, name, allowed shapes); a letter stands for any length."""
        raise NotImplementedError

    def texts(self):
        """Every input whose text the view shows, as (field, name)."""
        return []

    def names(self):
        """Every name the view shows or lets the reader pick."""
        return {name for _, name, _ in self.uses()} | {name for _, name in self.texts()}

    def check(self, shapes):
        """Raise ValueError unless each name is known and its shape is one the view can draw."""
        for field, name, allowed in self.uses():
            _known(f"{type(self).__name__}: {field}", name, shapes)
            if not any(_matches(shapes[name], shape) for shape in allowed):
                wanted = " or ".join(_shape_text(shape) for shape in allowed)
                raise ValueError(f"{type(self).__name__}: {field} = {name!r}: expected the shape {wanted}, "
                                 f"got {_shape_text(shapes[name])}. Name an input or output of that shape, "
                                 f"or let the function return the part to show.")
        _check_ideas(type(self).__name__, asdict(self))

    def check_texts(self, known):
        """Raise ValueError unless each of its texts is among the `known` names of inputs that hold one."""
        for field, name in self.texts():
            if name not in known:
                raise ValueError(f"{type(self).__name__}: {field}: expected the name of an input that holds a text, "
                                 f"got {name!r}. There are: {', '.join(known) or 'none'}.")

    def spec(self):
        """The view as JSON-able data."""
        return {"kind": self.kind, **asdict(self)}


_ANY_NUMBERS = ((), ("n",))
_POINTS = ((2,), ("n", 2))


@dataclass(frozen=True)
class Plane(View):
    """Arrows from the origin, points, and half-planes shaded on the side where a pattern points.

    Each is a list of names or of `Mark`s. An arrow whose name is an `Arrow` input can be grabbed.
    """

    kind = "plane"
    arrows: Sequence[Mark | str] = ()
    points: Sequence[Mark | str] = ()
    half_planes: Sequence[Mark | str] = ()
    reach: float = 1.5
    title: str | None = None

    def __post_init__(self):
        for field in ("arrows", "points", "half_planes"):
            marks = tuple(mark if isinstance(mark, Mark) else Mark(mark) for mark in getattr(self, field))
            object.__setattr__(self, field, marks)
        _positive("Plane: reach", self.reach)

    def uses(self):
        marks = [(field, mark) for field in ("arrows", "points", "half_planes") for mark in getattr(self, field)]
        return [*((field, mark.value, _POINTS) for field, mark in marks),
                *((f"{field}: fires", mark.fires, _ANY_NUMBERS) for field, mark in marks if mark.fires)]

    def check(self, shapes):
        super().check(shapes)
        for mark in (*self.arrows, *self.points, *self.half_planes):
            if not isinstance(mark.label, str | None):
                _one_each(f"Plane: labels of {mark.value!r}", mark.label, shapes[mark.value][:-1])


@dataclass(frozen=True)
class BentLine(View):
    """A line bent at zero, with a marker at (match, fires) for each entry: both (n,) or both single numbers.

    `curve` = names of two outputs (m,), across and up, draws another bend.
    """

    kind = "bent_line"
    match: str = "match"
    fires: str = "strength"
    reach: float = 2
    curve: tuple[str, str] | None = None
    labels: Sequence[str] | None = None
    title: str | None = None

    def __post_init__(self):
        _positive("BentLine: reach", self.reach)

    def uses(self):
        curve = [("curve", name, (("m",),)) for name in self.curve or ()]
        return [("match", self.match, _ANY_NUMBERS), ("fires", self.fires, _ANY_NUMBERS), *curve]

    def check(self, shapes):
        super().check(shapes)
        _same_shape("BentLine", self.match, self.fires, shapes)
        if self.curve:
            _same_shape("BentLine", *self.curve, shapes)
        _one_each("BentLine: labels", self.labels, shapes[self.match])


@dataclass(frozen=True)
class Matrix(View):
    """A grid of cells, shaded by size: `value` is (n, m). `lit` names weights (n,) or (m,) that dim what is off.

    `rows` and `columns` title the sides; the name of a whole-number input there lets the reader pick a row or column.
    """

    kind = "matrix"
    value: str
    rows: str = "row"
    columns: str = "column"
    row_labels: Sequence[str] | None = None
    column_labels: Sequence[str] | None = None
    idea: str = "evidence"
    lit: str | None = None
    digits: int = 2
    title: str | None = None

    def uses(self):
        return [("value", self.value, (("n", "m"),)), *([("lit", self.lit, (("n",),))] if self.lit else [])]

    def names(self):
        return super().names() | {self.rows, self.columns}

    def check(self, shapes):
        super().check(shapes)
        rows, columns = shapes[self.value]
        _one_each("Matrix: row_labels", self.row_labels, (rows,))
        _one_each("Matrix: column_labels", self.column_labels, (columns,))
        if self.lit and shapes[self.lit][0] not in (rows, columns):
            raise ValueError(f"Matrix: lit = {self.lit!r}: expected one number for each of {rows} rows or {columns} "
                             f"columns, got {shapes[self.lit][0]}. "
                             f"Let the function return a weight for each row or each column.")


@dataclass(frozen=True)
class Bars(View):
    """Signed bars with their numbers at the tips: `value` is (n,). `range` = (lowest, highest) keeps the axis still."""

    kind = "bars"
    value: str
    labels: Sequence[str] | None = None
    idea: str | None = None
    range: tuple[float, float] = (-2, 2)
    title: str | None = None

    def __post_init__(self):
        _rising("Bars: range", self.range)

    def uses(self):
        return [("value", self.value, (("n",),))]

    def check(self, shapes):
        super().check(shapes)
        _one_each("Bars: labels", self.labels, shapes[self.value])


@dataclass(frozen=True)
class Ranking(View):
    """The `most` largest of `value` (n,), sorted, as bars with their labels: n may be hundreds.

    `by="size"` ranks by size and draws to both sides of zero. `before` names another (n,): what each was before, a thin
    mark. `range` = (lowest, highest) keeps the axis still: None is (0, 1), and (-1, 1) by size.
    """

    kind = "ranking"
    value: str
    labels: Sequence[str]
    most: int = 8
    by: str = "value"
    before: str | None = None
    range: tuple[float, float] | None = None
    format: str = ".0%"
    idea: str | None = None
    title: str | None = None

    def __post_init__(self):
        if self.by not in ("value", "size"):
            raise ValueError(f"Ranking: by: expected 'value' for the largest or 'size' for the largest in size, "
                             f"got {self.by!r}.")
        if self.most != int(self.most) or self.most < 1:
            raise ValueError(f"Ranking: most: expected a whole number from 1 on, got {self.most}. Try 8.")
        if self.range is None:
            object.__setattr__(self, "range", (0, 1) if self.by == "value" else (-1, 1))
        _rising("Ranking: range", self.range)
        check_format("Ranking: format", self.format)

    def uses(self):
        row = (("n",),)
        return [("value", self.value, row), *([("before", self.before, row)] if self.before else [])]

    def check(self, shapes):
        super().check(shapes)
        _one_each("Ranking: labels", self.labels, shapes[self.value])
        if self.before:
            _same_shape("Ranking", self.value, self.before, shapes)


@dataclass(frozen=True)
class Firing(View):
    """For each word of a sentence the ifs that fire, strongest first: `fires` is (T, F), its first row before any word.

    `words` names the input that holds the sentence, and `ifs` are F texts, what each if is about: an empty one is for
    an if that nobody can read, and becomes "if 37", counted from 0. What fires no more than `least` is left out.
    `open` = (name of a widget, name of its input): each if links there, and sets that input to its text.
    """

    kind = "firing"
    fires: str
    words: str
    ifs: Sequence[str]
    open: tuple[str, str] | None = None
    least: float = 0.05
    title: str | None = None

    def __post_init__(self):
        object.__setattr__(self, "ifs", tuple(text or f"if {number}" for number, text in enumerate(self.ifs)))
        if self.open is None:
            return
        if isinstance(self.open, str) or len(self.open) != 2:
            raise ValueError(f"Firing: open: expected (name of a widget, name of its input), got {self.open!r}.")
        for number, text in enumerate(self.ifs):
            if text in self.ifs[:number]:
                raise ValueError(f"Firing: ifs: expected a text of its own for each if, so that its link opens it and "
                                 f"no other, got {text!r} for {self.ifs.index(text)} and {number}.")

    def uses(self):
        return [("fires", self.fires, (("T", "F"),))]

    def texts(self):
        return [("words", self.words)]

    def check(self, shapes):
        super().check(shapes)
        _one_each("Firing: ifs", self.ifs, shapes[self.fires][1:])


@dataclass(frozen=True)
class Answers(View):
    """Every fact that a model is asked, in `groups` = [(name, count), ...]: right ones filled, wrong ones crossed out.

    All (n,): `right` is 1 or 0, `chance` the probability of the right word, `said` the place in the vocabulary `words`
    of the word that the model would say. `facts` are n texts such as "the day before friday is → thursday".
    """

    kind = "answers"
    right: str
    chance: str
    said: str
    facts: Sequence[str]
    groups: Sequence[tuple[str, int]]
    words: Sequence[str]
    title: str | None = None

    def __post_init__(self):
        for fact in self.facts:
            _, arrow, answer = fact.rpartition("→")
            if not arrow or answer.strip() not in self.words:
                raise ValueError(f"Answers: facts: expected texts that end in an arrow and one of the words, such as "
                                 f"'the day before friday is → thursday', got {fact!r}.")
        counted = sum(count for _, count in self.groups)
        if counted != len(self.facts):
            raise ValueError(f"Answers: groups: expected counts that add up to {len(self.facts)} facts, got {counted}: "
                             f"{list(self.groups)}.")

    def uses(self):
        return [(field, getattr(self, field), (("n",),)) for field in ("right", "chance", "said")]

    def check(self, shapes):
        super().check(shapes)
        _same_shape("Answers", self.right, self.chance, shapes)
        _same_shape("Answers", self.right, self.said, shapes)
        _one_each("Answers: facts", self.facts, shapes[self.right])


@dataclass(frozen=True)
class Storeys(View):
    """Lines over storeys, linear or `log`, with bands. `x` names the horizontal axis, or it counts 0, 1, 2, ...

    `range` = (lowest, highest) of the vertical axis; a logarithmic one with None takes the powers of ten that hold
    what is shown. `marker` names a number input whose place is marked.
    """

    kind = "storeys"
    lines: Sequence[Line | str] = ()
    bands: Sequence[Band] = ()
    log: bool = False
    x: str | None = None
    x_label: str = "storey"
    y_label: str = "size"
    range: tuple[float, float] | None = (0, 1)
    marker: str | None = None
    title: str | None = None

    def __post_init__(self):
        object.__setattr__(self, "lines", tuple(line if isinstance(line, Line) else Line(line) for line in self.lines))
        if self.range is None and not self.log:
            raise ValueError("Storeys: range: expected (lowest, highest) for a linear axis, got None. "
                             "Only a logarithmic one, log=True, finds its own.")
        if self.range is not None:
            _rising("Storeys: range", self.range)
        if self.log and self.range and self.range[0] <= 0:
            raise ValueError(f"Storeys: range: expected a lowest value above 0 with log=True, got {self.range[0]}. "
                             f"Try 1e-6.")

    def uses(self):
        row = (("n",),)
        return [*(("lines", line.value, row) for line in self.lines),
                *(("bands", name, row) for band in self.bands for name in (band.low, band.high)),
                *([("x", self.x, row)] if self.x else []),
                *([("marker", self.marker, ((),))] if self.marker else [])]

    def check(self, shapes):
        super().check(shapes)
        names = [name for field, name, _ in self.uses() if field != "marker"]
        for name in names[1:]:
            _same_shape("Storeys", names[0], name, shapes)


@dataclass(frozen=True)
class Table(View):
    """Live numbers: `columns` = [(heading, name of an (n,) input or output, format), ...]; `rows` names the rows."""

    kind = "table"
    columns: Sequence[tuple[str, str, str]]
    rows: Sequence[str] | None = None
    title: str | None = None

    def uses(self):
        return [("columns", name, _ANY_NUMBERS) for _, name, _ in self.columns]

    def check(self, shapes):
        super().check(shapes)
        names = [name for _, name, _ in self.columns]
        for name in names[1:]:
            _same_shape("Table", names[0], name, shapes)
        for _, name, pattern in self.columns:
            check_format(f"Table: column {name!r}", pattern)
        _one_each("Table: rows", self.rows, shapes[names[0]])

    def spec(self):
        columns = [{"heading": heading, "value": name, "format": pattern} for heading, name, pattern in self.columns]
        return {**super().spec(), "columns": columns}


def _known(where, name, shapes):
    if name not in shapes:
        raise ValueError(f"{where}: expected the name of an input or output, got {name!r}. "
                         f"There are: {', '.join(shapes)}.")


def _matches(shape, wanted):
    return len(shape) == len(wanted) and all(isinstance(w, str) or n == w for n, w in zip(shape, wanted, strict=True))


def _shape_text(shape):
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _same_shape(where, first, second, shapes):
    if shapes[first] != shapes[second]:
        raise ValueError(f"{where}: expected {first!r} and {second!r} of one shape, got {_shape_text(shapes[first])} "
                         f"and {_shape_text(shapes[second])}. Show them in two views, or return them in one shape.")


def _one_each(where, labels, shape):
    count = shape[0] if shape else 1
    if labels is not None and len(labels) != count:
        raise ValueError(f"{where}: expected {count} of them, one for each entry, got {len(labels)}: {list(labels)}.")


def _positive(where, value):
    if not value > 0:
        raise ValueError(f"{where}: expected a number above 0, got {value}. Try 1.5.")


def _rising(where, ends):
    if not (len(ends) == 2 and ends[0] < ends[1]):
        raise ValueError(f"{where}: expected (lowest, highest), got {tuple(ends)}. Put the smaller number first.")


def _check_ideas(where, fields):
    for key, value in fields.items():
        if key == "idea":
            check_idea(where, value)
        elif isinstance(value, list | tuple):
            for item in value:
                if isinstance(item, dict):
                    _check_ideas(where, item)


def check_idea(where, idea):
    """Raise ValueError unless `idea` is one of the palette's, or None."""
    if idea is not None and idea not in LIGHT:
        raise ValueError(f"{where}: idea: expected one of {', '.join(LIGHT)}, got {idea!r}.")
