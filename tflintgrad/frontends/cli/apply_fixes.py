"""`check --fix` and `check --add-noqa`: files are changed, or a diff of that is printed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.engine.fixes import Collected, fixes_of, noqa_for
from tflintgrad.engine.rewriting import CannotRewrite, Change, diff, rewrite_file, rewritten
from tflintgrad.frontends.cli.plurals import counted, it_or_them
from tflintgrad.source.atomic_write import CannotSave, save

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.frontends.cli.result_filters import FilterOptions


def fixed(check: Callable[[], Iterable[FileResult]]) -> list[FileResult]:
    """Correct what can be corrected, as often as that changes something; what is left then."""
    settled = 0
    files: set[str] = set()
    for _ in range(limits.MAX_FIX_PASSES):
        results = list(check())
        before = settled
        for result in results:
            collected = fixes_of(result)
            if _change(result, collected):
                settled += collected.settled
                files.add(result.path)
        if settled == before:
            break
    if settled:
        print(f"Fixed {_so_many(settled, len(files))}.", file=sys.stderr)
    return results


def fixed_stdin(check: Callable[[bytes], Iterable[FileResult]]) -> list[FileResult]:
    """The same for standard input: the corrected program is printed; the result is what is left."""
    data = sys.stdin.buffer.read()
    for _ in range(limits.MAX_FIX_PASSES):
        results = list(check(data))
        collected = fixes_of(results[0])
        if not collected.edits:
            break
        try:
            data = rewritten(data, results[0], collected.edits)
        except CannotRewrite as problem:
            print(f"warning: {results[0].path}: {problem}", file=sys.stderr)
            break
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    return results


def only_rewrite(results: Iterable[FileResult], adoption: FilterOptions) -> int:
    """Everything but a report; the result is the exit code."""
    if adoption.add_noqa:
        return _add_noqa(results, dry_run=adoption.dry_run)
    return _show_fixes(results)


def _show_fixes(results: Iterable[FileResult]) -> int:
    settled = files = 0
    for result in results:
        collected = fixes_of(result)
        if _show(result, collected):
            settled += collected.settled
            files += 1
    if settled:
        print(f"Would fix {_so_many(settled, files)}.", file=sys.stderr)
    return 1 if settled else 0


def _add_noqa(results: Iterable[FileResult], *, dry_run: bool) -> int:
    silenced = files = left = fixable = 0
    for result in results:
        collected = _collected(result)
        done = _show(result, collected) if dry_run else _change(result, collected)
        silenced += collected.settled if done else 0
        files += done
        left += len(result.findings) - (collected.settled if done else 0)
        fixable += sum(finding.fix is not None for finding in collected.left)
    verb = "Would silence" if dry_run else "Silenced"
    print(f"{verb} {_so_many(silenced, files)}.", file=sys.stderr)
    if fixable:
        hint = f"`tflintgrad check --fix` corrects {it_or_them(fixable)}"
        print(f"{counted(fixable, 'finding')} left; {hint}.", file=sys.stderr)
    if left > fixable:
        print(f"{counted(left - fixable, 'finding')} could not be silenced.", file=sys.stderr)
    return 1 if (silenced if dry_run else left) else 0


def _collected(result: FileResult) -> Collected:
    """Files that nobody asked for are not touched."""
    if not result.findings:
        return Collected()
    if result.elsewhere:
        print(f"warning: {result.path}: left alone; it was not named", file=sys.stderr)
        return Collected(left=result.findings)
    return noqa_for(result)


def _show(result: FileResult, collected: Collected) -> bool:
    """Print what would be changed; whether there is something that can be."""
    change = _changed(result, collected)
    if change is not None:
        sys.stdout.write(diff(change))
    return change is not None


def _change(result: FileResult, collected: Collected) -> bool:
    """Change the file; whether there was something, and it could be done."""
    change = _changed(result, collected)
    if change is None:
        return False
    try:
        save(change.path, change.after)
    except CannotSave as problem:
        print(f"warning: {result.path}: {problem}", file=sys.stderr)
        return False
    return True


def _changed(result: FileResult, collected: Collected) -> Change | None:
    if not collected.edits:
        return None
    try:
        return rewrite_file(result, collected.edits)
    except CannotRewrite as problem:
        print(f"warning: {result.path}: {problem}", file=sys.stderr)
        return None


def _so_many(findings: int, files: int) -> str:
    return f"{counted(findings, 'finding')} in {counted(files, 'file')}"
