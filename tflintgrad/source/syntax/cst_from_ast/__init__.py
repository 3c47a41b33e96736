"""Trees of libcst nodes without trivia, built from the trees of CPython's parser.

libcst takes a tenth of a second for a thousand lines, most of it for white space, commas and
newlines, which the analysis does not need. CPython's parser is ten times as fast. So CPython parses
a module, and its nodes become libcst nodes without trivia. libcst's own parser parses only the few
statements whose spans or text are needed, and syntax that is new in Python.

CPython's nodes take some hundred times the memory of their text. Those of a function are kept until
its body is built. A large module keeps none: it is parsed part by part, and the body of a function
is parsed again when it is built.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import libcst as cst

from tflintgrad.profiling import TREES, stage, staged
from tflintgrad.source.syntax.cst_from_ast.nodes import plain
from tflintgrad.source.syntax.cst_from_ast.source_text import SourceText
from tflintgrad.source.syntax.cst_from_ast.statements import statements


class PlainModule(cst.Module):
    """A module without trivia, with the rows of its statements."""

    rows: list[range]
    source: SourceText


@staged(TREES)
def plain_module(text: str, syntax: ast.Module) -> PlainModule:
    """Build a module from CPython's tree of its text."""
    source = SourceText(text)
    body, rows = statements(source, syntax.body)
    return plain(PlainModule, body=body, rows=rows, source=source)


def large_module(text: str, parts: Iterable[tuple[int, ast.Module]]) -> PlainModule:
    """Build a module from CPython's trees of its parts, each with the number of rows above it."""
    source = SourceText(text, is_large=True)
    body: list[Any] = []
    rows: list[range] = []
    for above, syntax in parts:
        with stage(TREES):
            part = source.part(above, is_large=True)
            part_body, part_rows = statements(part, syntax.body)
        body += part_body
        rows += part_rows
    return plain(PlainModule, body=body, rows=rows, source=source)
