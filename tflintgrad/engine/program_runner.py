"""Choose the entry points that can reach some files, analyse them and merge their results.

A finding stands in the file where the gradient is cut; the query may be in another file. So every
program counts that imports a file, directly or not, and `check losses.py` reports about that file
what `check .` reports about it.
"""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.config.settings import Settings
from tflintgrad.engine.graph_mode import any_builds_graph, holds_eagerly_only, is_for_tensorflow_1
from tflintgrad.engine.parallel import Crashed, Task, parallel_map
from tflintgrad.engine.program_results import AnalysisResults, ProgramResult, merge_findings
from tflintgrad.engine.project_view import ProjectView
from tflintgrad.engine.run_stats import Progress
from tflintgrad.engine.workspace import Workspace
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.profiling import DISCOVERY, PROJECT, START, stage, staged, timed_items
from tflintgrad.project.discovery import Search

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.analyze_program import Analysis, Program
    from tflintgrad.engine.cache.program_cache import ProgramCache
    from tflintgrad.knowledge.plugins import Plugin

    #: Replaces `analyze`, for example with a cache of results.
    Analyzer = Callable[[Program, Workspace], Analysis]


class ProgramRunner:
    """Analyses the entry points that can reach the files of a run.

    `time_limit` gives the CPU seconds allowed for a program, `progress` is called before each
    program, and `program_cache` holds the results of earlier runs. The first analysis loads the
    `plugins`; it raises ConfigurationError if one is broken.
    """

    def __init__(
        self,
        workspace: Workspace,
        tensorflow_version: str = "",
        search: Search | None = None,
        *,
        time_limit: Callable[[str], float] = lambda _: limits.TIME_LIMIT_SECONDS,
        progress: Progress | None = None,
        analyzer: Analyzer | None = None,
        jobs: int = 0,
        program_cache: ProgramCache | None = None,
        plugins: tuple[Plugin, ...] = (),
    ) -> None:
        self._workspace = workspace
        self._plugins = plugins
        self._program_cache = program_cache
        self._search = search or Search(Settings())
        self._version = tensorflow_version
        self._time_limit = time_limit
        #: By program that is about to be analysed.
        self._time_limits: dict[str, float] = {}
        self._progress = progress
        self._analyzer = analyzer
        self._jobs = jobs
        self._started: set[str] = set()
        self._results = AnalysisResults()

    def results_for(self, files: Iterable[str]) -> AnalysisResults:
        """Return all findings in `files`, and those elsewhere that affect a query in them."""
        requested = set(files)
        covered = requested
        while True:
            self._analyze(sorted(self._entry_points(covered) - self._started))
            # All queries that a cut elsewhere affects are part of its finding: the other programs
            # that reach its file are needed, too.
            elsewhere = {path for path in self._results.findings if path not in covered}
            relevant = {path for path in elsewhere if self._affects(path, requested)}
            if not relevant:
                return self._finish(requested)
            covered = covered | relevant

    @staged(PROJECT)
    def _entry_points(self, files: set[str]) -> set[str]:
        """Return the entry points that are among `files` or import one of them."""
        import_graph = self._workspace.import_graph
        projects = {id(project): project for project in map(self._files_of_project, files)}
        candidates = {path for project in projects.values() for path in project or ()}
        candidates.update(files)
        importers = import_graph.transitive_importers(files, candidates)
        return {path for path in importers if self._workspace.entry_points.is_entry_point(path)}

    def _files_of_project(self, file: str) -> list[str] | None:
        """Return the files of the project that `file` belongs to; None if it is too large."""
        if not os.path.isabs(file):  # text without a file
            return []
        home = self._workspace.import_graph.projects.import_root(file)
        known = self._workspace.project_files
        if home.root not in known:
            limit = limits.MAX_PROJECT_FOLDERS if home.marked else limits.MAX_UNMARKED_FOLDERS
            with stage(DISCOVERY):
                found = self._search.files_below(home.root, limit)
            if found is None and home.marked:
                message = f"{home.root}: too many folders to find the programs that import a file"
                self._results.warnings.setdefault(file, []).append(message)
            known[home.root] = found
        return known[home.root]

    def _analyze(self, programs: list[str]) -> None:
        """Take the results of `programs` from the cache, or analyse them, and merge them."""
        self._started.update(programs)

        def report(number: int, program: str) -> None:
            if self._progress is not None:
                self._progress(number, len(programs), self._workspace.display_path(program))

        results = self._cached_results(programs)
        self._results.cached.update(results)
        pending = [program for program in programs if program not in results]
        self._time_limits = {program: self._time_limit(program) for program in pending}
        self._workspace.plan(pending)
        if pending and self._plugins:
            from tflintgrad.plugins.loading import load_plugins

            load_plugins(self._plugins)

        def run(work: Callable[[str], Any]) -> Iterator[tuple[str, Any]]:
            task = Task(
                work,
                ("tflintgrad.engine.analyze_program",),
                prepare=self._workspace.set_share,
                seconds=self._time_limits.__getitem__,
            )
            return parallel_map(task, pending, self._jobs, report)

        order = deque(programs)
        self._merge_in_order(results, order)
        for program, result in timed_items(run, self._run_recorded):
            results[program] = result
            if self._program_cache is not None:
                cacheable = None if isinstance(result, Crashed) else result
                self._program_cache.put(program, self._version, cacheable, self._workspace)
            self._merge_in_order(results, order)

    def __getstate__(self) -> dict[str, object]:
        """Return the state that a worker process needs: neither progress nor results."""
        needed = {
            "_workspace",
            "_version",
            "_time_limits",
            "_analyzer",
            "_program_cache",
            "_plugins",
        }
        return {name: value for name, value in vars(self).items() if name in needed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the state in a process that was not forked, and has read no settings."""
        vars(self).update(state)
        if self._plugins:
            from tflintgrad.plugins.loading import load_plugins

            rulebook().add(self._plugins)
            load_plugins(self._plugins)

    def _cached_results(self, programs: list[str]) -> dict[str, ProgramResult | Crashed]:
        if self._program_cache is None:
            return {}
        recall = self._program_cache.get
        found = ((item, recall(item, self._version, self._workspace)) for item in programs)
        return {program: result for program, result in found if result is not None}

    def _run_recorded(self, path: str) -> ProgramResult:
        """Analyse a program and, for the cache, record what its result depends on."""
        workspace = self._workspace
        if not os.path.isabs(path):  # text without a file
            return self._run(path, None)
        if self._program_cache is None:
            return self._run(path, ProjectView(workspace, path))
        project = self._program_cache.recording_view(path, workspace)
        return replace(self._run(path, project), dependencies=project.dependencies())

    def _run(self, path: str, project: ProjectView | None) -> ProgramResult:
        """Analyse a program; an exception becomes part of the result."""
        with stage(START):
            from tflintgrad.source.syntax.parse import SyntaxProblem, TookTooLong

        workspace = self._workspace
        text = workspace.text(path)
        if text is None:
            return ProgramResult(readable=False)
        parsed_before, workspace.parsed = workspace.parsed, set()
        try:
            analysis = self._analysis(path, text, project)
        except SyntaxProblem as problem:
            return ProgramResult(broken=problem, cacheable=not isinstance(problem, TookTooLong))
        except MemoryError:
            workspace.evict_trees()
            raise
        except Exception as problem:
            # A bug of ours must not cost the user the other files.
            warning = _crash(workspace.display_path(path), problem)
            return ProgramResult(warnings=(warning,), cacheable=False)
        finally:
            parsed, workspace.parsed = workspace.parsed, parsed_before
            parsed_before |= parsed
            workspace.release_program(path)
            gc.collect(0)  # values form cycles; trees do not, and are traversed only once
        return ProgramResult(analysis.findings, analysis.warnings, parsed=tuple(parsed))

    def _analysis(self, path: str, text: str, project: ProjectView | None) -> Analysis:
        with stage(START):
            from tflintgrad.engine.analyze_program import Program, analyze_program

        workspace = self._workspace
        program = Program(
            text,
            workspace.display_path(path),
            tensorflow_version=self._version,
            imported_query_names=frozenset() if workspace.prefilter else None,
            time_limit=self._time_limits[path],
        )
        if project is not None:
            names = project.imported_query_names
            program = replace(program, path=path, project=project, imported_query_names=names)
        return self._analyzer(program, workspace) if self._analyzer else analyze_program(program)

    def _merge_in_order(
        self, results: dict[str, ProgramResult | Crashed], order: deque[str]
    ) -> None:
        """Merge the results that are there in the order of the programs, and remove them.

        The outcome is then the same, whichever process is ready first.
        """
        while order and order[0] in results:
            program = order.popleft()
            self._merge(program, results.pop(program))

    def _merge(self, path: str, result: ProgramResult | Crashed) -> None:
        merged = self._results
        if isinstance(result, Crashed) and result.stopped:
            from tflintgrad.source.syntax.parse import TookTooLong

            result = ProgramResult(broken=TookTooLong(result.reason), cacheable=False)
        elif isinstance(result, Crashed):
            message = f"{self._workspace.display_path(path)}: analysis failed: {result.reason}"
            result = ProgramResult(warnings=(message,), cacheable=False)
        if result.readable:
            merged.programs.add(path)
        if result.broken is not None:
            merged.broken[path] = result.broken
        self._workspace.parsed.update(result.parsed)
        if result.warnings:
            merged.warnings.setdefault(path, []).extend(result.warnings)
        for finding in result.findings:
            file = self._workspace.absolute_path(finding.filename)
            merged.findings.setdefault(file, []).append(finding)

    def _affects(self, path: str, files: set[str]) -> bool:
        """True if a finding in `path` affects a query in one of `files`."""
        return any(self._has_query_in(files, item) for item in self._results.findings[path])

    def _has_query_in(self, files: set[str], finding: Finding) -> bool:
        absolute_path = self._workspace.absolute_path
        return any(absolute_path(spot.filename) in files for spot in finding.queries)

    def _finish(self, files: set[str]) -> AnalysisResults:
        """Merge the findings of each file, and drop those elsewhere that affect no query here."""
        finished = replace(self._results, findings={})
        for path, findings in self._results.findings.items():
            merged = self._in_their_mode(path, merge_findings(findings))
            if path not in files:
                merged = [item for item in merged if self._has_query_in(files, item)]
            if merged:
                finished.findings[path] = merged
        return finished

    def _in_their_mode(self, path: str, findings: list[Finding]) -> list[Finding]:
        """Drop findings about eager code where a program that has the file builds a graph."""
        if not any(holds_eagerly_only(item) for item in findings):
            return findings
        import_graph = self._workspace.import_graph
        candidates = self._files_of_project(path)
        importers = import_graph.transitive_importers([path], candidates or ())
        importers.update(
            self._workspace.absolute_path(name) for item in findings for name in item.programs
        )
        files = {item for user in importers for item in import_graph.closure(user)}
        files.discard(path)  # the analysis has read it, and knows which of its lines are eager
        builds = candidates is None or any_builds_graph(self._workspace, sorted(files))
        if not builds and not is_for_tensorflow_1(self._workspace, path):
            return findings
        return [item for item in findings if not holds_eagerly_only(item)]


def _crash(filename: str, problem: Exception) -> str:
    reason = " ".join(str(problem).split())[:200]
    kind = type(problem).__name__
    return f"{filename}: analysis failed: {kind}{': ' if reason else ''}{reason}"
