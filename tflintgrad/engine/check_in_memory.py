"""Check texts in memory: source strings, standard input, and unsaved texts of an editor."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad.engine.analyze_by_tensorflow_version import analyze_by_version, count_lines
from tflintgrad.engine.assemble_file_result import broken_text, file_result, unreadable_text
from tflintgrad.engine.check import DEFAULT_SETTINGS
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.unused_suppressions import UnusedSuppressions
from tflintgrad.engine.workspace import Workspace, is_python
from tflintgrad.profiling import count
from tflintgrad.project.prefilter.keywords import may_have_finding
from tflintgrad.source.cpython_parser import parses
from tflintgrad.source.decoding import DecodeError, decode, normalize
from tflintgrad.source.files import BrokenNotebook, is_notebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.engine.cache.analysis_cache import AnalysisCache
    from tflintgrad.engine.cache.memory_cache import MemoryCache
    from tflintgrad.engine.program_results import AnalysisResults
    from tflintgrad.engine.run_stats import Progress
    from tflintgrad.engine.workspace import Tree
    from tflintgrad.source.lru_cache import SizedLRU
    from tflintgrad.source.notebook import Notebook


def check_text(
    text: str, filename: str, settings: SettingsByFolder = DEFAULT_SETTINGS
) -> FileResult:
    """Check one program given as text, in place of the file `filename` if there is one."""
    by_file = SettingsByFile(settings)
    try:
        data = text.encode()
    except UnicodeEncodeError:  # lone surrogates, which no file can contain
        problem = DecodeError("contains characters that no encoding has", 1, 1)
        return unreadable_text(filename, problem, "", by_file)
    is_path = os.path.isabs(filename) or os.path.exists(filename)
    path = os.path.abspath(filename) if is_path else filename
    return _check_decoded(data, normalize(text), path, filename, by_file)[0]


def check_bytes(
    data: bytes,
    filename: str,
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    *,
    prefilter: bool = True,
) -> list[FileResult]:
    """Check the content of standard input in place of the file `filename`.

    The first result is about that file, others about files of its project whose cuts hurt it.
    """
    by_file = SettingsByFile(settings)
    if by_file.search.is_force_excluded(filename):
        return [FileResult(filename)]
    # The file may not exist yet; a name such as `<stdin>` is not a path.
    path = os.path.abspath(filename) if not filename.startswith("<") else filename
    try:
        if is_notebook(filename):
            from tflintgrad.source.notebook import read_notebook

            notebook = read_notebook(data, is_python)
            return _check_one(notebook, path, filename, by_file, prefilter)
        text = decode(data)
    except BrokenNotebook as broken:
        return [unreadable_text(filename, DecodeError(str(broken), 1, 1), "", by_file)]
    except DecodeError as problem:
        return [unreadable_text(filename, problem, data.decode("utf-8", "replace"), by_file)]
    return _check_decoded(data, text, path, filename, by_file, prefilter)


def check_texts(
    texts: Mapping[str, str | Notebook],
    settings: SettingsByFolder = DEFAULT_SETTINGS,
    *,
    files: Iterable[str] | None = None,
    roots: Iterable[str] = (),
    progress: Progress | None = None,
    memory: MemoryCache | None = None,
) -> list[FileResult]:
    """Check texts in place of the files at their paths, such as unsaved texts of an editor.

    Return the results of `files` (by default all keys of `texts`), then those of other files whose
    cuts hurt them. Every program that imports one of the paths sees its text. Paths are absolute;
    any other name stands for a program without a project. `roots` are folders where a project
    begins if no file marks its root. `progress` may raise to stop the run; `memory` keeps what the
    next run can use.
    """
    by_file = SettingsByFile(settings)
    shown = {path: path for path in texts}
    wanted = [path for path in files or texts if not by_file.search.is_user_excluded(path)]
    if memory is None:
        workspace = overlaid(texts, shown, roots)
        results = analyze_by_version(wanted, workspace, by_file, progress=progress)
        return _file_results(wanted, workspace, results, by_file)
    known = memory.begin()
    workspace = overlaid(texts, shown, roots, known, memory.trees)
    try:
        results = analyze_by_version(
            wanted, workspace, by_file, progress=progress, known=known.programs
        )
    finally:  # an interrupted run keeps the programs that it finished
        known.save(workspace)
    return _file_results(wanted, workspace, results, by_file)


def _check_decoded(
    data: bytes,
    text: str,
    path: str,
    filename: str,
    settings: SettingsByFile,
    prefilter: bool = True,
) -> list[FileResult]:
    if not may_have_finding(data) and not parses(text):
        result = broken_text(text, filename, settings)
        if result is not None:
            return [result]
    return _check_one(text, path, filename, settings, prefilter)


def _check_one(
    text: str | Notebook, path: str, filename: str, settings: SettingsByFile, prefilter: bool
) -> list[FileResult]:
    workspace = overlaid({path: text}, {path: filename}, prefilter=prefilter)
    results = analyze_by_version([path], workspace, settings)
    return _file_results([path], workspace, results, settings)


def overlaid(
    texts: Mapping[str, str | Notebook],
    shown: Mapping[str, str],
    roots: Iterable[str] = (),
    known: AnalysisCache | None = None,
    trees: SizedLRU[Tree] | None = None,
    *,
    prefilter: bool = True,
) -> Workspace:
    """Return a workspace in which `texts` take the place of files."""
    plain = {path: text for path, text in texts.items() if isinstance(text, str)}
    workspace = Workspace(shown, plain, roots, known, trees, prefilter=prefilter)
    for path, text in texts.items():
        if not isinstance(text, str):
            workspace.overlay_notebook(path, text)
    return workspace


def _file_results(
    files: list[str], workspace: Workspace, results: AnalysisResults, settings: SettingsByFile
) -> list[FileResult]:
    """Return the results of `files`, then those of other files whose cuts hurt them."""
    suppressions = UnusedSuppressions(workspace, settings)
    for path in files:
        data = workspace.data(path) or b""
        count_lines(data)
        suppressions.note(path, data)
    count("files", len(files))
    others = sorted(results.findings.keys() - set(files))
    return [
        *(file_result(path, workspace, results, settings, suppressions) for path in files),
        *(
            file_result(path, workspace, results, settings)
            for path in others
            if not settings.search.is_user_excluded(path)
        ),
    ]
