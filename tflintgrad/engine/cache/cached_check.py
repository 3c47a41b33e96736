"""A run that reuses the results of earlier ones: the cached branch of `engine.check.check`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.engine.cache import storage
from tflintgrad.engine.cache.relative_paths import RelativePaths
from tflintgrad.engine.cache.run_cache import RecordingSettings, RunCache
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.profiling import CACHE, DISCOVERY, count, stage
from tflintgrad.project.module_resolver import project_folder
from tflintgrad.source.file_stamp import now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.run_stats import RunStats


def check_with_cache(
    named: list[str], settings: SettingsByFolder, stats: RunStats, jobs: int, folder: str
) -> Iterator[FileResult]:
    """Yield the results of a run; `folder` is where results of earlier runs are cached."""
    started = now()
    recorded = RecordingSettings(settings)
    by_file = SettingsByFile(recorded)
    with stage(DISCOVERY):
        candidates = list(by_file.search.discover(named))
    paths = RelativePaths(project_folder(os.getcwd()))
    with stage(CACHE):
        run = RunCache(folder, paths, named, candidates, by_file.search, recorded)
        known = run.get()
    if known is not None:
        results, stats.cached = known
        stats.files = len(candidates)
        count("files", stats.files)
        count("programs from the cache", stats.cached)
        yield from results
        return
    # A run that is cached as a whole imports none of these.
    from tflintgrad.engine.cache.analysis_cache import AnalysisCache
    from tflintgrad.engine.cache.tool_stamp import StampedStore
    from tflintgrad.engine.check_on_disk import check_candidates, workspace_of

    with stage(CACHE):
        storage.prepare(folder)
        cache = AnalysisCache(StampedStore(folder, "check"), paths, started)
    workspace = workspace_of(named, candidates, cache)
    try:
        for result in check_candidates(candidates, workspace, by_file, stats, jobs, cache.programs):
            run.note(result, workspace)
            yield result
    finally:  # an interrupted run keeps the programs that it finished
        with stage(CACHE):
            cache.save(workspace)
    with stage(CACHE):
        run.put(cache, workspace, stats.programs + stats.cached)
