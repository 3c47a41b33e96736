"""Fixes of all programs: never broken code, whatever the layout; safe ones are right."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from tests.support.judge import Judge, Program, read_cases
from tests.support.judge.outcome import close
from tests.support.paths import PROGRAMS
from tests.support.sampling import some
from tflintgrad import check_source
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.fixes import Applicability, fixes_of
from tflintgrad.source.edits import apply_edits

CASES = [case for case in read_cases(PROGRAMS) if case.folder.startswith("TFG")]
every_program = some("program", CASES, lambda case: case.test_id, 4, lambda case: case.folder)

#: Fixed programs that are wrong in another way, which no fix of theirs is about.
OTHER_MISTAKES = {
    "cyclegan_shared_nonpersistent": "one optimizer for two models",
    "gan_queries_one_tape_twice": "one optimizer for two models",
    "loss_overwritten_and_update_in_place": "an augmented assignment to a variable",
}


def fixed(text: str, *, unsafe: bool) -> str:
    """Return a program after all fixes of all rules."""
    for _ in range(10):
        edits = fixes_of(check_text(text, "program.py", Settings()), Applicability(unsafe)).edits
        if not edits:
            break
        text = apply_edits(text, edits[None])
    return text


@every_program
def test_the_result_is_python_and_stays(program: Program) -> None:
    after = fixed(program.text, unsafe=True)
    ast.parse(after)
    assert fixed(after, unsafe=True) == after


LAYOUTS: dict[str, Callable[[str], str]] = {
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "tabs": lambda text: text.replace("    ", "\t"),
    "one line more": lambda text: "# a comment\n" + text,
    "in a function": lambda text: (
        "def main():\n"
        + "".join(f"    {line}" if line.strip() else line for line in text.splitlines(True))
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("program", CASES[::25], ids=lambda case: case.test_id)
def test_layouts(program: Program, layout: str) -> None:
    text = LAYOUTS[layout](program.text)
    try:
        ast.parse(text)
    except SyntaxError:
        pytest.skip("the program has a string over several lines")
    after = fixed(text, unsafe=True)
    ast.parse(after)
    if layout == "carriage returns":
        assert after.count("\n") == after.count("\r\n")
    if layout == "one line more":
        assert after == "# a comment\n" + fixed(program.text, unsafe=True)


@pytest.mark.tensorflow
@some("program", CASES, lambda case: case.test_id, 40, lambda case: case.folder)
def test_safe_fixes_are_right(judge: Judge, program: Program) -> None:
    """A program without findings after safe fixes runs, and its gradients are right."""
    after = fixed(program.text, unsafe=False)
    if after == program.text or check_source(after) or program.name in OTHER_MISTAKES:
        pytest.skip("safe fixes do not remove all findings")
    outcome = judge.run(after)
    assert outcome.effect_shown("ok") is None
    if program.label.effect == "wrong" and program.label.truth is not None:
        assert outcome.values is not None
        assert close(outcome.values, program.label.truth)
