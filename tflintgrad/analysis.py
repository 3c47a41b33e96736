"""Analyse one file's text: parse it, build the graph, run the checks."""

from __future__ import annotations

import sys
import threading
import warnings
from dataclasses import dataclass

from tflintgrad.checks.problems import Problem
from tflintgrad.checks.run import find_problems, run_checks
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
    with _deep_recursion:
        graph = _graph(text, filename, tensorflow_version)
        findings = tuple(run_checks(graph))
        return Analysis(findings, tuple(_warnings(graph)))


def find_problems_in(
    text: str, filename: str, tensorflow_version: str = ""
) -> list[tuple[Finding, Problem]]:
    """The findings with the graph behind them, for what is rebuilt from it."""
    with _deep_recursion:
        return find_problems(_graph(text, filename, tensorflow_version))


class _DeepRecursion:
    """A higher recursion limit while anybody, in any thread, analyses something."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._users == 0:
                self._before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._before, _RECURSION_LIMIT))
            self._users += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                sys.setrecursionlimit(self._before)


_deep_recursion = _DeepRecursion()


def _graph(text: str, filename: str, tensorflow_version: str) -> Graph:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # odd escapes in the program's strings
        return build_graph(filename, parse(text), tensorflow_version)


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


__all__ = ["Analysis", "SyntaxProblem", "analyze", "find_problems_in"]
