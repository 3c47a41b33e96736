"""Trees of libcst nodes without trivia, made from what CPython's own parser reads.

libcst needs a tenth of a second for a thousand lines, most of it for the spaces, commas and
newlines that nobody asks for. CPython's parser is ten times as fast. So a module is read by
CPython, its nodes become libcst nodes that have everything but trivia, and libcst's own parser
reads the few statements whose places or text are asked for (`exact`), and what is new in Python.

CPython's nodes take some hundred times the memory of their text. Those of functions are kept until
somebody looks into the function, but not those of a large module: it is read piece by piece, and
such a function once more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import libcst as cst

from tflintgrad.profiling import TREES, stage, staged
from tflintgrad.source.syntax.cst_from_ast.nodes import plain
from tflintgrad.source.syntax.cst_from_ast.source_text import Source
from tflintgrad.source.syntax.cst_from_ast.statements import statements


class PlainModule(cst.Module):
    """A module without trivia."""

    rows: list[range]
    source: Source


@staged(TREES)
def plain_module(text: str, syntax: ast.Module) -> PlainModule:
    source = Source(text)
    body, rows = statements(source, syntax.body)
    return plain(PlainModule, body=body, rows=rows, source=source)


def large_module(text: str, pieces: Iterable[tuple[int, ast.Module]]) -> PlainModule:
    """The same, of pieces of the text that each have so many rows above."""
    source = Source(text, is_large=True)
    body: list[Any] = []
    rows: list[range] = []
    for above, syntax in pieces:
        with stage(TREES):
            its_body, its_rows = statements(source.piece(above, is_large=True), syntax.body)
        body += its_body
        rows += its_rows
    return plain(PlainModule, body=body, rows=rows, source=source)
