"""Trees of libcst nodes without trivia, made from what CPython's own parser reads.

libcst needs a tenth of a second for a thousand lines, most of it for the spaces, commas and
newlines that nobody asks for. CPython's parser is ten times as fast. So a module is read by
CPython, its nodes become libcst nodes that have everything but trivia, and libcst's own parser
reads the few statements whose places or text are asked for (`exact`), and what is new in Python.
"""

from __future__ import annotations

import ast

import libcst as cst

from tflintgrad.stages import TREES, staged
from tflintgrad.syntax.plain.nodes import plain
from tflintgrad.syntax.plain.source import Source
from tflintgrad.syntax.plain.statements import statements


class PlainModule(cst.Module):
    """A module without trivia."""

    rows: list[range]
    source: Source


@staged(TREES)
def plain_module(text: str, syntax: ast.Module) -> PlainModule:
    source = Source(text)
    body, rows = statements(source, syntax.body)
    return plain(PlainModule, body=body, rows=rows, source=source)
