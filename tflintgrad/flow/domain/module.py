"""One source file under analysis, and what was computed once from its syntax."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from tflintgrad.knowledge.op_table import OpTable, op_table
from tflintgrad.source.syntax.bindings import Bindings


@dataclass(slots=True)
class Memory:
    """What a tree says that no run changes."""

    bindings: dict[int, Bindings] = field(default_factory=dict)
    literals: dict[int, Any] = field(default_factory=dict)
    words: dict[int, frozenset[str]] = field(default_factory=dict)
    #: Names that the module's top binds more than once.
    bound_again: frozenset[str] | None = None


@dataclass(slots=True)
class Module:
    """One source file under analysis."""

    filename: str
    tree: cst.Module
    #: Where it lies; empty for a program that is no file.
    path: str = ""
    name: str = "__main__"
    #: What was computed once from its syntax, by node; shared by all runs over the same tree.
    memory: Memory = field(default_factory=Memory)
    #: What ops do to a gradient in the TensorFlow that the program is for.
    table: OpTable = field(default_factory=op_table)
