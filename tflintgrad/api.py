"""`tflintgrad.check`: the findings in files, without what else there is to say about them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tflintgrad.engine.check import DEFAULT_SETTINGS, check_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult


def check(
    paths: Iterable[str], settings: SettingsByFolder = DEFAULT_SETTINGS, *, jobs: int = 1
) -> Iterator[Finding]:
    """All findings in files and directories, file by file, in a deterministic order.

    What cannot be read or analysed is told as a Python warning; `tflintgrad.check_files` yields
    one result per file instead, with its findings, its text, and that. What both raise is the same.
    """
    return _findings(check_files(paths, settings, jobs=jobs))


def _findings(results: Iterable[FileResult]) -> Iterator[Finding]:
    for result in results:
        for message in (*([result.error] if result.error else []), *result.warnings):
            warnings.warn(message, stacklevel=2)
        yield from result.findings
