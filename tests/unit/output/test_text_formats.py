"""What findings look like to people; the pictures of all formats are in test_formats.py."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tflintgrad.diagnostics import Effect, Finding, Location, Severity, Span, Step
from tflintgrad.engine.file_result import FileResult
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.output import renderer
from tflintgrad.output.code_frame import code_frame
from tflintgrad.output.formats.full import effect_of
from tflintgrad.output.style import Style
from tflintgrad.output.text_width import width_of

TRAIN = """\
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
\ty = tf.constant(x.numpy()) * 2.0
print(tape.gradient(y, x))
"""
WIDE = """\
名前 = "重み"; y = tf.round(名前)
loss = tf.reduce_sum(
    tf.round(
        x
    )
    + 1
)
"""


def span(row: int, column: int, end_row: int, end_column: int) -> Span:
    return Span(Location(row, column), Location(end_row, end_column))


def finding(
    code: str,
    message: str,
    filename: str,
    where: Span,
    effect: Effect = "none",
    severity: Severity = "error",
    help_: str = "",
    flow: tuple[Step, ...] = (),
) -> Finding:
    return Finding(code, message, filename, where, severity, effect, help_, flow)


RESULTS = (
    FileResult("clean.py"),
    FileResult(
        "src/train.py",
        (
            finding(
                "TFG101",
                "`x` leaves TensorFlow on the way to the gradient at line 6",
                "src/train.py",
                span(5, 18, 5, 27),
                help_="use the tensor itself:\ny = x * 2.0",
                flow=(
                    Step("src/train.py", span(3, 1, 3, 2), "source", "the variable `x`"),
                    Step("src/train.py", span(5, 18, 5, 27), "cut", "an ndarray"),
                    Step("src/train.py", span(5, 6, 5, 34), "flow", ""),
                    Step("src/missing.py", span(6, 7, 6, 26), "target", "requested here"),
                ),
            ),
            finding(
                "TFG105",
                "second query: RuntimeError",
                "src/train.py",
                span(6, 7, 6, 26),
                effect="error",
            ),
        ),
        text=TRAIN,
    ),
    FileResult(
        "wide.py",
        (
            finding("TFG104", "wide", "wide.py", span(1, 15, 1, 27), "wrong", "warning"),
            finding("TFG104", "long", "wide.py", span(2, 8, 7, 2), "zero", "info"),
            finding("TFG000", "unexpected end", "wide.py", span(8, 1, 8, 2), "error"),
        ),
        text=WIDE,
    ),
    FileResult("gone.py", error="gone.py: no such file"),
)


def rendered(name: str, style: Style | None = None) -> str:
    return "".join(renderer(name)(RESULTS, style or Style()))


def test_json_fields() -> None:
    objects = json.loads(rendered("json"))
    assert [item["code"] for item in objects] == ["TFG101", "TFG105", "TFG104", "TFG104", "TFG000"]
    assert list(objects[0]) == [
        "code",
        "name",
        "severity",
        "effect",
        "outcome",
        "message",
        "filename",
        "location",
        "end_location",
        "cell",
        "flow",
        "fix",
        "url",
        "fingerprint",
        "verification",
    ]
    assert objects[0]["location"] == {
        "row": 5,
        "column": 18,
        "byte_column": 18,
        "utf16_column": 18,
    }
    assert list(objects[0]["flow"][0]) == [
        "filename",
        "location",
        "end_location",
        "cell",
        "label",
        "note",
    ]
    assert objects[0]["fix"] is objects[0]["verification"] is objects[0]["cell"] is None


def test_json_without_findings() -> None:
    assert json.loads("".join(renderer("json")([FileResult("a.py")], Style()))) == []


def test_concise_is_one_line_per_finding() -> None:
    lines = rendered("concise").splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("src/train.py:5:18: TFG101[target-outside-tape] ")


def test_streaming() -> None:
    """A finding is shown before the next file is read."""
    seen = []

    def results() -> Iterator[FileResult]:
        for result in RESULTS:
            seen.append(result.path)
            yield result

    pieces = renderer("full")(results(), Style())
    assert "TFG101" in next(pieces)
    assert seen == ["clean.py", "src/train.py"]


@pytest.mark.parametrize(
    ("effect", "words"),
    [("none", "None"), ("wrong", "silently wrong"), ("zero", "zeros"), ("nan", "NaN")],
)
def test_effects(effect: Effect, words: str) -> None:
    assert words in effect_of(finding("TFG101", "m", "a.py", span(1, 1, 1, 2), effect))


def test_help_of_the_finding_comes_before_that_of_the_rule() -> None:
    def shown(code: str, help_: str) -> list[str]:
        item = finding(code, "m", "a.py", span(1, 1, 1, 2), help_=help_)
        text = "".join(renderer("full")([FileResult("a.py", (item,), text="x")], Style(width=200)))
        return [line for line in text.splitlines() if line.startswith("  help:")]

    assert shown("TFG105", "do this") == ["  help: do this"]
    assert shown("TFG105", "") == [f"  help: {rulebook().get('TFG105').help}"]
    assert shown("TFG999", "") == []


def test_exception_is_named() -> None:
    item = finding("TFG105", "raises", "a.py", span(1, 1, 1, 2), "error")
    item = replace(item, raises="LookupError")
    assert effect_of(item) == "TensorFlow raises LookupError"


def test_exception_is_taken_from_the_rule() -> None:
    item = finding("TFG105", "asked twice", "a.py", span(1, 1, 1, 2), "error")
    assert effect_of(item) == "TensorFlow raises RuntimeError"


def carets(line: str, column: int, end: int) -> tuple[str, str]:
    _, source, marks, _ = code_frame([line], span(1, column, 1, end), Style())
    return source, marks


def test_carets_below_wide_characters() -> None:
    source, marks = carets("名前 = tf.round(重み)", 6, 18)
    assert source == "1 | 名前 = tf.round(重み)"
    assert marks == "  |        " + "^" * 14


def test_carets_below_tabs() -> None:
    source, marks = carets("\tx\ty", 4, 5)
    assert source == "1 |     x   y"
    assert marks == "  |         ^"


def test_carets_at_the_end_of_the_line() -> None:
    assert carets("x = (", 6, 7) == ("1 | x = (", "  |      ^")


def test_very_long_lines_are_cropped() -> None:
    source, marks = carets("a" * 5000 + "BAD" + "b" * 5000, 5001, 5004)
    assert len(source) < 200
    assert source[marks.index("^") : marks.rindex("^") + 1] == "BAD"


def test_escape_sequences_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in carets("x = '\x1b[31m'", 1, 2)[0]


LINES = st.text(alphabet=st.characters(exclude_characters="\r\n"), max_size=70)


@settings(deadline=None)
@given(LINES, LINES)
def test_marks_stand_below_what_they_mean(before: str, after: str) -> None:
    source, marks = carets(f"{before}X{after}", len(before) + 1, len(before) + 2)
    position = 0
    for character in source:
        if position == marks.index("^") and width_of(character):
            break
        position += width_of(character)
    assert character == "X"


@settings(deadline=None)
@given(st.lists(st.text(max_size=5), max_size=4), st.tuples(*[st.integers(1, 8)] * 4))
def test_any_span_can_be_framed(lines: list[str], numbers: tuple[int, int, int, int]) -> None:
    list(code_frame(lines, span(*numbers), Style()))
