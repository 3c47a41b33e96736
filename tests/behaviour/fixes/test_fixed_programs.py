"""Fixes of all programs: never broken code, whatever the layout; safe ones are right."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.fixed_programs import fixable_programs, fixed, judged
from tests.support.judge import Judge, Program, read_cases
from tests.support.judge.outcome import close
from tests.support.notebook_files import notebook
from tests.support.paths import PROGRAMS
from tests.support.program_layouts import LAYOUTS
from tests.support.sampling import some
from tflintgrad import check_source

CASES = [case for case in read_cases(PROGRAMS) if case.folder.startswith("TFG")]
every_program = some("program", CASES, lambda case: case.test_id, 4, lambda case: case.folder)

#: Fixed programs that are wrong in another way, which no fix of theirs is about.
OTHER_MISTAKES = {
    "cyclegan_shared_nonpersistent": "one optimizer for two models",
    "gan_queries_one_tape_twice": "one optimizer for two models",
    "loss_overwritten_and_update_in_place": "an augmented assignment to a variable",
}


@every_program
def test_the_result_is_python_and_stays(program: Program) -> None:
    after = fixed(program.text)
    ast.parse(after)
    assert fixed(after) == after


@some("program", CASES, lambda case: case.test_id, 130)
def test_layouts(program: Program) -> None:
    plain = fixed(program.text)
    for layout, lay_out in LAYOUTS.items():
        text = lay_out(program.text)
        try:
            ast.parse(text)
        except SyntaxError:
            continue  # the program has a string over several lines
        after = fixed(text)
        ast.parse(after)
        assert fixed(after) == after, layout
        notes = [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]
        assert all(note in after for note in notes), layout
        if layout == "carriage returns":
            assert after.count("\n") == after.count("\r\n")
        if layout == "one line more":
            assert after == "# a comment\n" + plain


@some("program", CASES, lambda case: case.test_id, 200)
def test_files(tmp_path: Path, program: Program) -> None:
    """Files with a byte order mark and notebooks have the same fixes as plain files."""
    after = fixed(program.text)
    marked, book = tmp_path / "marked.py", tmp_path / "book.ipynb"
    marked.write_bytes(b"\xef\xbb\xbf" + program.text.encode())
    book.write_text(notebook(program.text), encoding="utf-8")
    for file in (marked, book):
        tflintgrad("check", "--fix", "--unsafe-fixes", "--no-cache", "--exit-zero", str(file))
    assert marked.read_bytes() == b"\xef\xbb\xbf" + after.encode()
    assert json.loads(book.read_text(encoding="utf-8"))["cells"][0]["source"] == after


@pytest.mark.full
@pytest.mark.tensorflow
def test_most_fixed_programs_are_right(judge: Judge) -> None:
    results = [judged(item, judge)[0] for item in fixable_programs()]
    assert results.count("right") >= 0.9 * len(results), Counter(results)


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
