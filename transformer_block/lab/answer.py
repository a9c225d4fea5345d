"""Calls what a learner has handed in. Whatever it does, an Outcome comes back and never an exception."""

import copy
import inspect
import linecache
import sys
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from types import CoroutineType, FunctionType

import numpy as np

SECONDS = 5.0  # for one call; what the labs ask for takes milliseconds
_LINES_ARE_ENOUGH = sys.version_info >= (3, 12)  # before, no line goes by in `while True: pass`


@dataclass(frozen=True)
class Outcome:
    """What one call came to: a value, or the reason why there is none."""

    value: object = None
    stopped_by: BaseException | None = None
    line: str = ""  # the learner's own line in which it stopped
    changed: str = ""  # the argument that was written into

    @property
    def returned(self):
        """Whether the call came back with something."""
        return self.stopped_by is None


class TooLong(BaseException):
    """The time is over. No `Exception`, so that a learner's own `except Exception` does not catch it."""


def call(function: Callable, arguments: dict, keywords: dict, seconds=None) -> Outcome:
    """Call with copies of the arguments (by name, in order), under a time limit."""
    given, keyed = copy.deepcopy((list(arguments.values()), keywords))
    try:
        with np.errstate(all="ignore"), _time_limit(SECONDS if seconds is None else seconds):
            value = _kept(function(*given, **keyed))
    except KeyboardInterrupt:  # the learner has pressed "stop"
        raise
    except BaseException as error:  # noqa: BLE001 -- whatever a learner's code raises is told in words
        return Outcome(stopped_by=error, line=_own_line(function, error))
    now = dict(zip([*arguments, *keywords], [*given, *keyed.values()], strict=True))
    before = {**arguments, **keywords}
    return Outcome(value, changed=next((name for name in now if not _same(now[name], before[name])), ""))


def misfit(function, arguments, keywords):
    """Why the function cannot be called like this, as Python says it; empty when it can, or when nobody knows."""
    try:
        signature = inspect.signature(function)
    except Exception:  # noqa: BLE001 -- a callable of a rare kind: calling it will tell
        return ""
    try:
        signature.bind(*arguments.values(), **keywords)
    except TypeError as error:
        return str(error)
    return ""


@contextmanager
def _time_limit(seconds):
    """Raise TooLong in Python code that runs longer. By tracing lines: a browser has neither signals nor threads.

    A loop inside one NumPy call runs no line of Python and cannot be stopped; no answer to a lab has a reason for one.
    """
    deadline = time.monotonic() + seconds

    def watch(frame, event, argument):
        frame.f_trace_opcodes = not _LINES_ARE_ENOUGH
        if time.monotonic() > deadline:
            raise TooLong
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        yield
    finally:
        sys.settrace(before)


def _own_line(function, error):
    """The last line of the learner's own code on the way to the error."""
    own = function.__globals__ if type(function) is FunctionType else None
    line, step = "", error.__traceback__
    while step is not None:
        code, names = step.tb_frame.f_code, step.tb_frame.f_globals
        if names is own or names.get("__name__") == "__main__":
            line = linecache.getline(code.co_filename, step.tb_lineno).strip() or line
        step = step.tb_next
    return line


def _kept(value):
    """The value as it is now: an array may be written into by the next call."""
    if type(value) in (tuple, list):
        return type(value)(map(_kept, value))
    if type(value) in (OrderedDict, defaultdict, Counter):
        return dict(value)
    if type(value) is CoroutineType:
        value.close()  # nobody will wait for it
    return value.copy() if type(value) is np.ndarray else value


def _same(a, b):
    """Whether two arguments are alike; what is no array, list, tuple or dict is not looked into."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, int | float | str) and isinstance(b, int | float | str):
        return a == b
    return type(a) is type(b)
