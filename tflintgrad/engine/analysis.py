"""Analyse one program: parse it, build the graph, run the checks."""

from __future__ import annotations

import sys
import threading
import warnings
from dataclasses import dataclass

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.checks.runner import find_problems, find_spots, located, run_checks
from tflintgrad.diagnostics import Finding
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.interpreter.build import build_graph
from tflintgrad.flow.interpreter.lazy_modules import Code, Project
from tflintgrad.profiling import CHECKS, staged
from tflintgrad.project.prefilter.query_functions import entry_functions
from tflintgrad.project.prefilter.strip_literals import without_strings
from tflintgrad.source.syntax.parse import TookTooLong
from tflintgrad.timeouts import OutOfTime, time_limit

NOT_FOLLOWED = "too much to analyse, so some calls were not followed"


@dataclass(frozen=True, slots=True)
class Analysis:
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """What is analysed: a file as a program, with the project around it."""

    text: str
    filename: str
    path: str = ""
    """Absolute; empty for a program that is no file."""
    project: Project | None = None
    tensorflow_version: str = ""
    given: frozenset[str] | None = frozenset()
    """Names that it imports and that ask for gradients when they are called; None: any may, and
    so may all that it defines."""
    time_limit: float = limits.TIME_LIMIT_SECONDS
    """In seconds of CPU time."""
    exact: bool = False
    """Parsed with all trivia, as the project has to be as well."""


def analyze(program: Program) -> Analysis:
    """Raise `SyntaxProblem` for text that is not analysable Python, or not in time."""
    try:
        with one_at_a_time, time_limit(program.time_limit):
            graph = graph_of(program, careful=False)
            problems = _problems(graph)
            if problems and graph.needs_second_pass:  # few programs have any, and doubts are work
                graph = graph_of(program)
                problems = _problems(graph)
            return Analysis(_findings(graph, problems), tuple(_warnings(graph)))
    except OutOfTime:
        message = f"takes longer than {program.time_limit:g} s to be analysed, and was given up"
        raise TookTooLong(f"{message} (time-limit allows more)") from None


@staged(CHECKS)
def _problems(graph: Graph) -> list[Problem]:
    return run_checks(graph)


@staged(CHECKS)
def _findings(graph: Graph, problems: list[Problem]) -> tuple[Finding, ...]:
    return tuple(finding for finding, _ in located(graph, problems))


def find_problems_in(program: Program) -> list[tuple[Finding, Problem]]:
    """The findings with the graph behind them; for what is rebuilt from it, of an exact program."""
    with one_at_a_time:
        return find_problems(graph_of(program))


class _OneAtATime:
    """A higher recursion limit while something is analysed, by one thread after the other."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._before: list[int] = []

    def __enter__(self) -> None:
        self._lock.acquire()
        self._before.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(self._before[-1], limits.MAX_PYTHON_FRAMES))

    def __exit__(self, *_: object) -> None:
        sys.setrecursionlimit(self._before.pop())
        self._lock.release()


one_at_a_time = _OneAtATime()


def graph_of(program: Program, *, careful: bool = True) -> Graph:
    """To be called, and its result to be used, by `one_at_a_time`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # odd escapes in the program's strings
        return build_graph(
            _code(program),
            program.tensorflow_version,
            program.path,
            program.project,
            _entries(program),
            careful,
        )


def _entries(program: Program) -> frozenset[str] | None:
    if program.given is None:
        return None
    code = without_strings(program.text.encode("utf-8", "replace"))
    return entry_functions(code, program.given)


def _code(program: Program) -> Code:
    """The file may have been parsed already, on behalf of one that imports it."""
    code = program.project.code(program.path) if program.project is not None else None
    if code is not None:
        return code
    return Code(program.filename, program.text, exact=program.exact)


def _warnings(graph: Graph) -> list[str]:
    if graph.incomplete:
        meaning = "what is reported holds, but a lost gradient may be missed"
        advice = "split the file, or exclude it"
        place = f"{graph.module.filename}:1"
        return [f"{place}: {NOT_FOLLOWED}: {meaning}; {advice}", *_crashes(graph)]
    return _crashes(graph)


def _crashes(graph: Graph) -> list[str]:
    if not graph.crashes:
        return []
    spots = find_spots(graph.modules, [node for node, _, _ in graph.crashes])
    lines = []
    for node, name, error in graph.crashes:
        spot = spots.get(id(node))
        place = f"{spot.filename}:{spot.span.start.row}" if spot else f"{graph.module.filename}:1"
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        lines.append(f"{place}: analysis of {name} failed: {reason}")
    return sorted(set(lines))
