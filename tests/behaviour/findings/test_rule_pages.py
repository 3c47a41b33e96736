"""Every rule file is in shape, and its programs agree with TensorFlow and with the linter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.expected_findings import assert_as_marked, lint
from tests.support.judge import Judge, Program, read_rule
from tests.support.judge.check import complaint
from tests.support.paths import RULES
from tflintgrad.knowledge.rule_page import Rule, parse_rule
from tflintgrad.knowledge.rules import UNEXPLAINED

FILES = sorted(RULES.glob("TFG*.md"))
PROGRAMS = {file: read_rule(file) for file in FILES}
HEADINGS = [
    "What it does",
    "Why is this bad?",
    "Example",
    "Use instead",
    "Fix",
    "Not flagged",
    "Verification",
    "References",
]

every_rule = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
every_program = pytest.mark.parametrize(
    ("file", "program"),
    [
        pytest.param(file, program, id=program.name)
        for file, programs in PROGRAMS.items()
        for program in programs
    ],
)


every_unflagged_program = pytest.mark.parametrize(
    ("file", "program"),
    [
        pytest.param(file, program, id=program.name)
        for file, programs in PROGRAMS.items()
        for program in programs
        if program.heading == "Not flagged"
    ],
)


def rule_of(file: Path) -> Rule:
    code, _, name = file.stem.partition("-")
    return parse_rule(file.read_text(encoding="utf-8"), str(file), code, name)


def test_there_are_rules() -> None:
    assert len(FILES) > 50


@every_rule
def test_headings(file: Path) -> None:
    sections = re.split(r"^## (.*)\n", rule_of(file).body, flags=re.MULTILINE)
    assert sections[0].strip() == ""
    assert sections[1::2] == HEADINGS
    empty = [
        heading for heading, text in zip(HEADINGS, sections[2::2], strict=False) if not text.strip()
    ]
    assert not empty


@every_rule
def test_help(file: Path) -> None:
    """One sentence that says what to write: it is printed on one line below each finding."""
    text = rule_of(file).help
    assert text[0].isupper()
    assert not text.endswith(".")
    assert "\n" not in text
    assert ". " not in text
    assert "`" in text
    assert text.count("`") % 2 == 0
    assert len(text) <= 180


@every_rule
def test_blocks(file: Path) -> None:
    """The rule's own code is marked, its effect shown, and right code of both kinds is there."""
    rule = rule_of(file)
    programs = PROGRAMS[file]
    examples = [program for program in programs if program.heading == "Example"]
    assert any(code == rule.code for program in examples for _, code in program.marks)
    if rule.severity != "info":  # that is hygiene: the numbers are right
        assert rule.effect in [program.label.effect for program in examples]
    assert all(program.marks for program in examples)
    for heading in ("Use instead", "Not flagged"):
        right = [program for program in programs if program.heading == heading]
        assert right, f"no program under {heading!r}"
        assert not any(program.marks for program in right)
    assert {program.heading for program in programs} == {"Example", "Use instead", "Not flagged"}


@pytest.mark.tensorflow
@every_unflagged_program
def test_tensorflow_agrees(judge: Judge, file: Path, program: Program) -> None:
    """Examples and remedies are put to a harder test in test_rule_pages.py."""
    problem, _ = complaint(judge, program, PROGRAMS[file])
    assert problem is None


@every_program
def test_linter_agrees(file: Path, program: Program) -> None:
    if rule_of(file).code == UNEXPLAINED:  # about what the linter does not see
        assert lint(program, f"{program.name}.py").findings == ()
    else:
        assert_as_marked(program, f"{program.name}.py", select=rule_of(file).code)
