"""tflintgrad as a library; the command line, editors and tests are built on these functions."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.findings import Finding, Location, Span
from tflintgrad.rulebook import SYNTAX_ERROR, rulebook
from tflintgrad.sources.discovery import discover
from tflintgrad.sources.prefilter import matters
from tflintgrad.sources.reading import Undecodable, Unreadable, decode, normalize, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.analysis import Analysis
    from tflintgrad.sources.discovery import Candidate


@dataclass(frozen=True, slots=True)
class Settings:
    """Which rules to report: codes, prefixes (`TFG2`), names, or `ALL`; and for which TensorFlow.

    With an empty `select`, the rules that are on by default are reported. Without a version such
    as "2.15", the newest TensorFlow that was measured is assumed.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    tensorflow_version: str = ""


@dataclass(frozen=True, slots=True)
class FileResult:
    """What there is to say about one file.

    `error` is set when the file could not be checked at all (missing, unreadable); `warnings` are
    lines for people, about parts that could not be analysed.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str | None = None
    text: str | None = None
    """The source, kept only where there are findings to show."""


DEFAULT_SETTINGS = Settings()


def check_source(
    text: str, filename: str = "<string>", settings: Settings = DEFAULT_SETTINGS
) -> list[Finding]:
    """Check one program given as text."""
    return list(check_text(text, filename, settings).findings)


def check(paths: Iterable[str], settings: Settings = DEFAULT_SETTINGS) -> Iterator[FileResult]:
    """Check files and directories, one result per file, in a deterministic order.

    Raises RulebookError at once when the settings name a rule that does not exist, and
    UnknownVersion (a ValueError) when they name a TensorFlow that nobody measured.
    """
    chosen = Selection(settings)
    return (_check_file(candidate, chosen) for candidate in discover(paths))


def check_text(text: str, filename: str, settings: Settings = DEFAULT_SETTINGS) -> FileResult:
    """Like `check_source`, with the warnings."""
    chosen = Selection(settings)
    try:
        data = text.encode()
    except UnicodeEncodeError:  # lone surrogates: no file can say that
        problem = Undecodable("contains characters that no encoding has", 1, 1)
        return _unreadable_text(filename, problem, "", chosen)
    text = normalize(text)
    if not matters(data) and _parses(text):
        return FileResult(filename)
    return _check_text(text, filename, chosen)


def check_bytes(data: bytes, filename: str, settings: Settings = DEFAULT_SETTINGS) -> FileResult:
    """Like `check_text`, for what comes from a file or from standard input."""
    return _check_bytes(data, filename, named=True, chosen=Selection(settings))


class Selection:
    """The settings, resolved: is this code reported?"""

    def __init__(self, settings: Settings) -> None:
        book = rulebook()
        self.tensorflow_version = settings.tensorflow_version
        if settings.tensorflow_version:
            from tflintgrad.flow.ops import check_version

            check_version(settings.tensorflow_version)
        # Asking for the folder's listing is not free, and most runs name no rule.
        self._select = book.expand(settings.select) if settings.select else None
        self._extend = book.expand(settings.extend_select) if settings.extend_select else {}
        self._ignore = book.expand(settings.ignore) if settings.ignore else {}

    def __contains__(self, code: str) -> bool:
        ignored = self._ignore.get(code, -1)
        if code == SYNTAX_ERROR:
            # A file that could not be read is worth knowing whatever was selected; only naming
            # this very rule silences it.
            return ignored < len(SYNTAX_ERROR)
        wanted = self._extend.get(code, -1)
        if self._select is not None:
            wanted = max(wanted, self._select.get(code, -1))
        elif rulebook().is_default(code):
            wanted = max(wanted, 0)
        return wanted > ignored


def _check_file(candidate: Candidate, chosen: Selection) -> FileResult:
    if candidate.problem is not None:
        return FileResult(candidate.path, error=f"{candidate.path}: {candidate.problem}")
    try:
        data = read_bytes(candidate.path)
    except Unreadable as problem:
        return FileResult(candidate.path, error=f"{candidate.path}: cannot be read: {problem}")
    return _check_bytes(data, candidate.path, candidate.named, chosen)


def _check_bytes(data: bytes, filename: str, named: bool, chosen: Selection) -> FileResult:
    relevant = matters(data)
    # Somebody who names a file wants to hear that it is broken. In a tree, files that cannot
    # matter are not even decoded: that is what makes large trees cheap.
    if not relevant and not named:
        return FileResult(filename)
    try:
        text = decode(data)
    except Undecodable as problem:
        return _unreadable_text(filename, problem, data.decode("utf-8", "replace"), chosen)
    if not relevant and _parses(text):
        return FileResult(filename)
    return _check_text(text, filename, chosen)


def _parses(text: str) -> bool:
    """Whether the running Python accepts the text: a yes for nearly every file, without libcst.

    After a no the analysis is asked, which has the last word and words the problem.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the user's invalid escapes are not our subject
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _check_text(text: str, filename: str, chosen: Selection) -> FileResult:
    from tflintgrad.analysis import SyntaxProblem, analyze  # imports libcst

    try:
        analysis: Analysis = analyze(text, filename, chosen.tensorflow_version)
    except SyntaxProblem as problem:
        broken = Undecodable(problem.message, problem.row, problem.column)
        return _unreadable_text(filename, broken, text, chosen)
    except Exception as problem:
        # A bug of ours must not cost the user the other files.
        return FileResult(filename, warnings=(_crash(filename, problem),))
    return _result(filename, text, analysis.findings, analysis.warnings, chosen)


def _crash(filename: str, problem: Exception) -> str:
    reason = " ".join(str(problem).split())[:200]
    kind = type(problem).__name__
    return f"{filename}: analysis failed: {kind}{': ' if reason else ''}{reason}"


def _unreadable_text(
    filename: str, problem: Undecodable, text: str, chosen: Selection
) -> FileResult:
    place = Location(max(problem.row, 1), max(problem.column, 1))
    finding = Finding(
        code=SYNTAX_ERROR,
        message=problem.message,
        filename=filename,
        span=Span(place, Location(place.row, place.column + 1)),
        severity="error",
        effect="error",
    )
    return _result(filename, normalize(text), (finding,), (), chosen)


def _result(
    filename: str,
    text: str,
    findings: tuple[Finding, ...],
    warned: tuple[str, ...],
    chosen: Selection,
) -> FileResult:
    reported = [finding for finding in findings if finding.code in chosen]
    if reported:
        from tflintgrad.sources.suppressions import unsuppressed

        reported = unsuppressed(reported, text)
    reported.sort(key=lambda finding: (finding.span.start, finding.code, finding.message))
    return FileResult(filename, tuple(reported), warned, text=text if reported else None)
