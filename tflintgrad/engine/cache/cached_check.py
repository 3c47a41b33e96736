"""`check`, with what earlier runs found out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflintgrad.engine.cache.relative_paths import RelativePaths
from tflintgrad.engine.cache.run_cache import RecordingSettings, RunCache
from tflintgrad.engine.cache.storage import prepare
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.profiling import CACHE, DISCOVERY, count, stage
from tflintgrad.project.module_resolver import project_folder
from tflintgrad.source.file_signature import now

if TYPE_CHECKING:
    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.run_stats import RunStats


def check_with_cache(
    paths: Iterable[str],
    settings: SettingsByFolder,
    effort: RunStats,
    jobs: int,
    folder: str,
) -> Iterator[FileResult]:
    """The same as `check_files`, which remembers nothing; `folder` is where this does."""
    began = now()
    asked = RecordingSettings(settings)
    chosen = SettingsByFile(asked)
    named = list(paths)
    with stage(DISCOVERY):
        candidates = list(chosen.search.discover(named))
    relative = RelativePaths(project_folder(os.getcwd()))
    with stage(CACHE):
        run = RunCache(folder, relative, named, candidates, chosen.search, asked)
        known = run.get()
    if known is not None:
        results, effort.remembered = known
        effort.files = len(candidates)
        count("files", effort.files)
        count("programs remembered", effort.remembered)
        yield from results
        return
    from tflintgrad.engine.cache.analysis_cache import AnalysisCache
    from tflintgrad.engine.check import check_candidates, workspace_of

    with stage(CACHE):
        prepare(folder)
        memory = AnalysisCache(folder, relative, began)
    workspace = workspace_of(named, candidates, memory.files)
    try:
        for result in check_candidates(
            candidates, workspace, chosen, effort, jobs, memory.programs
        ):
            run.note(result, workspace)
            yield result
    finally:  # also when somebody lost patience: what is done is done
        with stage(CACHE):
            memory.save(workspace)
    with stage(CACHE):
        run.put(memory, workspace, effort.programs + effort.remembered)
