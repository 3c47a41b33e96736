"""What is done for each finding must not go through the whole text: counted, not timed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflintgrad.checks import runner
from tflintgrad.config.output_formats import output_formats
from tflintgrad.diagnostics import Edit, Finding, Fix, Location, Span
from tflintgrad.engine.file_result import FileResult
from tflintgrad.output import renderer
from tflintgrad.output.diagrams import locations
from tflintgrad.output.github_line_hash import LineHashes
from tflintgrad.output.style import Style
from tflintgrad.source import decoding
from tflintgrad.source.edits import without_overlaps

STEP = """
def step_{number}(x):
    with tf.GradientTape() as tape:
        y = tf.constant(x.numpy())
    return tape.gradient(y, x)
"""


def many(count: int) -> FileResult:
    text = "".join(STEP.format(number=number) for number in range(count))
    spans = [Span(Location(5 * n + 4, 25), Location(5 * n + 4, 34)) for n in range(count)]
    found = tuple(Finding("TFG201", "cut", "a.py", span, "error", "none") for span in spans)
    return FileResult("a.py", found, text=text)


@pytest.mark.parametrize("name", sorted({*output_formats()} - {"html"}))
def test_a_text_is_split_and_hashed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = many(40)
    split: list[int] = []
    hashed: list[int] = []
    split_lines, prepare = decoding.split_lines, LineHashes.__init__

    def splitting(text: str) -> list[str]:
        split.append(len(text))
        return split_lines(text)

    def preparing(self: LineHashes, lines: Sequence[str]) -> None:
        hashed.append(len(lines))
        prepare(self, lines)

    monkeypatch.setattr(decoding, "split_lines", splitting)
    monkeypatch.setattr(LineHashes, "__init__", preparing)
    assert "".join(renderer(name)([result], Style())).count("TFG201") >= 40
    # Once to show it, once to tell one finding from others.
    assert len(split) <= 2
    assert len(hashed) <= 1


def test_the_code_is_gone_through_once_for_all_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    from tflintgrad.engine.check_in_memory import check_text

    steps = "".join(STEP.format(number=number) for number in range(6))
    result = check_text(f"import tensorflow as tf\n{steps}", "a.py")
    assert len(result.findings) == 6
    looked: list[int] = []

    def looking(*arguments: Any) -> object:
        looked.append(1)
        return runner.find_spots(*arguments)

    monkeypatch.setattr(locations, "find_spots", looking)
    assert "".join(renderer("html")([result], Style())).count("<figure") == 6
    assert len(looked) == 1


SPANS = st.lists(st.integers(1, 30), min_size=2, max_size=6, unique=True).map(
    lambda columns: [
        Span(Location(1, first), Location(1, last - 1))
        for first, last in zip(sorted(columns)[::2], sorted(columns)[1::2], strict=False)
    ]
)
FIXES = st.lists(SPANS.map(lambda s: Fix("f", tuple(Edit(span, "") for span in s))), max_size=8)


@given(FIXES)
def test_fixes_that_touch_nothing_that_was_taken(fixes: list[Fix]) -> None:
    chosen: list[Fix] = []
    for fix in fixes:
        taken = [edit.span for other in chosen for edit in other.edits]
        mine = [edit.span for edit in fix.edits]
        if not any(a.start <= b.end and b.start <= a.end for a in mine for b in taken):
            chosen.append(fix)
    assert without_overlaps(fixes) == chosen
