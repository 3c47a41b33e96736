"""Comments silence what they name, on their line, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fake_analysis import finding_at, install
from tflintgrad import check_source
from tflintgrad.sources.suppressions import read_comment, suppressions, unsuppressed


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: TFG3",
        "# noqa: TFG202, E501",
        "# tflintgrad: ignore[TFG202]",
        "# tflintgrad: ignore[]",
        "# tflintgrad: ignore[no-such-rule]",
        "# noqaTFG201",
        "# about noqa",
        "# TFG201",
        "# tflintgrad ignore",
        "# tflintgrad: ignored",
    ],
)
def test_comment_that_does_not_silence(comment: str) -> None:
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
        "# noqa: E501,TFG201",
        "# noqa: E501 TFG201",
        "# noqa: TFG201 because the metric is only printed",
        "# noqa: TFG201 - only printed",
        "# noqa: only printed",
        "# type: ignore[attr-defined]  # noqa: TFG201",
        "# the metric  # noqa",
        "# tflintgrad: ignore",
        "# tflintgrad:ignore[TFG201]",
        "# tflintgrad: ignore[TFG3, TFG201] only printed",
        "# noqa: E501  # tflintgrad: ignore[TFG2]",
    ],
)
def test_comment_that_silences(comment: str) -> None:
    assert any(read.covers("TFG201") for read in read_comment(comment))


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
    assert suppressions(text) == {}


def test_other_lines_do_not_count() -> None:
    text = "# noqa\ny = x.numpy()\n# noqa\n"
    findings = [finding_at("a.py", 2, 5, 14)]
    assert unsuppressed(findings, text) == findings


@pytest.mark.parametrize("row", [1, 3])
def test_first_and_last_line_of_the_expression_count(row: int) -> None:
    lines = ["y = np.sum(", "    x,", ")"]
    lines[row - 1] += "  # noqa: TFG201"
    finding = finding_at("a.py", 1, 5, 2, end_row=3)
    assert unsuppressed([finding], "\n".join(lines)) == []


def test_middle_of_the_expression_does_not_count() -> None:
    finding = finding_at("a.py", 1, 5, 2, end_row=3)
    assert unsuppressed([finding], "y = np.sum(\n    x,  # noqa\n)\n") == [finding]


def test_broken_tokens_do_not_crash() -> None:
    text = "y = x.numpy()  # noqa\nz = (\n"
    assert unsuppressed([finding_at("a.py", 1, 5, 14)], text) == []


def test_broken_file_cannot_be_silenced() -> None:
    broken = replace(finding_at("a.py", 1, 1, 2), code="TFG000")
    for text in ("x = \0  # noqa\n", "x = (  # noqa\n"):
        assert unsuppressed([broken], text) == [broken]


def test_through_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    head = "import tensorflow as tf  # GradientTape\n"
    assert len(check_source(head + "y = x.numpy()\n")) == 1
    assert check_source(head + "y = x.numpy()  # noqa: TFG201\n") == []
    assert check_source(head + "y = x.numpy()  # noqa: TFG201\r\n") == []


@settings(deadline=None)
@given(st.text())
def test_any_comment_can_be_read(text: str) -> None:
    read_comment("#" + text)


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from(list("#'\"()\\ \n\tnoqa:x\fé"))))
def test_any_text_can_be_searched(text: str) -> None:
    suppressions(text)
