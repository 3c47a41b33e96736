"""CPython's own parser, for text that it reads in bounded memory.

Nothing can interrupt it. Its time grows with the text, and each word, sign and row takes half a
kilobyte, so a limit on these bounds both.
"""

from __future__ import annotations

import ast
import re
import warnings

from tflintgrad import limits
from tflintgrad.source.split_large import split_module

_TOKEN = re.compile(r"\w+|[^\w\s]")
#: A statement in a row of its own takes as much memory as so many more words.
_WORDS_PER_ROW = 2


class TooLong(ValueError):
    """The text has more words, signs and rows than are parsed in one piece."""


def syntax_tree(text: str, flags: int = 0) -> ast.Module:
    """Return CPython's tree of a text; raise `TooLong`, or what `compile` raises."""
    _expect_short(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes in the user's code
        flags |= ast.PyCF_ONLY_AST
        tree: ast.Module = compile(text, "<unknown>", "exec", flags, dont_inherit=True)
    return tree


def parses(text: str) -> bool:
    """True if the running Python can parse the text; this is much faster than libcst."""
    if len(text) > limits.MAX_CODE_BYTES:
        return False
    return all(_is_valid(part) for _, part in split_module(text)) or (
        len(text) > limits.MAX_PIECE_CHARACTERS and _is_valid(text)  # split inside a string
    )


def _is_valid(text: str) -> bool:
    try:
        syntax_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _expect_short(text: str) -> None:
    most = limits.MAX_PIECE_TOKENS
    if len(text) <= most // _WORDS_PER_ROW:
        return
    tokens = sum(1 for _ in _TOKEN.finditer(text)) + _WORDS_PER_ROW * text.count("\n")
    if tokens > most:
        raise TooLong(f"too long to analyse: {tokens:,} names, numbers, signs and rows at once")
