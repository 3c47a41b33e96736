"""Comments silence what they name, where people expect it, and nothing else."""

from __future__ import annotations

import io
import tokenize
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.fake_analysis import HEAD, finding_at, install
from tests.support.notebook_files import notebook
from tflintgrad import check_files, check_source
from tflintgrad.diagnostics import Location, Span
from tflintgrad.source.logical_lines import LogicalLines
from tflintgrad.source.suppression_comment import read_comment
from tflintgrad.source.suppressions import Suppressions, unsuppressed


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: TFG3",
        "# noqa: TFG202, E501",
        "# tflintgrad: ignore[TFG202]",
        "# tflintgrad: ignore[]",
        "# tflintgrad: ignore[TFG201",
        "# tflintgrad: ignore[no-such-rule]",
        "# tflintgrad: ignore: TFG202",
        "# tflintgrad: ignore-file",
        "# tflintgrad: disable=TFG201",
        "# noqaTFG201",
        "# about noqa",
        "# TFG201",
        "# tflintgrad ignore",
        "# tflintgrad: ignored",
        "# flake8: noqa",
        "# ruff: noqa",
    ],
)
def test_comment_behind_code_that_does_not_silence(comment: str) -> None:
    assert not any(read.covers("TFG201") for read in read_comment(comment))


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "#noqa",
        "# NOQA",
        "# NoQA : TFG201",
        "# noqa:TFG201",
        "# noqa: tfg201",
        "# noqa: TFG2",
        "# noqa: TFG",
        "# noqa: E501,TFG201",
        "# noqa: E501 TFG201",
        "# noqa: TFG201 because the metric is only printed",
        "# noqa: TFG201 - only printed",
        "# noqa: TFG201.",
        "# noqa: only printed",
        "# noqa: E501  # noqa: TFG201",
        "# type: ignore[attr-defined]  # noqa: TFG201",
        "# the metric  # noqa",
        "# tflintgrad: ignore",
        "# TFLintGrad: IGNORE",
        "# tflintgrad:ignore[TFG201]",
        "# tflintgrad: ignore[numpy-escape]",
        "# tflintgrad: ignore [ TFG3 TFG201 ]",
        "# tflintgrad: ignore[TFG3, TFG201] only printed",
        "# tflintgrad: ignore - only printed",
        "# tflintgrad: ignore: TFG201",
        "# tflintgrad: noqa",
        "# tflintgrad: noqa: TFG201",
        "# tflintgrad: noqa[TFG201]",
        "# noqa: E501  # tflintgrad: ignore[TFG2]",
    ],
)
def test_comment_behind_code_that_silences(comment: str) -> None:
    assert any(read.covers("TFG201") and read.scope == "line" for read in read_comment(comment))


@pytest.mark.parametrize(
    ("comment", "covered"),
    [
        ("# tflintgrad: ignore-file", True),
        ("# tflintgrad: ignore-file[TFG201]", True),
        ("# tflintgrad: ignore-file: numpy-escape", True),
        ("# tflintgrad: ignore-file[TFG3]", False),
        ("# tflintgrad: noqa", True),
        ("# tflintgrad: noqa: TFG2", True),
        ("# tflintgrad: noqa: TFG3", False),
        ("# flake8: noqa", True),
        ("# flake8: NOQA: TFG201", True),
        ("# flake8: noqa: E501", False),
        ("# ruff: noqa", False),
        ("# tflintgrad: ignore", False),
        ("# noqa", False),
    ],
)
def test_for_the_whole_file(comment: str, covered: bool) -> None:
    """On a line of its own, anywhere; what is for a line does not count."""
    finding = finding_at("a.py", 1, 5, 14)
    for text in (f"y = x.numpy()\n\n    {comment}\n", f"y = x.numpy(\n{comment}\n)\n"):
        assert (unsuppressed([finding], text) == []) is covered
    assert unsuppressed([finding], f"y = x.numpy()\nz = 1  {comment}\n") == [finding]


def test_rules_can_be_named() -> None:
    for comment in ("# tflintgrad: ignore[tape-used-twice]", "# noqa: tape-used-twice"):
        (read,) = read_comment(comment)
        assert read.covers("TFG105")
        assert not read.covers("TFG104")


def test_string_is_no_comment() -> None:
    text = 'y = (x.numpy(), "# noqa")\n'
    findings = [finding_at("a.py", 1, 6, 15)]
    assert unsuppressed(findings, text) == findings


def test_comment_in_docstring_line_is_no_comment() -> None:
    text = '"""\nx.numpy()  # noqa\n"""\n'
    assert Suppressions(text).all == []


def test_other_lines_do_not_count() -> None:
    text = "# noqa\ny = x.numpy()\n# noqa\n"
    findings = [finding_at("a.py", 2, 5, 14)]
    assert unsuppressed(findings, text) == findings


def silencing_rows(program: str, span: Span) -> list[int]:
    """At the end of which rows a comment works; after a backslash there can be none."""
    lines = program.split("\n")
    rows = []
    for row, line in enumerate(lines, start=1):
        if line.endswith("\\"):
            continue
        text = "\n".join([*lines[: row - 1], f"{line}  # noqa: TFG201", *lines[row:]])
        finding = replace(finding_at("a.py", 1, 1, 2), span=span)
        if not unsuppressed([finding], text):
            rows.append(row)
    return rows


@pytest.mark.parametrize(
    ("program", "piece", "rows"),
    [
        pytest.param("a = 1\ny = x.numpy()\nb = 1", "x.numpy()", [2], id="one line"),
        pytest.param(
            "y = f(\n    1,\n    x.numpy(),\n    2,\n)", "x.numpy()", [1, 3, 5], id="statement"
        ),
        pytest.param(
            "y = (\n    1\n    + x.numpy(\n\n    )\n    + 2\n)",
            "x.numpy(\n\n    )",
            [1, 3, 5, 7],
            id="expression of several lines",
        ),
        pytest.param("y = x.numpy() \\\n    + 1", "x.numpy()", [2], id="backslash"),
        pytest.param("y = 1 + \\\n    x.numpy()", "x.numpy()", [2], id="after a backslash"),
        pytest.param(
            "y = f(\n    0,\n    x.numpy() \\\n    + 1,\n    2,\n)",
            "x.numpy()",
            [1, 4, 6],
            id="backslash in brackets",
        ),
        pytest.param(
            'y = f(x.numpy(), """\ntext\n""")', "x.numpy()", [3], id="before a long string"
        ),
        pytest.param('y = f("""\ntext\n""", x.numpy())', "x.numpy()", [3], id="after it"),
        pytest.param(
            'y = f(\n    x.numpy(), """\n    text""",\n    2,\n)',
            "x.numpy()",
            [1, 3, 5],
            id="long string in brackets",
        ),
        pytest.param(
            "@g(\n    x.numpy()\n)\ndef f():\n    pass",
            "x.numpy()",
            [1, 2, 3],
            id="decorator",
        ),
        pytest.param(
            "@g\ndef f(\n    a=x.numpy(),\n):\n    pass",
            "x.numpy()",
            [2, 3, 4],
            id="head of a function",
        ),
        pytest.param(
            "@g\ndef f(\n    a,\n):\n    b = a\n    return b\nc = 1",
            "def f(\n    a,\n):\n    b = a\n    return b\n",
            [2, 4],
            id="whole function",
        ),
        pytest.param(
            "for a in b:\n    c(a)\nd = 1", "for a in b:\n    c(a)\n", [1], id="whole loop"
        ),
        pytest.param("if a:\n    y = x.numpy()\nb = 1", "x.numpy()", [2], id="the block around it"),
        pytest.param("a = 1; y = x.numpy()\nb = 1", "x.numpy()", [1], id="semicolon"),
    ],
)
def test_where_a_comment_works(program: str, piece: str, rows: list[int]) -> None:
    at = program.index(piece)
    locations = []
    for offset in (at, at + len(piece)):
        before = program[:offset].split("\n")
        locations.append(Location(len(before), len(before[-1]) + 1))
    assert silencing_rows(program, Span(*locations)) == rows


def test_broken_tokens_do_not_crash() -> None:
    text = "y = x.numpy()  # noqa\nz = (\n"
    assert unsuppressed([finding_at("a.py", 1, 5, 14)], text) == []


def test_broken_file_cannot_be_silenced() -> None:
    broken = replace(finding_at("a.py", 1, 1, 2), code="TFG000")
    for text in ("x = \0  # noqa\n", "x = (  # noqa\n", "# tflintgrad: ignore-file\nx = (\n"):
        assert unsuppressed([broken], text) == [broken]


def test_through_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    assert len(check_source(HEAD + "y = x.numpy()\n")) == 1
    assert check_source(HEAD + "y = x.numpy()  # noqa: TFG201\n") == []
    assert check_source(HEAD + "y = x.numpy()  # noqa: TFG201\r\n") == []
    assert check_source(HEAD + "# tflintgrad: noqa: TFG201\ny = x.numpy()\n") == []


def found_in(path: Path) -> list[tuple[int | None, int, str]]:
    (result,) = check_files([str(path)])
    return [(item.cell, item.span.start.row, item.code) for item in result.findings]


def test_cells_of_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a line it counts in its cell; for the file it counts from any cell."""
    install(monkeypatch)
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(HEAD, "y = f(\n  x.numpy(),\n)  # noqa", "y = x.numpy()"))
    assert found_in(path) == [(3, 1, "TFG201")]
    path.write_text(notebook(HEAD, "y = x.numpy()", "# tflintgrad: ignore-file[TFG201]"))
    assert found_in(path) == []


@settings(deadline=None)
@given(st.text())
def test_any_comment_can_be_read(text: str) -> None:
    assert_places(f"#{text}")


def assert_places(comment: str) -> None:
    for directive in read_comment(comment):
        assert comment[directive.start : directive.end] == directive.text
        for entry in directive.entries or ():
            assert comment[entry.start : entry.end] == entry.text


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["#", " ", "noqa", "tflintgrad", ":", "ignore", "-file", "[", "]", ","])
        | st.sampled_from(["TFG201", "TFG", "E501", "numpy-escape", "why", "="]),
    ).map("".join)
)
def test_pieces_of_a_comment_are_where_they_say(text: str) -> None:
    assert_places(f"#{text}")


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from(list("#'\"()\\ \n\tnoqa:x\fé"))))
def test_any_text_can_be_searched(text: str) -> None:
    rows = LogicalLines(text)
    last = text.count("\n") + 1
    for row in range(1, last + 1):
        first, end = rows.statement_rows(row)
        assert first <= row <= end <= last + 1
        assert row <= rows.comment_row(row) <= last + 1


def test_parts_of_a_string_are_one_string(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.12 on an f-string is several tokens, and can have comments inside."""
    start, end = 1001, 1002
    tokens = [
        (tokenize.NAME, "y", (1, 0), (1, 1), ""),
        (start, 'f"""', (1, 4), (1, 8), ""),
        (tokenize.OP, "{", (1, 8), (1, 9), ""),
        (tokenize.COMMENT, "# noqa", (1, 9), (1, 15), ""),
        (tokenize.NL, "\n", (1, 15), (1, 16), ""),
        (tokenize.NAME, "x", (2, 0), (2, 1), ""),
        (tokenize.OP, "}", (3, 0), (3, 1), ""),
        (end, '"""', (3, 1), (3, 4), ""),
        (tokenize.NEWLINE, "\n", (3, 4), (3, 5), ""),
    ]
    monkeypatch.setattr("tflintgrad.source.logical_lines._OPENING", {start})
    monkeypatch.setattr("tflintgrad.source.logical_lines._CLOSING", {end})
    monkeypatch.setattr(tokenize, "generate_tokens", lambda read: iter(tokens))
    rows = LogicalLines(io.StringIO('y = f"""{# noqa\nx\n}"""\n').read())
    assert rows.comments == []
    assert [rows.comment_row(row) for row in (1, 2, 3)] == [3, 3, 3]
    assert rows.statement_rows(2) == (1, 3)
