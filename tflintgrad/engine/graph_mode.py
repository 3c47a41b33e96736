"""Findings that hold in eager mode only: dropped where a file of the program builds a graph."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tflintgrad.knowledge.keras_2_signs import keras_in
from tflintgrad.knowledge.roles import names_of
from tflintgrad.knowledge.rules import rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.workspace import Workspace


def holds_eagerly_only(finding: Finding) -> bool:
    """True if the finding is an exception that only eager mode raises."""
    return finding.effect == "error" and rulebook().get(finding.code).mode == "eager"


def any_builds_graph(workspace: Workspace, paths: Iterable[str]) -> bool:
    """True if a file disables eager execution, builds a graph, or is for TensorFlow 1."""
    pattern = _pattern()
    return any(
        pattern.search(workspace.data(path) or b"") or is_for_tensorflow_1(workspace, path)
        for path in paths
    )


def is_for_tensorflow_1(workspace: Workspace, path: str) -> bool:
    """True if a file has a line that only code for TensorFlow 1 has."""
    return keras_in(workspace.data(path) or b"") == 1


@cache
def _pattern() -> re.Pattern[bytes]:
    names = {name.rpartition(".")[2] for name in (*names_of("graph_code"), *names_of("graph"))}
    return re.compile(rb"\b(?:%s)\b *\(" % "|".join(sorted(names)).encode())
