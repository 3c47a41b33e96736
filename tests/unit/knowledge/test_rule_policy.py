"""Rules say what is reported: flow and verify name no rule, and every message is on a page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tests.support.paths import ROOT
from tflintgrad.checks.base import CHECKS, cause_of, variant_of
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.knowledge.rule_page import Rule, Variant, parse_rule
from tflintgrad.knowledge.rules import RulebookError, rulebook
from tflintgrad.knowledge.templates import with_own_texts

PACKAGE = ROOT / "tflintgrad"
CODE = re.compile(r"TFG\d")

#: Findings that are made without a check, and worded where they are made.
WORDED_ELSEWHERE = {"syntax-error", "unexplained-in-run", "unused-suppression"}


def variants() -> list[Variant]:
    """All variants with a message."""
    return [v for rule in rulebook().all() for v in rule.variants.values() if v.message]


def placeholders(variant: Variant) -> set[str]:
    """Return those that have no text of their own."""
    parsed = Formatter().parse(variant.message)
    return {name for _, name, own, _ in parsed if name is not None and not own}


class TestCodes:
    @pytest.mark.parametrize("package", ["flow", "verify"])
    def test_no_rule_is_named(self, package: str) -> None:
        files = sorted((PACKAGE / package).rglob("*.py"))
        assert files
        named = [file.name for file in files if CODE.search(file.read_text(encoding="utf-8"))]
        assert named == []

    def test_checks_name_rules_by_their_names(self) -> None:
        files = sorted((PACKAGE / "checks").rglob("*.py"))
        assert [file.name for file in files if CODE.search(file.read_text(encoding="utf-8"))] == []


class TestKinds:
    @pytest.mark.parametrize("kind", CutKind)
    def test_a_rule_words_it(self, kind: CutKind) -> None:
        cut = Cut(kind, "tf.exp", part="index", raises="LookupError")
        assert variant_of(cut).key == kind.value
        assert rulebook().name_of(variant_of(cut).code) == kind.rule
        assert "{" not in cause_of(cut)

    def test_a_kind_is_flat_or_counts(self) -> None:
        """A rule that reports partial losses is about cuts that lose something."""
        for kind in CutKind:
            cut = Cut(kind)
            assert not (cut.flat and variant_of(cut).partial != "no"), kind

    def test_a_number_can_be_flat_where_the_kind_is_not(self) -> None:
        assert not Cut(CutKind.NUMPY_FUNCTION, "np.exp").flat
        assert Cut(CutKind.NUMPY_FUNCTION, "np.round", flat=True).flat


def reports() -> Iterator[tuple[str, set[str]]]:
    """The rules that checks report, with the facts that they give."""
    for file in sorted((PACKAGE / "checks").rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and function.name != "problem":
                yield from _reports(function)


def _reports(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    known = {variant.key for variant in variants()}
    words = [node.value for node in ast.walk(function) if isinstance(node, ast.Constant)]
    keys = {word for word in words if isinstance(word, str) and word in known}
    calls = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "problem"
    ]
    facts = {str(keyword.arg) for call in calls for keyword in call.keywords}
    for key in keys if calls else ():
        yield key, facts


class TestOutcomes:
    def test_every_wrong_number_is_described(self) -> None:
        """The reader wants to know in which direction a gradient is wrong, and against what."""
        silent = {v.key for v in variants() if v.effect == "wrong" and not v.outcome}
        assert silent == set()

    @pytest.mark.parametrize("variant", variants(), ids=lambda variant: str(variant.key))
    def test_form(self, variant: Variant) -> None:
        """A clause that follows `the gradient is silently wrong:`, of one line or two."""
        text = with_own_texts(variant.outcome)
        assert text == text.strip()
        assert not text.endswith((".", ":", ";"))
        assert text.count("`") % 2 == 0
        assert len(text) <= 100


class TestHelps:
    @pytest.mark.parametrize("rule", rulebook().all(), ids=lambda rule: str(rule.code))
    def test_the_page_shows_the_texts_of_placeholders(self, rule: Rule) -> None:
        assert "_code:" not in rule.help
        assert rule.help == with_own_texts(rule.help_template)

    def test_names_of_the_program_are_known(self) -> None:
        """A misspelt name would silently never be filled in."""
        known = set(re.findall(r'"([a-z]+_code)"', (PACKAGE / "checks/advice.py").read_text()))
        known |= {fact for _, facts in reports() for fact in facts}
        used = {
            name
            for rule in rulebook().all()
            for text in (rule.help_template, *(v.advice for v in rule.variants.values()))
            for name in re.findall(r"\{([a-z]+_code):", text)
        }
        assert used <= known


class TestMessages:
    def test_every_message_is_used(self) -> None:
        used = {key for key, _ in reports()} | {kind.value for kind in CutKind}
        assert {variant.key for variant in variants()} == used

    def test_every_rule_has_one(self) -> None:
        worded = {variant.code for variant in variants()}
        missing = {rule.name for rule in rulebook().all() if rule.code not in worded}
        assert missing == WORDED_ELSEWHERE

    def test_checks_give_the_facts(self) -> None:
        for key, facts in reports():
            assert placeholders(rulebook().variant(key)) <= facts, key

    @pytest.mark.parametrize("variant", variants(), ids=lambda variant: str(variant.key))
    def test_form(self, variant: Variant) -> None:
        """One clause without a full stop, which more can follow."""
        text = variant.message
        assert text == text.strip()
        assert not text.endswith((".", ":", ";"))
        assert text.count("`") % 2 == 0
        assert text[0] in "`{" or text[0].islower() or text[0].isdigit()
        assert len(text) <= 140

    @pytest.mark.parametrize("variant", variants(), ids=lambda variant: str(variant.key))
    def test_a_named_exception_is_stated(self, variant: Variant) -> None:
        """What eager code raises comes first; traced code may raise something else."""
        named = re.findall(r"`(\w+Error)`", variant.message)
        assert named[:1] in ([], [variant.raises])


FRONT = """+++
code = "TFG999"
name = "x"
summary = "s"
help = "h"
severity = "error"
effect = "none"
fix = "no"
no_fix = "it is a test"
since = "0.1"
message = "`{{op}}` is lost"
{more}
+++
body
"""


class TestFrontMatter:
    def read(self, more: str) -> Variant:
        return parse_rule(FRONT.format(more=more), "x.md", "TFG999", "x").variants[""]

    def test_a_variant_overrides(self) -> None:
        text = FRONT.format(more='partial = "maybe"\n[variants.zero]\neffect = "zero"')
        rule = parse_rule(text, "x.md", "TFG999", "x")
        zero = rule.variants["zero"]
        assert (zero.key, zero.effect, zero.partial) == ("x/zero", "zero", "maybe")
        assert zero.text(op="tf.exp", more="is ignored") == "`tf.exp` is lost"
        assert rule.variants[""].effect == "none"

    @pytest.mark.parametrize(
        ("more", "complaint"),
        [
            ('partial = "perhaps"', "partial is 'perhaps'"),
            ('deliberate = "sometimes"', "deliberate is 'sometimes'"),
            ('repro = "film"', "repro is 'film'"),
            ('raises = "TypeError"', "the effect is 'none'"),
            ('[variants.a]\nmessage = "{op"', "named placeholders"),
            ('[variants.a]\nmessage = "{}"', "named placeholders"),
            ('[variants.a]\nmessage = "{0}"', "named placeholders"),
            ("[variants.a]\nmessage = 3", "named placeholders"),
            ('[variants.a]\nwording = "b"', "'a' has unknown keys"),
            ('[variants]\na = "b"', "'a' has unknown keys"),
        ],
    )
    def test_mistakes(self, more: str, complaint: str) -> None:
        with pytest.raises(RulebookError, match=re.escape(complaint)):
            self.read(more)

    def test_missing_placeholder(self) -> None:
        with pytest.raises(RulebookError, match="TFG999: the text for 'x' needs 'op'"):
            self.read("").text(part="a")

    def test_missing_message(self) -> None:
        with pytest.raises(RulebookError, match="no message for 'syntax-error'"):
            rulebook().variant("syntax-error").text()

    def test_unknown_variant(self) -> None:
        with pytest.raises(RulebookError, match="the rule 'numpy-escape' has no variant 'x'"):
            rulebook().variant("numpy-escape/x")


class TestChecks:
    def test_the_checks_are_registered(self) -> None:
        assert len(CHECKS) > 10


class TestReading:
    def test_pages_are_read_one_by_one(self) -> None:
        """A kind names its rule, so that no index over all pages is needed."""
        from tflintgrad.knowledge.rules import Rulebook

        book = Rulebook(str(Path(ROOT, "rules")))
        assert book.variant("numpy-escape").code == "TFG201"
        assert set(book._loaded) == {"TFG201"}
