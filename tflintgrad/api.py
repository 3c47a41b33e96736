"""The public API of tflintgrad: check files or texts, with explicit or configured settings."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tflintgrad.config.resolver import configured
from tflintgrad.engine import check as engine
from tflintgrad.engine import check_in_memory as in_memory
from tflintgrad.engine.check import DEFAULT_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.source.notebook import Notebook

__all__ = ["check", "check_files", "check_source", "check_texts", "configured"]


def check(
    paths: Iterable[str], settings: SettingsByFolder = DEFAULT_SETTINGS, *, jobs: int = 1
) -> Iterator[Finding]:
    """Yield all findings in files and directories, file by file, in a deterministic order.

    A file that cannot be read or analysed issues a Python warning; `check_files` reports it in the
    file's result instead. Both functions raise the same exceptions.
    """
    return _findings(check_files(paths, settings, jobs=jobs))


def _findings(results: Iterable[FileResult]) -> Iterator[Finding]:
    for result in results:
        for message in (*([result.error] if result.error else []), *result.warnings):
            warnings.warn(message, stacklevel=2)
        yield from result.findings


def check_files(
    paths: Iterable[str], settings: SettingsByFolder = DEFAULT_SETTINGS, *, jobs: int = 1
) -> Iterator[FileResult]:
    """Check files and directories; yield one result per file, in a deterministic order.

    `settings` are Settings for all files, or those of `configured()`, which reads the project's
    configuration for each file.

    The findings of a file can depend on other files of its project: on those that it imports, and
    on those that import it. A cut in a file that was not named is reported in that file, after all
    others, if it hurts a query in a file that was.

    Raises RulebookError at once if the settings name a rule that does not exist, and UnknownVersion
    (a ValueError) if they name a TensorFlow version that was not measured. A configuration that
    cannot be used raises ConfigurationError before the first result.

    With more than one of `jobs`, up to that many processes share large trees of files; the results
    are the same. Processes are forked only where that is safe, and never run the caller's script
    again.
    """
    return engine.check(paths, settings, jobs=jobs if jobs > 1 else 0)


def check_source(
    text: str, filename: str = "<string>", settings: SettingsByFolder = DEFAULT_SETTINGS
) -> list[Finding]:
    """Return the findings in one program given as text."""
    return list(in_memory.check_text(text, filename, settings).findings)


def check_texts(
    texts: Mapping[str, str | Notebook],
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    *,
    files: Iterable[str] | None = None,
    roots: Iterable[str] = (),
) -> list[FileResult]:
    """Check texts in place of the files at their paths, such as unsaved texts of an editor.

    Return the results of `files` (by default all keys of `texts`), then those of other files whose
    cuts hurt them. Every program that imports one of the paths sees its text. Paths are absolute;
    any other name stands for a program without a project. `roots` are folders where a project
    begins if no file marks its root.
    """
    return in_memory.check_texts(texts, settings, files=files, roots=roots)
