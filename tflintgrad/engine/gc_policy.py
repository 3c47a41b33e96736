"""Garbage-collection policy of a process that does nothing but one run."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult


def collect_later(results: Iterable[FileResult]) -> Iterator[FileResult]:
    """Yield `results`, with automatic garbage collection off until the first one is there.

    Syntax trees are large and live until the analysis ends: traversing them takes a tenth of a
    run. `entry_points` collects the graph of each program explicitly. Objects alive at the first
    result are frozen, so only a process that is about to end may use this.
    """
    gc.disable()
    try:
        for result in results:
            if not gc.isenabled():
                gc.freeze()
                gc.enable()
            yield result
    finally:
        gc.enable()
