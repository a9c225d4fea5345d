"""Before a widget is shown: does its program compute what its function does, wherever a reader may go?

A recording sees every operation, but not what a function decides by the kind of thing it is given (`isinstance`, its
text), nor what is different at the next call (a random generator, a default that it changes). No list of such things
is complete. So the program and the function are both run, at some settings, and must agree.
"""

import numpy as np

from transformer_block.live.trace import TraceError

_MOST_RUNS = 64  # of a function, over all of its cases: a chapter with a slow function must still open quickly
_TOLERANCE = 1e-9


def settings(inputs, cases, rng):
    """Where to look, for one of `cases` programs: a list of name -> value, at random first, then the ends and zero."""
    kinds = ("somewhere", "lowest", "highest", "nearest_zero", "somewhere", "somewhere", "first")
    return [{name: getattr(input, kind)(rng) for name, input in inputs.items()}
            for kind in kinds[:max(2, _MOST_RUNS // cases)]]


def insist(program, function, inputs, constants, places):
    """Raise TraceError where the program and `function(**inputs, **constants)` differ at one of the `places`."""
    for place in places:
        arguments = {name: inputs[name].argument(value) for name, value in place.items()}
        found = program.run(arguments)
        with np.errstate(all="ignore"):
            try:
                wanted = function(**arguments, **constants)
            except Exception as problem:
                raise TraceError(f"{_at(place)} the function stops with {type(problem).__name__}: {problem}\n"
                                 f"A page cannot stop. Narrow the range of its inputs.") from problem
        for name, array in wanted.items():
            difference = _difference(name, np.asarray(array, dtype=np.float64), found[str(name)])
            if difference:
                raise TraceError(
                    f"{_at(place)} {difference}, so the page would show something else than the function says. A function must do "
                    f"the same whatever kind of number it is given, and each time it is called. Leave out what asks for a type or a "
                    f"text (isinstance, np.isscalar, match), draw random numbers outside of it, and let it change nothing that it keeps.")


def _difference(name, wanted, found):
    if wanted.shape != found.shape:
        return f"{name} has shape {wanted.shape} in Python and {found.shape} in the page"
    apart = ~np.isclose(found, wanted, rtol=_TOLERANCE, atol=_TOLERANCE, equal_nan=True)
    if not apart.any():
        return None
    where = tuple(int(index) for index in np.argwhere(apart)[0])
    return f"{name}{list(where) if where else ''} is {wanted[where]:.6g} in Python and {found[where]:.6g} in the page"


def _at(place):
    return f"At {', '.join(f'{name}={value}' for name, value in place.items())}:" if place else "Run again:"
