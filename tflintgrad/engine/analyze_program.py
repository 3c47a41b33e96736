"""Analyse one program: parse it, build the graph, run the checks."""

from __future__ import annotations

import sys
import threading
import warnings
from dataclasses import dataclass, replace

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.checks.runner import find_problems, find_spots, located, run_checks
from tflintgrad.diagnostics import Finding
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.interpreter.build import build_graph
from tflintgrad.flow.interpreter.lazy_modules import ParsedModule, Project
from tflintgrad.knowledge.op_table import older_versions
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.profiling import CHECKS, staged
from tflintgrad.project.prefilter.query_functions import entry_functions, is_query_function
from tflintgrad.project.prefilter.strip_literals import without_strings
from tflintgrad.source.syntax.parse import SyntaxProblem, TookTooLong
from tflintgrad.timeouts import OutOfMemory, OutOfTime, Stopped, time_limit

#: The Keras that the op table of the newest version was measured on.
_NEWEST_KERAS = 3
INCOMPLETE = "budget exceeded, so some calls were not analysed"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The findings and warnings of one program."""

    findings: tuple[Finding, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A program to analyse: an entry point, and the project that it imports from."""

    text: str
    filename: str
    path: str = ""
    """The absolute path; empty for text without a file."""
    project: Project | None = None
    tensorflow_version: str = ""
    imported_query_names: frozenset[str] | None = frozenset()
    """The imported names whose call may issue a gradient query; None: any function may, also those
    that the program defines."""
    time_limit: float = limits.TIME_LIMIT_SECONDS
    """In seconds of CPU time."""
    exact: bool = False
    """Parse with all trivia, which the project's workspace has to do as well."""


def analyze_program(program: Program) -> Analysis:
    """Parse a program, build its gradient-flow graph and run the checks on it.

    Raises `SyntaxProblem` for text that is not analysable Python, and `TookTooLong` if it takes too
    much time or memory.
    """
    try:
        with analysis_lock, time_limit(program.time_limit):
            graph, problems = _graph_and_problems(program)
            findings = _findings(graph, problems)
            keras = _keras_of(program) if problems else _NEWEST_KERAS
            if keras != _NEWEST_KERAS:
                program = replace(program, tensorflow_version=older_versions()[-1])
                graph, problems = _graph_and_problems(program)
                older = _findings(graph, problems)
                findings = older if keras is not None else _in_both(findings, older)
            return Analysis(findings, tuple(_warnings(graph)))
    except Stopped:
        raise
    except OutOfMemory:
        message = f"analysis stopped at {limits.MAX_PROGRAM_BYTES >> 20} MiB of memory"
        raise TookTooLong(f"{message}; split the file or exclude it") from None
    except OutOfTime:
        message = f"analysis stopped after {program.time_limit:g} s"
        raise TookTooLong(f"{message} (raise time-limit to allow more)") from None


def _graph_and_problems(program: Program) -> tuple[Graph, list[Problem]]:
    graph = program_graph(program, havoc=False)
    problems = _problems(graph)
    # Few programs have problems, so most are spared the pass that models havoc.
    if problems and graph.needs_second_pass:
        graph = program_graph(program)
        problems = _problems(graph)
    return graph, problems


def _keras_of(program: Program) -> int | None:
    """Return the Keras that a program is for; None: it may be older than the newest.

    Asked only about programs with problems: the project has to be read for the answer.
    """
    if program.tensorflow_version or program.project is None:
        return _NEWEST_KERAS
    return program.project.keras


def _in_both(findings: tuple[Finding, ...], older: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings that hold whichever Keras the program is for."""
    known = {(item.code, item.filename, item.span.start) for item in older}
    return tuple(f for f in findings if (f.code, f.filename, f.span.start) in known)


@staged(CHECKS)
def _problems(graph: Graph) -> list[Problem]:
    return run_checks(graph)


@staged(CHECKS)
def _findings(graph: Graph, problems: list[Problem]) -> tuple[Finding, ...]:
    return tuple(finding for finding, _ in located(graph, problems))


def find_problems_in(program: Program) -> list[tuple[Finding, Problem]]:
    """Return each finding with its problem, which refers to the graph."""
    load_checks()
    with analysis_lock:
        return find_problems(program_graph(program))


def load_checks() -> None:
    """Load the checks of the plugins that this process knows; a cached run has not needed them."""
    if rulebook().plugins:
        from tflintgrad.plugins.loading import load_plugins

        load_plugins(rulebook().plugins)


class _AnalysisLock:
    """A reentrant lock for analyses, which raises the recursion limit while it is held."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._saved_limits: list[int] = []

    def __enter__(self) -> None:
        self._lock.acquire()
        self._saved_limits.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(self._saved_limits[-1], limits.MAX_PYTHON_FRAMES))

    def __exit__(self, *_: object) -> None:
        sys.setrecursionlimit(self._saved_limits.pop())
        self._lock.release()


analysis_lock = _AnalysisLock()


def program_graph(program: Program, *, havoc: bool = True) -> Graph:
    """Parse a program and build its gradient-flow graph; `havoc`: model calls not analysed.

    The caller holds `analysis_lock`, here and while it uses the graph.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes in the program's strings
        return build_graph(
            _parsed(program),
            program.tensorflow_version,
            program.path,
            program.project,
            *_entry_functions(program),
            havoc,
        )


def _entry_functions(program: Program) -> tuple[frozenset[str] | None, bool]:
    """Return the entry functions, None for all, and if the program itself issues a query."""
    imported = program.imported_query_names
    if imported is None:
        return None, True
    code = without_strings(program.text.encode("utf-8", "replace"))
    return entry_functions(code, imported), bool(imported) or is_query_function(code)


def _parsed(program: Program) -> ParsedModule:
    """Return the parsed module, from the project if a program that imports it was parsed before."""
    code = program.project.code(program.path) if program.project is not None else None
    if code is not None:
        return code
    return ParsedModule(program.filename, program.text, exact=program.exact)


def _warnings(graph: Graph) -> list[str]:
    if graph.incomplete:
        meaning = "findings hold, but some may be missing"
        advice = "split the file or exclude it"
        location = f"{graph.module.filename}:1"
        return [f"{location}: {INCOMPLETE}: {meaning}; {advice}", *_crashes(graph)]
    return _crashes(graph)


def _crashes(graph: Graph) -> list[str]:
    if not graph.crashes:
        return []
    spots = find_spots(graph.modules, [node for node, _, _ in graph.crashes])
    lines = []
    own_name = graph.module.filename
    for node, name, error in graph.crashes:
        spot = spots.get(id(node))
        if isinstance(error, RecursionError) and (not spot or spot.filename == own_name):
            raise SyntaxProblem("nested too deeply to analyse", spot.span.start.row if spot else 1)
        location = f"{spot.filename}:{spot.span.start.row}" if spot else f"{own_name}:1"
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        lines.append(f"{location}: analysis of {name} failed: {reason}")
    return sorted(set(lines))
