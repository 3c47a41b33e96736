"""Findings for files of a workspace, once for each TensorFlow and table they are written for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.engine.program_results import AnalysisResults
from tflintgrad.engine.program_runner import ProgramRunner
from tflintgrad.profiling import count, is_on

if TYPE_CHECKING:
    from tflintgrad.engine.cache.program_cache import ProgramCache
    from tflintgrad.engine.file_settings import SettingsByFile
    from tflintgrad.engine.run_stats import Progress
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.knowledge.plugins import Plugin


def analyze_by_version(
    files: list[str],
    workspace: Workspace,
    settings: SettingsByFile,
    *,
    progress: Progress | None = None,
    jobs: int = 0,
    known: ProgramCache | None = None,
) -> AnalysisResults:
    """Analyse every program that can reach one of `files`, and return what they found.

    `known` holds program results of earlier runs.
    """
    by_version: dict[tuple[str, str], list[str]] = {}
    plugins: tuple[Plugin, ...] = ()
    for path in files:
        chosen = settings.of(path)
        plugins = plugins or chosen.plugins  # the same for all folders
        by_version.setdefault((chosen.tensorflow_version, chosen.own_ops), []).append(path)
    merged = AnalysisResults()
    for (version, own_ops), group in sorted(by_version.items()):
        workspace.own_ops = own_ops
        programs = ProgramRunner(
            workspace,
            version,
            settings.search,
            time_limit=lambda path: settings.of(path).time_limit,
            progress=progress,
            jobs=jobs,
            program_cache=known,
            plugins=plugins,
        )
        results = programs.results_for(group)
        if len(by_version) == 1:
            merged = results
        else:
            _merge(merged, results, other_groups=set(files).difference(group))
    _count(workspace, merged)
    return merged


def _merge(merged: AnalysisResults, results: AnalysisResults, other_groups: set[str]) -> None:
    """Add the results for one version, except those about files of another version."""
    for path, findings in results.findings.items():
        if path not in other_groups:
            before = merged.findings.setdefault(path, [])
            known = {(item.code, item.span.start) for item in before}
            before += [item for item in findings if (item.code, item.span.start) not in known]
    merged.warnings = results.warnings | merged.warnings
    merged.broken |= results.broken
    merged.programs |= results.programs
    merged.cached |= results.cached


def _count(workspace: Workspace, results: AnalysisResults) -> None:
    """Count programs and modules for `--profile`."""
    count("programs", len(results.programs - results.cached))
    count("programs from the cache", len(results.cached))
    count("modules parsed", len(workspace.parsed))


def count_lines(data: bytes) -> None:
    """Count the lines of a file for `--profile`."""
    if is_on():
        count("lines", data.count(b"\n"))
