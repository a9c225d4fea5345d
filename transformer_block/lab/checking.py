"""`check.softmax(softmax)`: try an answer, and say in words what it does."""

from transformer_block.lab import session
from transformer_block.lab.diagnosis import diagnose
from transformer_block.lab.message import LabError, Message, NotPassed, show

_NOTHING = object()


class Check:
    """Has one check for each step of the open lab, by its name."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        lab = session.current(f"check.{name}")
        return _StepCheck(lab, lab.step(name, f"check.{name}"))

    def __dir__(self):
        return session.current("check").names() if session.is_open() else []

    def __repr__(self):
        names = session.current("check").names() if session.is_open() else []
        listed = ", ".join(f"check.{name}" for name in names)
        return f"The checks of this lab: {listed}" if names else "No lab is open yet."


class _StepCheck:
    """The check of one step."""

    def __init__(self, lab, step):
        self._lab, self._step = lab, step

    def __call__(self, answer=_NOTHING, /):
        """Try the answer; shows what it found and raises NotPassed unless all of it is right."""
        lab, step = self._lab, self._step
        if answer is _NOTHING:
            raise LabError(f"check.{step.name}: hand in your function: `check.{step.name}({step.name})`.")
        lab.last = step
        verdict = diagnose(step, answer)
        if verdict.written:
            lab.attempts[step.name] = lab.attempts.get(step.name, 0) + 1
        if verdict.passed:
            lab.pass_step(step)
            show(Message(f"Passed: {step.name}. {lab.count()}.", (_onwards(lab),), "passed"))
            return
        blocks = *verdict.blocks, *_before(lab, step, verdict), _help_for(lab, step)
        message = Message(self._heading(verdict), blocks, "wrong")
        show(message)
        raise NotPassed(step.name, message)

    def __repr__(self):
        return f"check.{self._step.name}: hand in your function, `check.{self._step.name}({self._step.name})`."

    def _heading(self, verdict):
        lab, step = self._lab, self._step
        return verdict.heading or f"Step {lab.number(step)} of {len(lab.steps)}, {step.name}: not right yet."


def _onwards(lab):
    step = lab.next_step()
    if step is None:
        return "That is the whole lab. Its last section says where to go from here."
    return f"Next is step {lab.number(step)}, {step.name}: {step.task}."


def _before(lab, step, verdict):
    """Where an earlier step is open, what is found here may have come from there."""
    open_steps = [earlier.name for earlier in lab.steps[:lab.number(step) - 1] if earlier.name not in lab.passed()]
    if not open_steps or verdict.mistake or not verdict.written:
        return ()
    return (f"Not passed yet before this step: {', '.join(open_steps)}. If {step.name} calls it, mend that first.",)


def _help_for(lab, step):
    had = lab.hints.get(step.name, 0)
    if had < len(step.hints):
        return f"Stuck? `hint()` gives you {'another' if had else 'a'} hint."
    return "You have had all hints. `solution()` shows a worked solution."


check = Check()
