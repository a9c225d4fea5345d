"""The lab that is open in this kernel, and what has happened in it so far."""

import difflib

from transformer_block.lab.message import LabError
from transformer_block.lab.progress import Progress
from transformer_block.lab.steps import module_of

_labs = {}  # slug -> Lab; a lab that is begun again goes on where it was
_open = []  # the one lab that is open, or none


class Lab:
    """One lab in one kernel: its steps, which of them are passed, attempts and hints."""

    def __init__(self, slug):
        module = module_of(slug)
        self.slug, self.title, self.steps = slug, module.TITLE, module.STEPS
        self.attempts, self.hints, self.last = {}, {}, None
        self.progress = Progress(slug=slug, title=self.title,
                                 steps=[{"name": step.name, "task": step.task} for step in self.steps])

    def step(self, name, asked_by):
        """One step by its name, or by the function of that name. Raises LabError naming the steps there are."""
        name = name if isinstance(name, str) else getattr(name, "__name__", repr(name))
        for step in self.steps:
            if step.name == name:
                return step
        near = difflib.get_close_matches(name, self.names(), n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise LabError(f'{asked_by}: the lab "{self.title}" has no step {name!r}. '
                       f"Its steps are {', '.join(self.names())}.{meant}")

    def names(self):
        """The names of the steps, in order."""
        return [step.name for step in self.steps]

    def number(self, step):
        """Which step it is, counted from 1."""
        return self.names().index(step.name) + 1

    def passed(self):
        """The names of the steps that are passed, in order; also those of earlier visits."""
        return [name for name in self.names() if name in self.progress.passed]

    def pass_step(self, step):
        """Remember that a step is passed."""
        self.progress.passed = [name for name in self.names() if name in (*self.progress.passed, step.name)]

    def next_step(self):
        """The first step that is not passed, or None."""
        return next((step for step in self.steps if step.name not in self.progress.passed), None)

    def count(self):
        """The progress in words."""
        return f"{len(self.passed())} of {len(self.steps)} steps"


def begin(slug):
    """Open a lab: show its steps and what of them is passed."""
    if slug not in _labs:
        _labs[slug] = Lab(slug)
    _open[:] = [_labs[slug]]
    _labs[slug].progress.show()


def progress():
    """Show the steps of the open lab once more, and what of them is passed."""
    current("progress").progress.show()


def forget():
    """Close the lab and forget what was passed, as a new kernel does."""
    _open.clear()
    _labs.clear()


def is_open():
    """Whether a lab is open."""
    return bool(_open)


def current(asked_by):
    """The lab that is open. Raises LabError, naming what was asked for, when none is."""
    if not _open:
        raise LabError(f"{asked_by}: no lab is open yet. Run the cells at the top, down to the one with `begin(...)`, "
                       f"and then this one again.")
    return _open[0]
