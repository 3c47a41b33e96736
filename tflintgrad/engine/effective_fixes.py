"""Fixes after which the linter no longer reports their findings.

The fixed texts are checked in memory, in place of the files, before anything is written.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.engine.check_in_memory import check_texts
from tflintgrad.engine.fixes import Applicability, Collected, fixes_of
from tflintgrad.knowledge.rules import SYNTAX_ERROR
from tflintgrad.source.edits import apply_edits, moved_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.rewriting import Edits
    from tflintgrad.source.notebook import Notebook

_NUMBER = re.compile(r"\d+")


def effective_fixes(
    results: Iterable[FileResult], applicable: Applicability, settings: SettingsByFolder
) -> Iterator[tuple[FileResult, Collected]]:
    """Yield each result with those of its fixes that remove their findings.

    The `unresolved` findings are those that a fix was tried for, and left. Unsafe fixes of findings
    that the safe ones remove as well are not needed.
    """
    every = list(results)
    needless = _needless(every, applicable, settings)
    rejected: dict[str, list[Finding]] = {}
    for _ in range(limits.MAX_FIX_PASSES):
        fixes = {}
        for item in every:
            without = [*needless.get(item.path, ()), *rejected.get(item.path, ())]
            fixes[item.path] = fixes_of(item, applicable, without)
        left = _left(every, fixes, settings)
        if not left:
            break
        for path, findings in left.items():
            rejected.setdefault(path, []).extend(findings)
    for item in every:
        found = fixes[item.path]
        if left.get(item.path):
            found = Collected()  # no choice of fixes was one without effect
        unresolved = tuple(rejected.get(item.path, ()))
        yield item, Collected(found.edits, found.resolved, unresolved, found.fixed)


def _needless(
    results: list[FileResult], applicable: Applicability, settings: SettingsByFolder
) -> dict[str, list[Finding]]:
    """Return the findings, by path, with an unsafe fix that the safe ones make superfluous."""
    only_safe = applicable._replace(unsafe=False)
    fixes = {item.path: fixes_of(item, only_safe) for item in results}
    unsafe = {
        item.path: [
            finding
            for finding in item.findings
            if applicable.allows(finding.fix) and not only_safe.allows(finding.fix)
        ]
        for item in results
    }
    mixed = [item for item in results if unsafe[item.path] and fixes[item.path].edits]
    return {
        before.path: [
            finding
            for finding in unsafe[before.path]
            if not _is_left(finding, fixes[before.path], after)
        ]
        for before, after in _checked(mixed, fixes, settings)
    }


def _left(
    results: list[FileResult], fixes: dict[str, Collected], settings: SettingsByFolder
) -> dict[str, list[Finding]]:
    """Return the findings, by path, that fixed files still have."""
    found: dict[str, list[Finding]] = {}
    for before, after in _checked(results, fixes, settings):
        collected = fixes[before.path]
        left = [item for item in collected.fixed if _is_left(item, collected, after)]
        if _is_broken(after) and not _is_broken(before):
            left = list(collected.fixed)
        if left:
            found[before.path] = left
    return found


def _checked(
    results: list[FileResult], fixes: dict[str, Collected], settings: SettingsByFolder
) -> Iterator[tuple[FileResult, FileResult]]:
    """Yield the results of files that have fixes, before and after these fixes."""
    by_path = {os.path.abspath(item.path): item for item in results if fixes[item.path].edits}
    if not by_path:
        return
    texts = {path: _fixed(item, fixes[item.path].edits) for path, item in by_path.items()}
    for after in check_texts(texts, settings):
        if after.path in by_path:
            yield by_path[after.path], after


def _is_broken(result: FileResult) -> bool:
    return any(item.code == SYNTAX_ERROR for item in result.findings)


def _is_left(finding: Finding, collected: Collected, after: FileResult) -> bool:
    """True if a finding is still there after some fixes of its file."""
    row = moved_row(finding.span.start.row, collected.edits.get(finding.cell, ()))
    return any(_is_same(finding, row, other) for other in after.findings)


def _is_same(finding: Finding, row: int, other: Finding) -> bool:
    """True if a finding of the fixed file is the one that stood in this row: place or words."""
    start = other.span.start
    if (finding.code, finding.cell, row) != (other.code, other.cell, start.row):
        return False
    return finding.span.start.column == start.column or _words(finding) == _words(other)


def _words(finding: Finding) -> str:
    return _NUMBER.sub("", finding.message)


def _fixed(result: FileResult, edits: Edits) -> str | Notebook:
    """Return the text of a file, or the notebook, after some edits."""
    if result.notebook is None:
        return apply_edits(result.text or "", edits[None])
    from tflintgrad.engine.workspace import is_python
    from tflintgrad.source.notebook import CodeCell, assemble

    cells = [
        CodeCell(cell.cell, apply_edits("\n".join(cell.lines), edits.get(cell.cell, ())))
        for cell in result.notebook.cells
    ]
    return assemble(cells, is_python)
