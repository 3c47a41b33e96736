"""A parsed file under analysis, with what is computed once from its syntax."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from tflintgrad.knowledge.op_table import OpTable, op_table
from tflintgrad.source.syntax.bindings import Bindings


@dataclass(slots=True)
class SyntaxCache:
    """Memo tables for one tree, by `id` of the node."""

    bindings: dict[int, Bindings] = field(default_factory=dict)
    literals: dict[int, Any] = field(default_factory=dict)
    words: dict[int, frozenset[str]] = field(default_factory=dict)
    #: By function: the types that its docstring states for parameters.
    docstring_types: dict[int, dict[str, str]] = field(default_factory=dict)
    #: Names that the module level binds more than once.
    bound_again: frozenset[str] | None = None


@dataclass(slots=True)
class Module:
    """A parsed file under analysis."""

    filename: str
    tree: cst.Module
    #: Its path; empty for a text that is no file.
    path: str = ""
    name: str = "__main__"
    #: Shared by all analyses of the same tree.
    syntax_cache: SyntaxCache = field(default_factory=SyntaxCache)
    #: The op table of the TensorFlow version that the program is for.
    table: OpTable = field(default_factory=op_table)
    #: It is code for TensorFlow 1 with placeholders and sessions.
    is_graph_code: bool = False
    #: The definitions at its top level that were not needed so far.
    deferred: set[str] = field(default_factory=set)
