"""Comments that silence, in programs and in what is no program."""

from __future__ import annotations

from random import Random

from tflintgrad.diagnostics import Location, Span
from tflintgrad.source.suppression_comment import unknown_rule_message
from tflintgrad.source.suppression_edits import add_codes
from tflintgrad.source.suppressions import Suppressions, has_own_suppression
from tools.fuzz.mutations import mutated
from tools.fuzz.target import Target, expect

_PIECES = (
    *("# noqa", "#noqa:TFG201", "# tflintgrad: ignore[numpy-escape]", "# tflintgrad:ignore-file"),
    *("# flake8: noqa", "# type: ignore # noqa: E501,TFG2", "# tflintgrad: ignore[TFG201, TFG9"),
    *("# tflintgrad: ignore: because", "# TFLINTGRAD: NOQA: tfg3", "#: tflintgrad: #noqa", "#"),
    *("x = 1", "x = '''\n", "'''", "(", ")", "f(a,\n", "if x:\n    ", "\\\n", "'# noqa'", "é"),
    *("\n", "\n", "  ", "\t", "\f", "\r", "\0", "\u2028", "x = f'{y}'", "class A:\n  pass"),
)


def _text(rng: Random) -> str:
    text = "".join(rng.choices(_PIECES, k=rng.randint(1, 12)))
    return mutated(text, rng, _PIECES) if rng.random() < 0.4 else text


def _attempt(text: str) -> None:
    has_own_suppression(text)
    found = Suppressions(text)
    lines = text.split("\n")
    for item in found.all:
        comment, directive = item.comment, item.directive
        expect(comment.text[directive.start : directive.end] == directive.text, "misplaced")
        for entry in directive.entries or ():
            expect(comment.text[entry.start : entry.end] == entry.text, "entry misplaced")
            unknown_rule_message(entry)
    for row, line in enumerate(lines, start=1):
        found.covering(Span(Location(row, 1), Location(row, len(line) + 1)))
        add_codes(["TFG201"], row, line, None)


COMMENTS = Target("comments", _text, _attempt)
