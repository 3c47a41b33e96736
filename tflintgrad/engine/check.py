"""tflintgrad as a library; the command line, editors and tests are built on these functions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.config.settings import Settings
from tflintgrad.engine.assemble import answer, broken_text, unreadable_text
from tflintgrad.engine.entry_points import AnalysisResults, Programs
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.run_stats import Progress, RunStats
from tflintgrad.engine.unused_noqa import UnusedSuppressions
from tflintgrad.engine.workspace import Workspace, is_python
from tflintgrad.profiling import DISCOVERY, READING, count, is_on, stage
from tflintgrad.project.prefilter.keywords import matters
from tflintgrad.source.decoding import DecodeError, as_ascii_superset, decode, normalize, parses
from tflintgrad.source.files import (
    BrokenNotebook,
    Unreadable,
    is_notebook,
    too_large,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.cache.file_cache import FileCache
    from tflintgrad.engine.cache.program_cache import ProgramCache
    from tflintgrad.engine.entry_points import Analyzer
    from tflintgrad.project.discovery import Candidate
    from tflintgrad.source.notebook import Notebook


DEFAULT_SETTINGS = Settings()


def check_source(
    text: str, filename: str = "<string>", settings: SettingsByFolder = DEFAULT_SETTINGS
) -> list[Finding]:
    """Check one program given as text."""
    return list(check_text(text, filename, settings).findings)


def check_files(
    paths: Iterable[str],
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    effort: RunStats | None = None,
    jobs: int = 1,
    *,
    prefilter: bool = True,
) -> Iterator[FileResult]:
    """Check files and directories, one result per file, in a deterministic order.

    `settings` are Settings, or those of `tflintgrad.configured()`, which are found file by file in
    the project's configuration.

    What a file is reported for can depend on other files of its project: on those that it imports,
    and on those that import it. A cut in a file that was not named is reported where it is, after
    the others, if it hurts a query in one that was.

    Raises RulebookError at once when the settings name a rule that does not exist, and
    UnknownVersion (a ValueError) when they name a TensorFlow that nobody measured. A configuration
    that cannot be used raises ConfigurationError, before the first result.

    With more than one of `jobs`, so many processes divide large trees among them; the results are
    the same. They are forked only where that is safe, and never run the caller's script again.
    Without `prefilter` every file is analysed as a program, whatever it says: that finds nothing
    more, and is for tests of that.
    """
    return _results(paths, SettingsByFile(settings), effort or RunStats(), jobs, prefilter)


def check_text(
    text: str, filename: str, settings: SettingsByFolder = DEFAULT_SETTINGS
) -> FileResult:
    """Like `check_source`, with the warnings."""
    chosen = SettingsByFile(settings)
    try:
        data = text.encode()
    except UnicodeEncodeError:  # lone surrogates: no file can say that
        problem = DecodeError("contains characters that no encoding has", 1, 1)
        return unreadable_text(filename, problem, "", chosen)
    path = os.path.abspath(filename) if _is_place(filename) else filename
    return _check_data(data, normalize(text), path, filename, chosen)[0]


def check_bytes(
    data: bytes,
    filename: str,
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    *,
    prefilter: bool = True,
) -> list[FileResult]:
    """Check what comes from standard input, in the place of the file `filename`.

    The first result is about that file, others about files of its project whose cuts hurt it.
    """
    chosen = SettingsByFile(settings)
    if chosen.search.leaves_out(filename):
        return [FileResult(filename)]
    # It is the name of a file, even if nobody has saved that yet; but not `<stdin>`.
    path = os.path.abspath(filename) if not filename.startswith("<") else filename
    try:
        if is_notebook(filename):
            from tflintgrad.source.notebook import read_notebook

            notebook = read_notebook(data, is_python)
            return _check_one(notebook, path, filename, chosen, prefilter)
        text = decode(data)
    except BrokenNotebook as broken:
        return [unreadable_text(filename, DecodeError(str(broken), 1, 1), "", chosen)]
    except DecodeError as problem:
        return [unreadable_text(filename, problem, data.decode("utf-8", "replace"), chosen)]
    return _check_data(data, text, path, filename, chosen, prefilter)


def check_texts(
    texts: Mapping[str, str | Notebook],
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    *,
    files: Iterable[str] | None = None,
    roots: Iterable[str] = (),
    progress: Progress | None = None,
    analyzer: Analyzer | None = None,
) -> list[FileResult]:
    """Check texts in the place of files, such as those that an editor has not saved yet.

    Every text counts, for all programs that import its file; the results are about `files`, by
    default all that have a text, and then about others whose cuts hurt these. Paths are absolute;
    a name that is not stands for a program without a project. `roots` are folders where a project
    begins if nothing else says so.
    """
    chosen = SettingsByFile(settings)
    workspace = _overlaid(texts, {path: path for path in texts}, roots)
    wanted = [path for path in files or texts if not chosen.search.unwanted(path)]
    answers = _answers(wanted, workspace, chosen, progress=progress, analyzer=analyzer)
    return _check_some(wanted, workspace, answers, chosen)


def _results(
    paths: Iterable[str], chosen: SettingsByFile, effort: RunStats, jobs: int, prefilter: bool
) -> Iterator[FileResult]:
    named = list(paths)
    with stage(DISCOVERY):
        candidates = list(chosen.search.discover(named))
    workspace = workspace_of(named, candidates, prefilter=prefilter)
    yield from check_candidates(candidates, workspace, chosen, effort, jobs)


def workspace_of(
    named: list[str],
    candidates: list[Candidate],
    files: FileCache | None = None,
    *,
    prefilter: bool = True,
) -> Workspace:
    shown = {_absolute(item.path): item.path for item in candidates}
    roots = [path for path in named if os.path.isdir(path)]
    return Workspace(shown, roots=roots, files=files, prefilter=prefilter)


def check_candidates(
    candidates: list[Candidate],
    workspace: Workspace,
    chosen: SettingsByFile,
    effort: RunStats,
    jobs: int,
    known: ProgramCache | None = None,
) -> Iterator[FileResult]:
    """What there is to say about files that were found, and others whose cuts hurt them.

    `known` is what earlier runs know about programs.
    """
    comments = UnusedSuppressions(workspace, chosen)
    counted = _counted(candidates, effort)
    with stage(READING):
        settled: dict[str, FileResult] = {}
        for item in counted:
            early = _settled_early(item, workspace, comments, chosen)
            if early is not None:
                settled[item.path] = early
    # There may be a great many: each path is there once, and everybody has the same string.
    files = [workspace.path_of(item.path) for item in candidates if item.path not in settled]
    answers = _answers(files, workspace, chosen, progress=effort.progress, jobs=jobs, known=known)
    effort.files = len(candidates)
    effort.programs = len(answers.programs - answers.remembered)
    effort.remembered = len(answers.remembered)
    effort.parsed = len(workspace.parsed)
    _count(len(candidates), workspace, answers)
    workspace.make_room()
    for candidate in candidates:
        if candidate.path in settled:
            yield settled[candidate.path]
        else:
            path = workspace.path_of(candidate.path)
            yield answer(path, workspace, answers, chosen, comments, named=candidate.named)
    for path in sorted(set(answers.findings).difference(files)):
        if not chosen.search.unwanted(path):
            yield answer(path, workspace, answers, chosen)


def _answers(
    files: list[str],
    workspace: Workspace,
    chosen: SettingsByFile,
    *,
    progress: Progress | None = None,
    analyzer: Analyzer | None = None,
    jobs: int = 1,
    known: ProgramCache | None = None,
) -> AnalysisResults:
    """What the programs say about some files, each in terms of the TensorFlow it is for."""
    versions: dict[str, list[str]] = {}
    for path in files:
        versions.setdefault(chosen.of(path).tensorflow_version, []).append(path)
    found = AnalysisResults()
    for version, group in sorted(versions.items()):
        programs = Programs(
            workspace,
            version,
            chosen.search,
            time_limit=lambda path: chosen.of(path).time_limit,
            progress=progress,
            analyzer=analyzer,
            jobs=jobs,
            known=known,
        )
        answers = programs.about(group)
        if len(versions) == 1:
            return answers
        others = set(files).difference(group)
        for path, findings in answers.findings.items():
            if path not in others:
                before = found.findings.setdefault(path, [])
                places = {(item.code, item.span.start) for item in before}
                before += [f for f in findings if (f.code, f.span.start) not in places]
        found.warnings = answers.warnings | found.warnings
        found.broken |= answers.broken
        found.programs |= answers.programs
        found.remembered |= answers.remembered
    return found


def _counted(candidates: list[Candidate], effort: RunStats) -> Iterator[Candidate]:
    for number, candidate in enumerate(candidates):
        if effort.progress is not None:
            effort.progress(number, len(candidates), candidate.path)
        yield candidate


def _settled_early(
    candidate: Candidate, workspace: Workspace, comments: UnusedSuppressions, chosen: SettingsByFile
) -> FileResult | None:
    """What can be said about a file before any program is analysed: often that it is not text."""
    shown = candidate.path
    if candidate.problem is not None:
        return FileResult(shown, error=f"{shown}: {candidate.problem}")
    path = workspace.path_of(shown)
    known = workspace.files
    plain_noqa = chosen.of(path).unused_noqa
    if known is not None:
        noted = known.has_suppressions(path, named=candidate.named, plain_noqa=plain_noqa)
        if noted is not None:
            comments.note_unread(path, noted)
            return None
    settled = _read_early(candidate, path, workspace, comments, chosen)
    if known is not None and settled is None:
        known.note_suppressions(
            path, named=candidate.named, plain_noqa=plain_noqa, found=path in comments
        )
    return settled


def _read_early(
    candidate: Candidate,
    path: str,
    workspace: Workspace,
    comments: UnusedSuppressions,
    chosen: SettingsByFile,
) -> FileResult | None:
    shown = candidate.path
    notebook = is_notebook(shown)
    try:
        data = workspace.read(path)
    except Unreadable as problem:
        return FileResult(shown, error=f"{shown}: cannot be read: {problem}")
    except BrokenNotebook as broken:
        return unreadable_text(shown, DecodeError(str(broken), 1, 1), "", chosen)
    _count_lines(data)
    plain = data if notebook else as_ascii_superset(data)
    if len(data) > limits.MAX_CODE_BYTES:
        large = DecodeError(too_large(len(data)), 1, 1)
        said = candidate.named or _is_relevant(plain, workspace)
        return unreadable_text(shown, large, "", chosen) if said else FileResult(shown)
    workspace.outlines.note(path, plain)
    comments.note(path, plain)
    # Somebody who names a file wants to hear that it is broken; in a tree, only files that can
    # matter are worth a word.
    if notebook:
        return None
    try:
        text = decode(data)
    except DecodeError as problem:
        if not (candidate.named or _is_relevant(plain, workspace)):
            return None
        return unreadable_text(shown, problem, data.decode("utf-8", "replace"), chosen)
    if candidate.named and not _is_relevant(plain, workspace) and not parses(text):
        return broken_text(text, shown, chosen)
    return None


def _is_relevant(plain: bytes, workspace: Workspace) -> bool:
    return not workspace.prefilter or matters(plain)


def _check_data(
    data: bytes, text: str, path: str, filename: str, chosen: SettingsByFile, prefilter: bool = True
) -> list[FileResult]:
    if not matters(data) and not parses(text):
        result = broken_text(text, filename, chosen)
        if result is not None:
            return [result]
    return _check_one(text, path, filename, chosen, prefilter)


def _check_one(
    text: str | Notebook, path: str, filename: str, chosen: SettingsByFile, prefilter: bool
) -> list[FileResult]:
    """Check text in the place of a file, if there can be such a file, or by itself."""
    workspace = _overlaid({path: text}, {path: filename}, prefilter=prefilter)
    return _check_some([path], workspace, _answers([path], workspace, chosen), chosen)


def _overlaid(
    texts: Mapping[str, str | Notebook],
    shown: Mapping[str, str],
    roots: Iterable[str] = (),
    *,
    prefilter: bool = True,
) -> Workspace:
    plain = {path: text for path, text in texts.items() if isinstance(text, str)}
    workspace = Workspace(shown, plain, roots, prefilter=prefilter)
    for path, text in texts.items():
        if not isinstance(text, str):
            workspace.put(path, text)
    return workspace


def _check_some(
    files: list[str], workspace: Workspace, answers: AnalysisResults, chosen: SettingsByFile
) -> list[FileResult]:
    """What there is to say about these files first, then about others whose cuts hurt them."""
    comments = UnusedSuppressions(workspace, chosen)
    for path in files:
        data = workspace.data(path) or b""
        _count_lines(data)
        comments.note(path, data)
    _count(len(files), workspace, answers)
    others = sorted(answers.findings.keys() - set(files))
    return [
        *(answer(path, workspace, answers, chosen, comments) for path in files),
        *(
            answer(path, workspace, answers, chosen)
            for path in others
            if not chosen.search.unwanted(path)
        ),
    ]


def _count(files: int, workspace: Workspace, answers: AnalysisResults) -> None:
    """For `--profile`."""
    count("files", files)
    count("programs", len(answers.programs - answers.remembered))
    count("programs remembered", len(answers.remembered))
    count("modules parsed", len(workspace.parsed))


def _count_lines(data: bytes) -> None:
    if is_on():
        count("lines", data.count(b"\n"))


def _absolute(path: str) -> str:
    """The same string, if it is absolute."""
    absolute = os.path.abspath(path)
    return path if absolute == path else absolute


def _is_place(filename: str) -> bool:
    """Can a file of this name be part of a project?"""
    return os.path.isabs(filename) or os.path.exists(filename)
