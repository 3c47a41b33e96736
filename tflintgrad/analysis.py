"""Analyse one file's text: parse it, build the graph, run the checks."""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass

from tflintgrad.checks.run import run_checks
from tflintgrad.findings import Finding
from tflintgrad.flow.build import build_graph
from tflintgrad.flow.graph import Graph
from tflintgrad.syntax.parse import SyntaxProblem, parse
from tflintgrad.syntax.positions import find_spans

# Functions are interpreted as they call each other, so Python's own stack grows with theirs.
_RECURSION_LIMIT = 12_000


@dataclass(frozen=True, slots=True)
class Analysis:
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...]


def analyze(text: str, filename: str, tensorflow_version: str = "") -> Analysis:
    """Raise `SyntaxProblem` for text that is not analysable Python."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in the program's strings
            graph = build_graph(filename, parse(text), tensorflow_version)
        findings = tuple(run_checks(graph))
        return Analysis(findings, tuple(_warnings(graph)))
    finally:
        sys.setrecursionlimit(limit)


def _warnings(graph: Graph) -> list[str]:
    if graph.incomplete:
        message = "too much to analyse: some calls were not followed"
        return [f"{graph.module.filename}:1: {message}", *_crashes(graph)]
    return _crashes(graph)


def _crashes(graph: Graph) -> list[str]:
    if not graph.crashes:
        return []
    spans = find_spans(graph.module.tree, [node for node, _, _ in graph.crashes])
    lines = []
    for node, name, error in graph.crashes:
        span = spans.get(id(node))
        row = span.start.row if span is not None else 1
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        lines.append(f"{graph.module.filename}:{row}: analysis of {name} failed: {reason}")
    return sorted(set(lines))


__all__ = ["Analysis", "SyntaxProblem", "analyze"]
