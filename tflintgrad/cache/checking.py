"""`check`, with what earlier runs found out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflintgrad.cache import folder as kept
from tflintgrad.cache.places import Places
from tflintgrad.cache.runs import AskedSettings, Run
from tflintgrad.selection import Selections
from tflintgrad.sources.projects import project_folder
from tflintgrad.sources.signatures import now
from tflintgrad.stages import CACHE, DISCOVERY, count, stage

if TYPE_CHECKING:
    from tflintgrad.effort import Effort
    from tflintgrad.fileresult import FileResult
    from tflintgrad.settings import SettingsByFolder


def check_or_recall(
    paths: Iterable[str],
    settings: SettingsByFolder,
    effort: Effort,
    jobs: int,
    folder: str,
) -> Iterator[FileResult]:
    """The same as `check_files`, which remembers nothing; `folder` is where this does."""
    began = now()
    asked = AskedSettings(settings)
    chosen = Selections(asked)
    named = list(paths)
    with stage(DISCOVERY):
        candidates = list(chosen.search.discover(named))
    places = Places(project_folder(os.getcwd()))
    with stage(CACHE):
        run = Run(folder, places, named, candidates, chosen.search, asked)
        known = run.recall()
    if known is not None:
        results, effort.remembered = known
        effort.files = len(candidates)
        count("files", effort.files)
        count("programs remembered", effort.remembered)
        yield from results
        return
    from tflintgrad.api import check_candidates, workspace_of
    from tflintgrad.cache.memory import Memory

    with stage(CACHE):
        kept.prepare(folder)
        memory = Memory(folder, places, began)
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
        run.keep(memory, workspace, effort.programs + effort.remembered)
