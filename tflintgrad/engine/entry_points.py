"""Which programs have to be analysed to know everything about some files, and what they say.

A finding stands in the file where the gradient is cut; the program that asks for the gradient may
be another one. So for a file every program counts that can get to it by imports, and `check
losses.py` says about it what `check .` says.
"""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.config.settings import Settings
from tflintgrad.engine.parallel import Crashed, Task, done
from tflintgrad.engine.run_stats import Progress
from tflintgrad.engine.workspace import ProjectView, Workspace
from tflintgrad.profiling import DISCOVERY, PROJECT, START, stage, staged, timed_items
from tflintgrad.project.discovery import Search

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding, Location, Span, Spot
    from tflintgrad.engine.analysis import Analysis, Program
    from tflintgrad.engine.cache.program_cache import Dependencies, ProgramCache
    from tflintgrad.source.decoding import DecodeError
    from tflintgrad.source.syntax.parse import SyntaxProblem

    #: What stands in for the analysis of a program: it may know the result already.
    Analyzer = Callable[[Program, Workspace], Analysis]


@dataclass(slots=True)
class AnalysisResults:
    """What the programs said, by absolute path."""

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    warnings: dict[str, list[str]] = field(default_factory=dict)
    broken: dict[str, SyntaxProblem | DecodeError] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)
    """The files that were analysed as programs."""
    remembered: set[str] = field(default_factory=set)
    """Those of them whose answer is that of an earlier run."""


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """What one program says."""

    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    broken: SyntaxProblem | DecodeError | None = None
    parsed: tuple[str, ...] = ()
    """The files that were parsed for it."""
    readable: bool = True
    lasting: bool = True
    """Whether it would say the same again: not if it ran out of something, or we have a bug."""
    heard: Dependencies | None = None
    """What it was told about its project, if somebody wants to remember that."""


class Programs:
    def __init__(
        self,
        workspace: Workspace,
        tensorflow_version: str = "",
        search: Search | None = None,
        *,
        time_limit: Callable[[str], float] = lambda _: limits.TIME_LIMIT_SECONDS,
        progress: Progress | None = None,
        analyzer: Analyzer | None = None,
        jobs: int = 1,
        known: ProgramCache | None = None,
    ) -> None:
        self._workspace = workspace
        self._known = known
        self._search = search or Search(Settings())
        self._version = tensorflow_version
        self._time_limit = time_limit
        #: Of the programs that are to be analysed.
        self._time_limits: dict[str, float] = {}
        self._progress = progress
        self._analyzer = analyzer
        self._jobs = jobs
        self._projects: dict[str, list[str]] = {}
        self._done: set[str] = set()
        self._answers = AnalysisResults()

    def about(self, files: Iterable[str]) -> AnalysisResults:
        """All findings in these files, and those elsewhere that hurt a query in them."""
        wanted = set(files)
        known = wanted
        while True:
            self._analyze(sorted(self._programs(known) - self._done))
            # Who else is hurt by a cut elsewhere decides how it is reported there.
            elsewhere = {path for path in self._answers.findings if path not in known}
            concerned = {path for path in elsewhere if self._concerns(path, wanted)}
            if not concerned:
                return self._settled(wanted)
            known = known | concerned

    @staged(PROJECT)
    def _programs(self, files: set[str]) -> set[str]:
        """The programs that can get to one of these files."""
        outlines = self._workspace.outlines
        projects = {id(project): project for project in map(self._project, files)}
        around = {path for project in projects.values() for path in project}
        around.update(files)
        reaching = outlines.importing(files, around)
        return {path for path in reaching if outlines.matters(path)}

    def _project(self, file: str) -> list[str]:
        """The files of the project that a file belongs to."""
        if not os.path.isabs(file):  # text that is no file
            return []
        home = self._workspace.outlines.projects.home(file)
        found = self._projects.get(home.root)
        if found is None:
            limit = limits.MAX_PROJECT_FOLDERS if home.marked else limits.MAX_UNMARKED_FOLDERS
            with stage(DISCOVERY):
                found = self._search.files_below(home.root, limit)
            if found is None and home.marked:
                message = f"{home.root}: too large to look up who imports a file"
                self._answers.warnings.setdefault(file, []).append(message)
            found = self._projects[home.root] = found or []
        return found

    def _analyze(self, programs: list[str]) -> None:
        self._done.update(programs)

        def watch(number: int, program: str) -> None:
            if self._progress is not None:
                self._progress(number, len(programs), self._workspace.shown(program))

        said = self._remembered(programs)
        self._answers.remembered.update(said)
        waiting = [program for program in programs if program not in said]
        self._time_limits = {program: self._time_limit(program) for program in waiting}
        self._workspace.expect(waiting)

        def run(work: Callable[[str], Any]) -> Iterator[tuple[str, Any]]:
            task = Task(work, ("tflintgrad.engine.analysis",), divide=self._workspace.divide)
            return done(task, waiting, self._jobs, watch)

        turns = deque(programs)
        self._take_all(said, turns)
        for program, fresh in timed_items(run, self._says):
            said[program] = fresh
            if self._known is not None:
                lasting = None if isinstance(fresh, Crashed) else fresh
                self._known.put(program, self._version, lasting, self._workspace)
            self._take_all(said, turns)

    def __getstate__(self) -> dict[str, object]:
        """What another process has to know: neither who watches, nor what was said so far."""
        kept = {"_workspace", "_version", "_time_limits", "_analyzer", "_known"}
        return {name: value for name, value in vars(self).items() if name in kept}

    def _remembered(self, programs: list[str]) -> dict[str, ProgramResult | Crashed]:
        if self._known is None:
            return {}
        get = self._known.get
        found = ((item, get(item, self._version, self._workspace)) for item in programs)
        return {program: said for program, said in found if said is not None}

    def _says(self, path: str) -> ProgramResult:
        workspace = self._workspace
        if not os.path.isabs(path):  # text that is no file
            return self._said(path, None)
        if self._known is None:
            return self._said(path, workspace.around(path))
        view = self._known.recording_view(path, workspace)
        return replace(self._said(path, view), heard=view.dependencies())

    def _said(self, path: str, around: ProjectView | None) -> ProgramResult:
        with stage(START):
            from tflintgrad.engine.analysis import Program, analyze
            from tflintgrad.source.syntax.parse import SyntaxProblem, TookTooLong

        workspace = self._workspace
        text = workspace.text(path)
        if text is None:
            return ProgramResult(readable=False)
        name = workspace.shown(path)
        given = frozenset[str]() if workspace.prefilter else None
        limit = self._time_limits[path]
        program = Program(
            text, name, tensorflow_version=self._version, given=given, time_limit=limit
        )
        if around is not None:
            program = replace(program, path=path, project=around, given=around.given)
        before, workspace.parsed = workspace.parsed, set()
        try:
            analyzer = self._analyzer
            analysis = analyzer(program, workspace) if analyzer else analyze(program)
        except SyntaxProblem as problem:
            return ProgramResult(broken=problem, lasting=not isinstance(problem, TookTooLong))
        except MemoryError:
            workspace.make_room()
            raise
        except Exception as problem:
            # A bug of ours must not cost the user the other files.
            return ProgramResult(warnings=(_crash(name, problem),), lasting=False)
        finally:
            parsed, workspace.parsed = workspace.parsed, before
            before |= parsed
            workspace.forget_program(path)
            gc.collect(0)  # values refer to each other; trees do not, and are not looked at
        return ProgramResult(analysis.findings, analysis.warnings, parsed=tuple(parsed))

    def _take_all(self, said: dict[str, ProgramResult | Crashed], turns: deque[str]) -> None:
        """As far as answers are there: in this order, whoever was ready first."""
        while turns and turns[0] in said:
            program = turns.popleft()
            self._take(program, said.pop(program))

    def _take(self, path: str, said: ProgramResult | Crashed) -> None:
        answers = self._answers
        if isinstance(said, Crashed):
            message = f"{self._workspace.shown(path)}: analysis failed: {said.reason}"
            said = ProgramResult(warnings=(message,), lasting=False)
        if said.readable:
            answers.programs.add(path)
        if said.broken is not None:
            answers.broken[path] = said.broken
        self._workspace.parsed.update(said.parsed)
        if said.warnings:
            answers.warnings.setdefault(path, []).extend(said.warnings)
        for finding in said.findings:
            place = self._workspace.path_of(finding.filename)
            answers.findings.setdefault(place, []).append(finding)

    def _concerns(self, path: str, files: set[str]) -> bool:
        return any(self._asked_in(finding, files) for finding in self._answers.findings[path])

    def _asked_in(self, finding: Finding, files: set[str]) -> bool:
        return any(self._workspace.path_of(spot.filename) in files for spot in finding.queries)

    def _settled(self, files: set[str]) -> AnalysisResults:
        """One finding per mistake, however many programs it hurts."""
        answers = self._answers
        settled = replace(answers, findings={})
        for path, findings in answers.findings.items():
            merged = _merged(findings)
            if path not in files:
                merged = [item for item in merged if self._asked_in(item, files)]
            if merged:
                settled.findings[path] = merged
        return settled


def _merged(findings: list[Finding]) -> list[Finding]:
    groups: dict[tuple[str, Location], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.span.start), []).append(finding)
    merged = []
    for group in groups.values():
        best = min(group, key=_rank)
        queries = dict.fromkeys(
            (*best.queries, *sorted((s for item in group for s in item.queries), key=_order))
        )
        programs = dict.fromkeys((best.program, *sorted(item.program for item in group)))
        merged.append(replace(best, queries=tuple(queries), programs=tuple(programs)))
    return merged


def _order(spot: Spot) -> tuple[str, Span]:
    return spot.filename, spot.span


_SEVERITIES = ("error", "warning", "info")


def _rank(finding: Finding) -> tuple[int, bool, bool, str]:
    """The worst first; then what the file itself shows."""
    return (
        _SEVERITIES.index(finding.severity),
        finding.effect == "wrong",
        finding.program != finding.filename,
        finding.program,
    )


def _crash(filename: str, problem: Exception) -> str:
    reason = " ".join(str(problem).split())[:200]
    kind = type(problem).__name__
    return f"{filename}: analysis failed: {kind}{': ' if reason else ''}{reason}"
