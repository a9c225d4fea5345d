"""`hint()` says a little more each time; `solution()` shows a worked solution to those who have tried."""

import inspect
import textwrap

from transformer_block.lab import session
from transformer_block.lab.message import Code, LabError, Message, show


def hint(step=None):
    """Show the next hint for a step; without a name, for the step that was checked last."""
    lab = session.current("hint")
    step = _meant(lab, step, "hint")
    had, count = lab.hints.get(step.name, 0), len(step.hints)
    if had == count:
        then = f'`solution("{step.name}")` shows a worked solution' + ("." if step.name in lab.attempts else
                                                                        ", as soon as you have had something checked.")
        show(Message(f"You have had all hints for {step.name}. Here they are again.", (*step.hints, then)))
        return
    lab.hints[step.name] = had + 1
    left = count - had - 1
    then = (f"{left} more if you need {'it' if left == 1 else 'them'}: `hint(\"{step.name}\")`." if left else
            f'That was the last hint. `solution("{step.name}")` shows a worked solution once you have tried.')
    show(Message(f"Hint {had + 1} of {count} for {step.name}", (step.hints[had], then)))


def solution(step=None):
    """Show the worked solution of a step that has been tried; without a name, of the step that was checked last."""
    lab = session.current("solution")
    step = _meant(lab, step, "solution")
    if step.name not in lab.attempts:
        show(Message(f"Try {step.name} first.", (
            f"Write something, right or wrong, and run `check.{step.name}({step.name})`. After that the solution is "
            f'yours. If you do not know how to start: `hint("{step.name}")`.',)))
        return
    source = textwrap.dedent(inspect.getsource(step.solution)).rstrip()
    show(Message(f"A worked solution of {step.name}", (
        Code(source), "Compare it with yours line by line, then write it in your own way and check that.")))


def _meant(lab, named, asked_by):
    if named is not None:
        return lab.step(named, asked_by)
    if lab.last is None:
        first = lab.next_step() or lab.steps[0]
        raise LabError(f"{asked_by}: no step has been checked yet. Name the step that you are at: "
                       f'`{asked_by}("{first.name}")`.')
    return lab.last
