"""`check --fix` and `check --add-noqa`: change files, or print the changes as a diff."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.engine.effective_fixes import effective_fixes
from tflintgrad.engine.fixes import Applicability, Collected, noqa_for
from tflintgrad.engine.rewriting import CannotRewrite, Change, diff, rewrite_file, rewritten
from tflintgrad.frontends.cli.phrases import counted, it_or_them, say
from tflintgrad.output.messages import one_line
from tflintgrad.source.atomic_write import WriteError, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tflintgrad.config.settings import SettingsByFolder
    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult


def fix_files(
    check: Callable[[], Iterable[FileResult]],
    applicable: Applicability,
    settings: SettingsByFolder,
) -> list[FileResult]:
    """Apply fixes until no more can be applied; return the results of the last check."""
    fixed = 0
    files: set[str] = set()
    for _ in range(limits.MAX_FIX_PASSES):
        results = list(check())
        before = fixed
        for result, collected in effective_fixes(results, applicable, settings):
            if _write_change(result, collected):
                fixed += collected.resolved
                files.add(result.path)
        if fixed == before:
            break
    if fixed:
        say(f"Fixed {_in_files(fixed, len(files))}.")
    return results


def fix_stdin(
    check: Callable[[bytes], Iterable[FileResult]],
    applicable: Applicability,
    settings: SettingsByFolder,
) -> list[FileResult]:
    """Print standard input with fixes applied; return the results of the last check."""
    data = sys.stdin.buffer.read()
    for _ in range(limits.MAX_FIX_PASSES):
        results = list(check(data))
        _, collected = next(effective_fixes(results[:1], applicable, settings))
        if not collected.edits:
            break
        try:
            data = rewritten(data, results[0], collected.edits)
        except CannotRewrite as problem:
            say(f"warning: {results[0].path}: {problem}")
            break
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    return results


def print_fixes(
    results: Iterable[FileResult], applicable: Applicability, settings: SettingsByFolder
) -> int:
    """Print a diff of all fixes; return 1 if there are any."""
    fixed = files = 0
    for result, collected in effective_fixes(results, applicable, settings):
        if _print_change(result, collected):
            fixed += collected.resolved
            files += 1
        for finding in collected.unresolved:
            say(f"{_place(finding)}: not fixed: the edit does not remove the finding")
        _print_rejected(result)
    if fixed:
        say(f"Would fix {_in_files(fixed, files)}.")
    return 1 if fixed else 0


def _print_rejected(result: FileResult) -> None:
    """Say why the fixes that TensorFlow has not proven are left out of a diff."""
    for finding in result.findings:
        if finding.fix is not None and finding.fix.proof and not finding.fix.proven:
            say(f"{_place(finding)}: not proven: {one_line(finding.fix.proof)}")


def _place(finding: Finding) -> str:
    return f"{finding.filename}:{finding.span.start.row}: {finding.code}"


def add_noqa(results: Iterable[FileResult], *, dry_run: bool) -> int:
    """Add a `# noqa` comment for every finding; return 1 if findings are left.

    With `dry_run`, print a diff instead, and return 1 if there is something to change.
    """
    suppressed = files = left = fixable = 0
    for result in results:
        collected = _collect_noqa(result)
        done = _print_change(result, collected) if dry_run else _write_change(result, collected)
        suppressed += collected.resolved if done else 0
        files += done
        left += len(result.findings) - (collected.resolved if done else 0)
        fixable += sum(finding.fix is not None for finding in collected.unresolved)
    verb = "Would suppress" if dry_run else "Suppressed"
    say(f"{verb} {_in_files(suppressed, files)}.")
    if fixable:
        hint = f"`tflintgrad check --fix` corrects {it_or_them(fixable)}"
        say(f"{counted(fixable, 'finding')} left; {hint}.")
    if left > fixable:
        say(f"{counted(left - fixable, 'finding')} could not be suppressed.")
    return 1 if (suppressed if dry_run else left) else 0


def _collect_noqa(result: FileResult) -> Collected:
    """Return the comments to add to a file; none to a file that the user did not name."""
    if not result.findings:
        return Collected()
    if result.elsewhere:
        say(f"warning: {result.path}: not changed, because it was not named")
        return Collected(unresolved=result.findings)
    return noqa_for(result)


def _print_change(result: FileResult, collected: Collected) -> bool:
    """Print the diff of a file; return False if there is nothing to change."""
    change = _change(result, collected)
    if change is not None:
        sys.stdout.write(diff(change))
    return change is not None


def _write_change(result: FileResult, collected: Collected) -> bool:
    """Change a file; return False if there was nothing to change, or the file is not writable."""
    change = _change(result, collected)
    if change is None:
        return False
    try:
        write_atomically(change.path, change.after)
    except WriteError as problem:
        say(f"warning: {result.path}: {problem}")
        return False
    return True


def _change(result: FileResult, collected: Collected) -> Change | None:
    if not collected.edits:
        return None
    try:
        return rewrite_file(result, collected.edits)
    except CannotRewrite as problem:
        say(f"warning: {result.path}: {problem}")
        return None


def _in_files(findings: int, files: int) -> str:
    return f"{counted(findings, 'finding')} in {counted(files, 'file')}"
