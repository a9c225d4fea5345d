"""`explore` binds a NumPy function to inputs and views; `Live` is the widget that comes out of it."""

import inspect
import itertools
import json
from weakref import WeakKeyDictionary, WeakSet

import anywidget
import numpy as np
import traitlets

from transformer_block.live import agreement, bundle
from transformer_block.live.constants import packed
from transformer_block.live.draws import Draws
from transformer_block.live.inputs import Input
from transformer_block.live.trace import trace

_MOST_CASES = 64
_USERS = WeakKeyDictionary()  # input -> the widgets that share it
_shared_so_far = itertools.count(1)


class Live(anywidget.AnyWidget):
    """A widget that runs a NumPy function in the page; made by `explore`.

    `values` holds what the reader has set and can be set and observed; `result` is the function's answer to it.
    """

    _esm = bundle.notebook_module()
    _css = bundle.style()

    name = traitlets.Unicode().tag(sync=True)
    programs = traitlets.Dict().tag(sync=True)
    inputs = traitlets.List().tag(sync=True)
    views = traitlets.List().tag(sync=True)
    says = traitlets.Dict(allow_none=True).tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    # The inputs that other widgets use as well: name here -> a number that all of them know it by.
    shared = traitlets.Dict().tag(sync=True)

    def __init__(self, function, given, constants, still=None, **page):
        self.function, self._inputs, self._constants, self._still = function, given, constants, still
        super().__init__(values={name: input.start for name, input in given.items()}, **page)
        for name, input in given.items():
            self._share(name, input)

    def set(self, **values):
        """Move some inputs: `widget.set(gain=0.5)`."""
        self.values = {**self.values, **values}

    def link(self, name, control, trait="value"):
        """Tie an input to a trait of another widget: `widget.link("gain", ipywidgets.FloatSlider(max=1.5))`.

        Both move together from then on, the other one first to where the input is. What the input rounds or refuses
        shows on the other one at once. Returns a function that unties them.
        """
        if name not in self._inputs:
            raise ValueError(f"link: expected one of {', '.join(self._inputs)}, got {name!r}.")

        def show(_change=None):
            setattr(control, trait, self.values[name])

        def follow(change):
            try:
                self.set(**{name: change["new"]})
            finally:
                show()

        show()
        self.observe(show, "values")
        control.observe(follow, trait)

        def untie():
            self.unobserve(show, "values")
            control.unobserve(follow, trait)

        return untie

    @property
    def result(self):
        """What the function returns for the present values, as a dict of arrays by name."""
        return self.compute(self.values)

    def compute(self, values):
        """What the function returns for any values, as a dict of arrays by name."""
        arguments = {name: input.argument(values[name]) for name, input in self._inputs.items()}
        with np.errstate(all="ignore"):
            returned = _by_name(self.function(**arguments, **self._constants))
        return {name: np.asarray(value) for name, value in returned.items()}

    @traitlets.validate("values")
    def _check_values(self, proposal):
        unknown = proposal["value"].keys() - self._inputs.keys()
        if unknown:
            raise ValueError(f"values: expected {', '.join(self._inputs)}, got {', '.join(sorted(unknown))}. "
                             f"Everything else is a constant of this widget: make a new one to change it.")
        return {name: _checked(name, input, {**self.values, **proposal["value"]}[name])
                for name, input in self._inputs.items()}

    @traitlets.observe("values")
    def _move_those_that_share(self, change):
        for name in self.shared:
            self._pass_on(name, change["new"][name])

    def _pass_on(self, name, value):
        input = self._inputs[name]
        for other in _USERS[input] - {self}:
            own = next(key for key, theirs in other._inputs.items() if theirs is input)
            if other.values[own] != value:
                other.set(**{own: value})

    def _share(self, name, input):
        """Join the widgets that use this input, at their value; with the second of them it gets its number."""
        users = _USERS.setdefault(input, WeakSet())
        first = next(iter(users), None)
        users.add(self)
        if first is None:
            return
        own = next(key for key, theirs in first._inputs.items() if theirs is input)
        if own not in first.shared:
            first.shared = {**first.shared, own: next(_shared_so_far)}
        self.shared = {**self.shared, name: first.shared[own]}
        self.set(**{name: first.values[own]})

    def __repr__(self):
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Live({_name_of(self.function)}{values})"

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        data["text/plain"] = self.name
        if self._still is not None:
            data["text/plain"] = f"{self.name}\n{self._still.alt}"
            data["image/svg+xml"] = self._still.svg()
        return data, metadata


def explore(function, *views, says=None, still=None, name=None, drawn_from=None, in_page=(), **arguments):
    """Make a live widget of a NumPy function: `explore(f, Bars("result"), gain=Range(0.7, 0, 1.5))`.

    `arguments` are the function's own: inputs (Range, Whole, Toggle, Choice, Arrow, Pick, Words) for the reader, anything else a
    constant. The function returns an array, called "result", or a dict of arrays by name; `views` and the Sentence
    `says` show them, and inputs and constant arrays as well. `still` is a Picture for places without a page, and
    `name` what the widget is called. `drawn_from` is a seed: constants that are normal numbers of `default_rng(seed)`,
    in their order and up to a factor, are then drawn in the page instead of being carried there. `in_page` names constants
    that are arrays, or lists, tuples and dicts of them: what the function makes of these alone is computed in the page as
    well, once, and not carried there; the function may not decide on their numbers.

    Raises ValueError when names or shapes do not fit, and TraceError when the function cannot be recorded.
    """
    _check_call(function, arguments)
    _check_still(still)
    inputs = {key: value for key, value in arguments.items() if isinstance(value, Input)}
    constants = {key: value for key, value in arguments.items() if not isinstance(value, Input)}
    _check_in_page(in_page, constants)
    shown = _shown_constants(views, says, constants)
    programs = _programs(lambda **given: {**shown, **_by_name(function(**given))}, inputs, constants, in_page)
    shapes = _shapes(programs, inputs)
    of_numbers = {key: shape for key, shape in shapes.items() if not _is_text(inputs.get(key))}
    for view in views:
        view.check(of_numbers)
        view.check_texts([key for key in inputs if key not in of_numbers])
    if says is not None:
        says.check(shapes)
    _check_when(inputs, of_numbers)
    return Live(function, inputs, constants, still, programs=_pooled(programs, drawn_from), views=[view.spec() for view in views],
                inputs=_input_specs(inputs, views), says=None if says is None else says.spec(),
                name=name or _name_of(function).replace("_", " "))


def _check_call(function, arguments):
    try:
        inspect.signature(function).bind(**arguments)
    except TypeError as problem:
        raise ValueError(f"explore: expected the arguments of {_name_of(function)}{inspect.signature(function)}, "
                         f"got {', '.join(arguments) or 'none'}: {problem}.") from None
    if not any(isinstance(value, Input) for value in arguments.values()):
        raise ValueError(f"explore: expected at least one input for {_name_of(function)}, got constants alone. "
                         f"Try {next(iter(arguments), 'gain')}=Range(0.5, 0, 1).")


def _check_in_page(in_page, constants):
    if in_page and isinstance(in_page, str):
        raise ValueError(f"explore: in_page: expected a list of names, got the text {in_page!r}. Try in_page=[{in_page!r}].")
    for name in in_page:
        if name not in constants:
            raise ValueError(f"explore: in_page: expected the name of a constant, got {name!r}. "
                             f"There are: {', '.join(constants) or 'none'}.")
        if not _holds_array(constants[name]):
            raise ValueError(f"explore: in_page: expected {name!r} to be an array, or a list, tuple or dict of arrays, "
                             f"got a value of type {type(constants[name]).__name__} without one. Leave {name!r} out of in_page.")


def _holds_array(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return isinstance(value, np.ndarray) or any(map(_holds_array, parts))


def _name_of(function):
    # What functools.partial makes has no name.
    return getattr(function, "__name__", "function")


def _check_still(still):
    if still is not None and not getattr(still, "alt", ""):
        raise ValueError("explore: still: expected a Picture with an alternative text, got none. "
                         "Set its .alt to a sentence that says what it shows.")


def _checked(name, input, value):
    try:
        return input.checked(value)
    except ValueError as problem:
        raise ValueError(f"{name}: {problem}.") from None


def _by_name(returned):
    """The arrays a function returned, by name, as `trace` names them."""
    if isinstance(returned, tuple | list):
        return {str(number): value for number, value in enumerate(returned)}
    return returned if isinstance(returned, dict) else {"result": returned}


def _shown_constants(views, says, constants):
    """The constants that a view or the sentence names: the page has only what the program returns."""
    named = {name for view in views for _, name, _ in view.uses()} | (says.names() if says else set())
    return {name: np.asarray(value, dtype=float) for name, value in constants.items() if name in named}


def _programs(function, inputs, constants, in_page):
    """One program for each combination of what may steer the function: key -> Program."""
    steering = {name: input for name, input in inputs.items() if input.steers}
    moving = {name: input.argument(input.start) for name, input in inputs.items() if not input.steers}
    combinations = list(itertools.product(*(input.options for input in steering.values())))
    if len(combinations) > _MOST_CASES:
        raise ValueError(f"explore: expected at most {_MOST_CASES} combinations of toggles and choices, each with a "
                         f"program of its own, got {len(combinations)}. Use fewer, or a Range where a number will do.")
    sliders, rng, programs = {name: inputs[name] for name in moving}, np.random.default_rng(0), {}
    for chosen in combinations:
        fixed = {**constants, **dict(zip(steering, chosen, strict=True))}
        programs[_key(chosen)] = program = trace(function, moving, fixed, in_page=in_page)
        agreement.insist(program, function, sliders, fixed, agreement.settings(sliders, len(combinations), rng))
    return programs


def _key(chosen):
    # As JSON.stringify writes it: 10.0 is 10 there.
    plain = [int(value) if isinstance(value, float) and value.is_integer() else value for value in chosen]
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


def _pooled(programs, seed):
    """The programs as JSON-able data, each constant once: the cases of one function share most of theirs."""
    draws = None if seed is None else Draws(seed)
    pool, places, cases = [], {}, {}
    for key, program in programs.items():
        contents = [(array.shape, array.tobytes()) for array in program.constants]
        for content, array in zip(contents, program.constants, strict=True):
            if content not in places:
                places[content] = len(pool)
                pool.append([list(array.shape), draws and draws.origin(array) or packed(array)])
        cases[key] = program.to_json(constants=[places[content] for content in contents])
    drawn = draws and draws.spec()
    if draws and not drawn:
        raise ValueError(f"explore: drawn_from: expected constants made of the normal numbers of default_rng({seed}), "
                         f"got none. Draw them with rng.normal(size=...), or leave drawn_from away.")
    return {"constants": pool, "draws": drawn, "cases": cases}


def _shapes(programs, inputs):
    """name -> shape of all inputs and outputs, which must be the same in every case."""
    starts = {name: input.argument(input.start) for name, input in inputs.items()}
    of_case = {}
    for key, program in programs.items():
        results = program.run({name: starts[name] for name in program.inputs})
        of_case[key] = {name: array.shape for name, array in results.items()}
    first_key, first = next(iter(of_case.items()))
    for key, outputs in of_case.items():
        if outputs != first:
            raise ValueError(f"explore: expected the same outputs in every case, got {outputs} for {key} "
                             f"and {first} for {first_key}. Return every output in every case.")
    # To a sentence a text is one thing, whatever the function makes of it.
    return {**{name: () if _is_text(inputs[name]) else np.shape(start) for name, start in starts.items()}, **first}


def _is_text(input):
    return isinstance(getattr(input, "start", None), str)


def _input_specs(inputs, views):
    """The inputs as JSON-able data, each with the place of the view beside which its control stands.

    That is the first view that names it, so that a hand and what it moves are seen together, or else the first of all.
    """
    def beside(name):
        return next((place for place, view in enumerate(views) if name in view.names()), 0)

    return [{**input.spec(name), "beside": beside(name)} for name, input in inputs.items()]


def _check_when(inputs, shapes):
    for name, input in inputs.items():
        if input.when is not None and shapes.get(input.when.name) != ():
            raise ValueError(f"{name}: when: expected the name of an input or output of one number, got {input.when.name!r}. "
                             f"There are: {', '.join(key for key, shape in shapes.items() if shape == ())}.")
