"""A fixed set of findings that every output format has to cope with, and the files they are in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tflintgrad.diagnostics import Finding, Location, Span, Spot, Step, Verification
from tflintgrad.engine.file_result import FileResult
from tflintgrad.output import renderer
from tflintgrad.output.style import Style
from tflintgrad.source.notebook import open_notebook

PLAIN = Style()
#: How many findings there are.
COUNT = 8

TRAIN = """\
import tensorflow as tf
from losses import penalty

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
\tloss = penalty(w) + penalty(w)
print(tape.gradient(loss, w))
"""
LOSSES = """\
import tensorflow as tf

def penalty(größe):
    𝑤, 名前 = "🙂", tf.constant(größe.numpy())
    return tf.reduce_sum(名前) + tf.constant(größe.numpy())
"""
BROKEN = "import tensorflow as tf\n\ny = tf.exp(\n"
ODD = 'e\N{COMBINING ACUTE ACCENT} = "🙂\t名前"; y = tf.round(x)  # <&>\x1b[31m\n'
#: Everything that some format has to escape, in a name that no file system of today has to bear.
ODD_NAME = "odd %25 ::a,b;[c]<&>\"'\n\t名前 \N{WOMAN}\N{ZERO WIDTH JOINER}\N{MICROSCOPE}.py"
ODD_MESSAGE = (
    "100% of ::error,file=x;]y <&> \"quotes\" 'and'\n\ttabs, 名前 🙂 \x1b[31mred\x1b[0m ]]>"
)
CELLS = [
    ("markdown", ["# Title\n", "\n", "text"]),
    ("code", ["import tensorflow as tf\n", "x = tf.Variable(3.0)"]),
    (
        "code",
        [
            "with tf.GradientTape() as tape:\n",
            '    y = "名" and x.numpy()\n',
            "tape.gradient(y, x)",
        ],
    ),
]


def write_files(folder: Path) -> None:
    """Write the files of the sample findings, except one that exists only in memory."""
    (folder / "src").mkdir()
    (folder / "src" / "train.py").write_text(TRAIN, encoding="utf-8")
    (folder / "src" / "losses.py").write_text(LOSSES, encoding="utf-8")
    (folder / "study one.ipynb").write_text(notebook(), encoding="utf-8")


def be_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it the current directory, and the root of the repository."""
    monkeypatch.chdir(folder)
    for variable in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY"):
        monkeypatch.delenv(variable, raising=False)


def rendered(output_format: str, style: Style = PLAIN) -> str:
    return "".join(renderer(output_format)(results(), style))


def notebook() -> str:
    cells: list[dict[str, object]] = [
        {"cell_type": kind, "metadata": {}, "source": source}
        | ({"outputs": [], "execution_count": None} if kind == "code" else {})
        for kind, source in CELLS
    ]
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def span(row: int, column: int, end_row: int, end_column: int) -> Span:
    return Span(Location(row, column), Location(end_row, end_column))


def in_line(text: str, row: int, part: str, occurrence: int = 1) -> Span:
    """Return the span of a part of a line."""
    line = text.split("\n")[row - 1]
    at = -1
    for _ in range(occurrence):
        at = line.index(part, at + 1)
    return span(row, at + 1, row, at + 1 + len(part))


def results() -> list[FileResult]:
    """Return the sample results; the current directory must hold the files of `write_files`."""
    return [
        FileResult("clean.py", warnings=("clean.py:3: analysis of function f failed: KeyError",)),
        FileResult("src/losses.py", _across_files(), text=LOSSES),
        FileResult("src/train.py", _verified(), text=TRAIN),
        FileResult("study one.ipynb", _in_a_cell(), notebook=open_notebook("study one.ipynb")),
        FileResult("src/broken.py", _syntax_error(), text=BROKEN),
        FileResult(ODD_NAME, _odd(), text=ODD),
        FileResult("gone.py", error="gone.py: no such file or directory"),
    ]


def _across_files() -> tuple[Finding, ...]:
    cut, again = in_line(LOSSES, 4, "größe.numpy()"), in_line(LOSSES, 5, "größe.numpy()")
    asked = Spot("src/train.py", in_line(TRAIN, 7, "tape.gradient(loss, w)"))
    first = Finding(
        code="TFG201",
        message="`.numpy()` leaves TensorFlow, so no gradient reaches `größe`",
        filename="src/losses.py",
        span=cut,
        severity="error",
        effect="none",
        help="use the tensor itself:\n名前 = größe",
        flow=(
            Step("src/train.py", in_line(TRAIN, 4, "w"), "source", "the variable `w`"),
            Step("src/losses.py", cut, "cut", "an ndarray"),
            Step("src/losses.py", in_line(LOSSES, 5, "tf.reduce_sum(名前)"), "flow", ""),
            Step("src/train.py", asked.span, "target", "requested here"),
        ),
        queries=(asked, Spot("src/other.py", span(1, 1, 1, 5))),
    )
    second = Finding(
        code="TFG201",
        message="`.numpy()` leaves TensorFlow once more",
        filename="src/losses.py",
        span=again,
        severity="error",
        effect="wrong",
    )
    return first, second


def _verified() -> tuple[Finding, ...]:
    where = in_line(TRAIN, 7, "tape.gradient(loss, w)")
    return (
        Finding(
            code="TFG501",
            message="the accumulator is overwritten",
            filename="src/train.py",
            span=span(5, 1, 6, 31),
            severity="warning",
            effect="wrong",
            verification=Verification(
                "confirmed",
                "the corrected program gives another number",
                effect="wrong",
                evidence="program",
                device="cpu:0",
                tape=1.5,
                expected=float("nan"),
                difference=float("inf"),
                tolerance=0.001,
                seeds=(1, 2),
            ),
        ),
        Finding(
            code="TFG105",
            message="the tape is asked twice",
            filename="src/train.py",
            span=where,
            severity="error",
            effect="error",
            raises="RuntimeError",
            verification=Verification("refuted", "nothing was raised", evidence="program"),
        ),
        Finding(
            code="TFG902",
            message="the tape is kept",
            filename="src/train.py",
            span=where,
            severity="info",
            effect="cost",
        ),
    )


def _in_a_cell() -> tuple[Finding, ...]:
    text = "".join(CELLS[2][1])
    source = "".join(CELLS[1][1])
    return (
        Finding(
            code="TFG201",
            message="`.numpy()` leaves TensorFlow",
            filename="study one.ipynb",
            span=in_line(text, 2, "x.numpy()"),
            severity="error",
            effect="none",
            cell=3,
            flow=(
                Step("study one.ipynb", in_line(source, 2, "x"), "source", "`x`", cell=2),
                Step("study one.ipynb", in_line(text, 2, "x.numpy()"), "cut", "", cell=3),
            ),
        ),
    )


def _syntax_error() -> tuple[Finding, ...]:
    return (
        Finding(
            code="TFG000",
            message="unexpected end of file",
            filename="src/broken.py",
            span=span(4, 1, 4, 2),
            severity="error",
            effect="error",
        ),
    )


def _odd() -> tuple[Finding, ...]:
    return (
        Finding(
            code="TFG301",
            message=ODD_MESSAGE,
            filename=ODD_NAME,
            span=in_line(ODD, 1, "tf.round(x)"),
            severity="warning",
            effect="zero",
            help="write 100% of it ::otherwise, <b>&amp;</b>\x1b[31m",
            flow=(
                Step(ODD_NAME, in_line(ODD, 1, "x)"), "source", "\x1b[31m\n`x`"),
                Step("no\x1b[31mwhere.py", span(7, 7, 7, 8), "target", ""),
            ),
            verification=Verification("inconclusive", "it said \x1b[31m\nnothing"),
        ),
    )
