"""A run: paths and settings in, one result per file out. It prints nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.config.settings import Settings
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.profiling import DISCOVERY, stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.engine.file_result import FileResult

DEFAULT_SETTINGS = Settings()


def check(
    paths: Iterable[str],
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    *,
    stats: RunStats | None = None,
    jobs: int = 0,
    cache_folder: str | None = None,
    prefilter: bool = True,
) -> Iterator[FileResult]:
    """Yield one result per file of `paths`, in a deterministic order, then those of other files.

    Other files are files of the project that were not named, but hold a cut that hurts a query in
    one that was. `stats` is filled in as the run goes on, and reports its progress. `jobs` is the
    largest number of processes for the analysis, which can be ended from outside; with 0, it runs
    in the calling process. Results of earlier runs are reused from `cache_folder`, and kept there.
    Without `prefilter` every file is analysed as a program, and nothing is cached.
    """
    named = list(paths)
    stats = stats or RunStats()
    if cache_folder is not None and prefilter and named:
        from tflintgrad.engine.cache.cached_check import check_with_cache

        return check_with_cache(named, settings, stats, jobs, cache_folder)
    # Created here, not in the generator: an unknown rule raises before any file is read.
    return _check_anew(named, SettingsByFile(settings), stats, jobs, prefilter)


def _check_anew(
    named: list[str], settings: SettingsByFile, stats: RunStats, jobs: int, prefilter: bool
) -> Iterator[FileResult]:
    with stage(DISCOVERY):
        candidates = list(settings.search.discover(named))
    from tflintgrad.engine.check_on_disk import check_candidates, workspace_of

    workspace = workspace_of(named, candidates, prefilter=prefilter)
    yield from check_candidates(candidates, workspace, settings, stats, jobs)
