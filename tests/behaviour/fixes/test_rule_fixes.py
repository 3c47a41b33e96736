"""Every rule that claims a fix has one, and TensorFlow agrees that it works."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.judge import Judge, Program, read_rule
from tests.support.judge.labels import remedy_of
from tests.support.judge.outcome import close
from tests.support.paths import RULES
from tflintgrad import check_source
from tflintgrad.checks.fixes import fix_findings
from tflintgrad.checks.fixes.registry import FIXERS
from tflintgrad.knowledge.rule_page import Rule
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION, rulebook
from tools.fix_diffs import fixed, with_section

assert fix_findings  # it registers the fixers

FIXABLE = [
    rule for rule in rulebook().all() if rule.fix != "no" and rule.code != UNUSED_SUPPRESSION
]
every_fixable_rule = pytest.mark.parametrize("code", [rule.code for rule in FIXABLE])


def page_of(code: str) -> Path:
    return RULES / rulebook().file_of(code)


def fixed_program(code: str) -> tuple[Program, str]:
    """Return the first example of a page that the fix corrects, and the corrected text."""
    for program in read_rule(page_of(code)):
        if program.heading == "Example":
            after = fixed(program.text, code)
            if after != program.text:
                return program, after
    raise AssertionError(f"no example of {code} is fixed")


def test_pages_claim_the_fixes_that_there_are() -> None:
    assert {rule.name for rule in FIXABLE} == set(FIXERS)
    assert all("title" in rule.codemod for rule in FIXABLE)
    assert not [rule.code for rule in rulebook().all() if rule.fix == "no" and rule.codemod]


@pytest.mark.parametrize("rule", rulebook().all(), ids=lambda rule: rule.code)
def test_pages_show_the_fix_or_say_why_there_is_none(rule: Rule) -> None:
    page = page_of(rule.code).read_text(encoding="utf-8")
    assert with_section(page, rule) == page, "run `make docs`"
    words = " ".join(page.partition("\n## Fix\n")[2].split("\n## ")[0].split())
    assert (words == f"There is none: {rule.no_fix}.") == (rule.fix == "no")
    assert not rule.no_fix.endswith(".")


@every_fixable_rule
def test_the_linter_accepts_the_fixed_example(code: str) -> None:
    program, after = fixed_program(code)
    before = {finding.code for finding in check_source(program.text)}
    left = {finding.code for finding in check_source(after)}
    assert code not in left
    assert left <= before
    assert fixed(after, code) == after


@pytest.mark.tensorflow
@every_fixable_rule
def test_tensorflow_accepts_the_fixed_example(judge: Judge, code: str) -> None:
    program, after = fixed_program(code)
    outcome = judge.run(after)
    assert outcome.effect_shown("ok") is None
    if program.label.effect == "zero":
        assert outcome.last is not None
        assert not any(result.is_zero for result in outcome.last.results)
    if program.label.effect == "wrong":
        remedy = remedy_of(program, read_rule(page_of(code)))
        truth = program.label.truth or (judge.run(remedy.text).values if remedy else None)
        assert truth is not None
        assert outcome.values is not None
        # The remedy of another example on the page has other numbers.
        assert close(outcome.values, truth) or len(outcome.values) != len(truth)
