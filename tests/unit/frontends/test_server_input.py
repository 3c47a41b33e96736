"""Messages that no memory has, and lines that are no headers."""

from __future__ import annotations

import io

import pytest

from tflintgrad import limits
from tflintgrad.frontends.server.bounded_input import BoundedInput


def test_what_editors_send_is_read() -> None:
    stream = BoundedInput(io.BytesIO(b"Content-Length: 2\r\n\r\n{}"))
    assert (stream.readline(), stream.readline()) == (b"Content-Length: 2\r\n", b"\r\n")
    assert stream.read(2) == b"{}"
    assert (stream.readline(), stream.read(5)) == (b"", b"")


def test_a_long_message_is_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limits, "MAX_MESSAGE_BYTES", 1000)
    stream = BoundedInput(io.BytesIO(b"x" * 200_000 + b"Next: 1\r\n"))
    assert b'"$/' in stream.read(200_000)
    assert stream.readline() == b"Next: 1\r\n"
    (line,) = capsys.readouterr().err.splitlines()
    assert "a message of more than 1,000 bytes" in line


def test_a_message_that_no_memory_has(capsys: pytest.CaptureFixture[str]) -> None:
    stream = BoundedInput(io.BytesIO(b"{}"))
    assert stream.read(10**18) == b""
    assert "is not read" in capsys.readouterr().err


def test_a_line_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    stream = BoundedInput(io.BytesIO(b"Content-Length: " + b"9" * 1_000_000))
    assert stream.readline() == b""
    assert "a header" in capsys.readouterr().err
