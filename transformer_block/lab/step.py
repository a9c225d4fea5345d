"""What a lab asks for: one step is one function, with its solution, its trials, its usual mistakes and its hints."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature


@dataclass(frozen=True)
class Mistake:
    """A usual wrong answer, and what to say to a learner who hands it in."""

    answer: Callable  # written out as a learner who errs in this way would write it
    says: str  # what it does, why that is wrong, where to look


@dataclass(frozen=True)
class Step:
    """One function that the learner writes."""

    name: str  # what the function is called: "causal_head"
    task: str  # one line for lists and stubs, beginning with a verb: "blend the rows that may be seen"
    solution: Callable  # the worked solution, short and in NumPy alone; `solution()` shows its source
    cases: Callable  # () -> list of (args, kwargs) to try it on, the smallest first, the same at every call
    mistakes: tuple[Mistake, ...]
    hints: tuple[str, ...]  # one to three, each saying more than the one before
    tolerance: float = 1e-9  # of 1 or of the right number, the larger of the two
    whole: bool = False  # whether its results are counts, so that a float is told

    def parameters(self):
        """The names of the function's arguments, in order."""
        return list(signature(self.solution).parameters)


def not_written(number, count, name):
    """What the stub of a step says when it is called: it names the step and the next thing to do."""
    return f"Step {number} of {count}, {name}: not written yet. Write it above the check and run the cell again."
