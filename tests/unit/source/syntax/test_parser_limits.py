"""Texts that libcst's parser would take minutes for, and cannot be interrupted in."""

from __future__ import annotations

import sys

import pytest

from tflintgrad import limits
from tflintgrad.source.syntax.deep_patterns import has_deep_pattern
from tflintgrad.source.syntax.newer_python import is_parsed_elsewhere, may_be_newer
from tflintgrad.source.syntax.parse import SyntaxProblem, parse

ENDLESS = "(" * 30 + "1 2" + ")" * 30


@pytest.mark.parametrize(
    "text",
    [
        f"match w:\n case {ENDLESS}: pass\n",
        f"match w:\n case \\\n{ENDLESS}: pass\n",
        f"match w:\n case (# {')' * 40}\n{ENDLESS}): pass\n",
        f"match w:\n case ('{')' * 40}', {ENDLESS}): pass\n",
        f"del {ENDLESS}\n",
        f"for {'a ** ' * 40}a in w: pass\n",
    ],
)
def test_text_that_is_wrong_is_not_given_to_libcst(text: str) -> None:
    with pytest.raises(SyntaxProblem):
        parse(text)


def test_text_that_may_be_newer_is_parsed_in_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_PARSER_SECONDS", 1)
    assert is_parsed_elsewhere("type X = int\n")
    assert not is_parsed_elsewhere(f"type X = int\ndel {ENDLESS}\n")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("async def f[T](x): pass", True),
        ("class A[T]: pass", True),
        ("type X = int", True),
        ("except A, B:", True),
        ("x = t'{a}'", True),
        ("x = a[*b]", True),
        ("print 1", False),
        ("def f((a, b)): pass", False),
        ("x = 'type'", False),
        ("x = (1 2", False),
    ],
)
def test_signs_of_newer_syntax(line: str, expected: bool) -> None:
    assert may_be_newer(f"x = 1\n{line}\n", "invalid syntax", 2) == expected


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="these f-strings are known there")
def test_f_strings_of_a_newer_python() -> None:
    assert not parse('x = f"{a["b"]}"\n').is_cpython


@pytest.mark.parametrize(
    ("pattern", "deep"),
    [
        ("A(a=[{1: (x, *_)}])", False),
        ("{1: " * 12 + "x" + "}" * 12, True),
        ("\\\n" + "[" * 12 + "x" + "]" * 12, True),
        ("('" + ")" * 20 + "', " + "[" * 12 + "x" + "]" * 12 + ")", True),
        ("x if f" + "(" * 12 + ")" * 12, True),
        ("'" + "(" * 50 + "'", False),
    ],
)
def test_patterns(pattern: str, deep: bool) -> None:
    assert has_deep_pattern(f"match w:\n case {pattern}:\n  pass\n") == deep


def test_only_patterns_are_counted() -> None:
    assert not has_deep_pattern(f"x = '''\ncase\n'''\ny = {'(' * 30}1{')' * 30}\n")
