"""Rows that fit a terminal: broken between words, with code and addresses whole."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tflintgrad.output.text_width import display_width, wrapped

ESCAPES = re.compile("\x1b\\[[0-9;]*m|\x1b\\]8;;.*?\x1b\\\\")
TEXTS = st.text(st.sampled_from("ab `.,é界 "), max_size=120)


@given(TEXTS, st.integers(20, 60), st.integers(0, 8))
def test_no_word_is_lost_and_only_single_words_are_too_wide(
    text: str, width: int, hang: int
) -> None:
    rows = wrapped(text, width, hang)
    assert " ".join(rows).split() == text.split()
    for row in rows[1:]:
        assert row[:hang].strip() == ""
    for row in rows:
        assert display_width(row) <= width or len(row.split()) == 1 or rows == [text]


def test_a_line_that_fits_stays_as_it_is() -> None:
    assert wrapped("  a  b", 10, 4) == ["  a  b"]


def test_rows_go_on_under_the_text() -> None:
    assert wrapped("  help: one two three", 14, 8) == [
        "  help: one",
        "        two",
        "        three",
    ]


def test_code_between_backticks_stays_on_one_row() -> None:
    assert wrapped("write `x + y` here", 12, 2) == ["write", "  `x + y`", "  here"]


def test_colours_and_links_take_no_room() -> None:
    line = "\x1b[1mhelp:\x1b[0m one \x1b]8;;https://example.org/long\x1b\\two\x1b]8;;\x1b\\ three"
    rows = wrapped(line, 13, 2)
    assert [ESCAPES.sub("", row) for row in rows] == ["help: one two", "  three"]
