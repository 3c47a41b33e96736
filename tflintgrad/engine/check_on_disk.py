"""Check files on disk: read each one, analyse the programs that reach it, assemble its result."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.engine.analyze_by_tensorflow_version import analyze_by_version, count_lines
from tflintgrad.engine.assemble_file_result import broken_text, file_result, unreadable_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.unused_suppressions import UnusedSuppressions
from tflintgrad.engine.workspace import Workspace
from tflintgrad.profiling import READING, count, stage
from tflintgrad.project.prefilter.keywords import may_have_finding
from tflintgrad.source.cpython_parser import parses
from tflintgrad.source.decoding import DecodeError, as_ascii_superset, decode
from tflintgrad.source.files import (
    BrokenNotebook,
    Unreadable,
    is_notebook,
    too_large,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.engine.cache.analysis_cache import AnalysisCache
    from tflintgrad.engine.cache.program_cache import ProgramCache
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.run_stats import RunStats
    from tflintgrad.project.discovery import Candidate


def workspace_of(
    named: list[str],
    candidates: list[Candidate],
    known: AnalysisCache | None = None,
    *,
    prefilter: bool = True,
) -> Workspace:
    """Return a workspace of the `candidates` that were found for the paths `named`."""
    shown = {_absolute(item.path): item.path for item in candidates}
    roots = [path for path in named if os.path.isdir(path)]
    return Workspace(shown, roots=roots, known=known, prefilter=prefilter)


def check_candidates(
    candidates: list[Candidate],
    workspace: Workspace,
    settings: SettingsByFile,
    stats: RunStats,
    jobs: int,
    known: ProgramCache | None = None,
) -> Iterator[FileResult]:
    """Yield the results of `candidates`, then those of other files whose cuts hurt them.

    `known` holds program results of earlier runs.
    """
    suppressions = UnusedSuppressions(workspace, settings)
    with stage(READING):
        finished = _read_all(candidates, workspace, suppressions, settings, stats)
    # There may be a great many files: `path_of` returns one shared string for each path.
    files = [workspace.absolute_path(item.path) for item in candidates if item.path not in finished]
    results = analyze_by_version(
        files, workspace, settings, progress=stats.progress, jobs=jobs, known=known
    )
    count("files", len(candidates))
    stats.files = len(candidates)
    stats.programs = len(results.programs - results.cached)
    stats.cached = len(results.cached)
    stats.parsed = len(workspace.parsed)
    workspace.evict_trees()
    for candidate in candidates:
        if candidate.path in finished:
            yield finished[candidate.path]
        else:
            path = workspace.absolute_path(candidate.path)
            yield file_result(
                path, workspace, results, settings, suppressions, named=candidate.named
            )
    for path in sorted(set(results.findings).difference(files)):
        if not settings.search.is_user_excluded(path):
            yield file_result(path, workspace, results, settings)


def _read_all(
    candidates: list[Candidate],
    workspace: Workspace,
    suppressions: UnusedSuppressions,
    settings: SettingsByFile,
    stats: RunStats,
) -> dict[str, FileResult]:
    """Read every file; return the results of those that need no analysis, by path."""
    finished: dict[str, FileResult] = {}
    for number, candidate in enumerate(candidates):
        if stats.progress is not None:
            stats.progress(number, len(candidates), candidate.path)
        result = _early_result(candidate, workspace, suppressions, settings)
        if result is not None:
            finished[candidate.path] = result
    return finished


def _early_result(
    candidate: Candidate,
    workspace: Workspace,
    suppressions: UnusedSuppressions,
    settings: SettingsByFile,
) -> FileResult | None:
    """Return the result of a file that cannot be analysed, such as one that is not text."""
    shown = candidate.path
    if candidate.problem is not None:
        return FileResult(shown, error=f"{shown}: {candidate.problem}")
    path = workspace.absolute_path(shown)
    cache = workspace.files
    plain_noqa = settings.of(path).unused_noqa
    if cache is not None:
        noted = cache.has_suppressions(path, named=candidate.named, plain_noqa=plain_noqa)
        if noted is not None:
            suppressions.note_cached(path, noted)
            return None
    result = _read(candidate, path, workspace, suppressions, settings)
    if cache is not None and result is None:
        noted = path in suppressions
        cache.note_suppressions(path, named=candidate.named, plain_noqa=plain_noqa, found=noted)
    return result


def _read(
    candidate: Candidate,
    path: str,
    workspace: Workspace,
    suppressions: UnusedSuppressions,
    settings: SettingsByFile,
) -> FileResult | None:
    """Read a file and index its bytes; return a result only if the file cannot be analysed."""
    shown = candidate.path
    try:
        data = workspace.read(path)
    except Unreadable as problem:
        return FileResult(shown, error=f"{shown}: cannot be read: {problem}")
    except BrokenNotebook as broken:
        return unreadable_text(shown, DecodeError(str(broken), 1, 1), "", settings)
    count_lines(data)
    plain = data if is_notebook(shown) else as_ascii_superset(data)
    if len(data) > limits.MAX_CODE_BYTES:
        if not candidate.named and not _is_relevant(plain, workspace):
            return FileResult(shown)
        large = DecodeError(too_large(len(data)), 1, 1)
        return unreadable_text(shown, large, "", settings)
    workspace.import_graph.add(path, plain)
    suppressions.note(path, plain)
    if is_notebook(shown):
        return None
    try:
        text = decode(data)
    except DecodeError as problem:
        return unreadable_text(shown, problem, data.decode("utf-8", "replace"), settings)
    # The analysis reports the syntax errors of relevant files. Others are only parsed, once: the
    # cache knows files that were accepted.
    if not _is_relevant(plain, workspace) and not parses(text):
        return broken_text(text, shown, settings)
    return None


def _is_relevant(plain: bytes, workspace: Workspace) -> bool:
    return not workspace.prefilter or may_have_finding(plain)


def _absolute(path: str) -> str:
    """Return the absolute path; the same string, to save memory, if `path` is absolute."""
    absolute = os.path.abspath(path)
    return path if absolute == path else absolute
