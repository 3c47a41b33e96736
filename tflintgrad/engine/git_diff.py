"""The lines that differ from a revision, according to git, in files and in cells of notebooks."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from tflintgrad.diagnostics import CULPRIT_LABELS
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, open_cells, read_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.diagnostics import Finding, Span, Spot, Step
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.source.notebook import CodeCell

_HUNK = re.compile(rb"@@ -\d+(?:,(?P<old>\d+))? \+(?P<start>\d+)(?:,(?P<new>\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPED = dict(zip(b"abfnrtv", b"\a\b\f\n\r\t\v", strict=True))
_LONE_RETURN = re.compile(rb"\r(?!\n)")
# The user's git configuration must not change the format of the output.
_DIFF = (
    *("-c", "core.quotePath=false", "-c", "diff.relative=false", "diff", "--unified=0"),
    *("--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text"),
    *("--find-renames", "--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/"),
)
#: Labels of the steps of a path at which the gradient is lost, zeroed or poisoned.


class NotComparable(Exception):
    """There is no revision to compare with; the message is one line."""


@dataclass(slots=True)
class _File:
    """The changes of a file."""

    old_path: str | None
    """Its path in the revision, relative to the repository; None for a new file."""
    rows: list[tuple[int, int]] = field(default_factory=list)
    """The changed rows as pairs of first and last, in order."""


class Changes:
    """The lines that differ from a revision of the repository around the current directory."""

    def __init__(self, revision: str) -> None:
        top = os.fsdecode(_git("rev-parse", "--show-toplevel"))
        self._top = os.path.realpath(top.rstrip("\r\n"))
        self._revision = _resolve(revision)
        self._cells: dict[str, set[tuple[int, int]] | None] = {}
        self._lone_returns: dict[str, bool] = {}
        self._real = cache(_real)  # a file may have many findings

    @cached_property
    def _files(self) -> dict[str, _File]:
        return {
            self._key(name): file for name, file in _parse_diff(_git(*_DIFF, self._revision, "--"))
        }

    @cached_property
    def _untracked(self) -> set[str]:
        listed = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
        return {self._key(os.fsdecode(name)) for name in listed.split(b"\0") if name}

    def _key(self, name: str) -> str:
        return _real(os.path.join(self._top, name))

    def only(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        """Yield the results without findings that the changed lines have no part in."""
        for result in results:
            changed = tuple(finding for finding in result.findings if self.concern(finding))
            yield replace(result, findings=changed)

    def concern(self, finding: Finding) -> bool:
        """True if the finding, a cut of its path or an affected query is in a changed line."""
        steps = [step for step in finding.flow if step.label in CULPRIT_LABELS]
        items: tuple[Spot | Step, ...] = (finding.spot, *finding.queries, *steps)
        return any(self._touch(item) for item in items)

    def _touch(self, item: Spot | Step) -> bool:
        """True if one of the rows of `item` was changed."""
        path = self._real(item.filename)
        if path in self._untracked:
            return True
        file = self._files.get(path)
        if file is None:
            return False
        if file.old_path is None:
            return True
        rows = _rows(item.span)
        if item.cell is not None:
            cells = self._changed_in_cells(item.filename, file.old_path)
            return cells is None or any((item.cell, row) in cells for row in rows)
        before = bisect_left(file.rows, rows.stop, key=lambda changed: changed[0])
        touched = before > 0 and rows.start <= file.rows[before - 1][1]
        return touched or self._has_lone_returns(path)

    def _has_lone_returns(self, path: str) -> bool:
        """True if a file contains carriage returns that end lines in Python but not in git.

        Row numbers then differ, and every line counts as changed.
        """
        if path not in self._lone_returns:
            try:
                found = _LONE_RETURN.search(read_bytes(path)) is not None
            except Unreadable:
                found = False
            self._lone_returns[path] = found
        return self._lone_returns[path]

    def _changed_in_cells(self, path: str, old_path: str) -> set[tuple[int, int]] | None:
        """Return the changed rows as (cell, row); None if there is no notebook to compare with."""
        if path not in self._cells:
            try:
                old = read_cells(_git("cat-file", "blob", f"{self._revision}:{old_path}"))
                self._cells[path] = _changed_rows(old, open_cells(path))
            except (NotComparable, BrokenNotebook, Unreadable):
                self._cells[path] = None
        return self._cells[path]


def _real(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))


def _rows(span: Span) -> range:
    """Return the rows of a span, without a last row of which it contains no character."""
    ends_before = span.end.column == 1 and span.end.row > span.start.row
    return range(span.start.row, span.end.row + (not ends_before))


def _changed_rows(old: Sequence[CodeCell], new: Sequence[CodeCell]) -> set[tuple[int, int]]:
    """Return the rows of `new`, as (cell, row), that are not in `old`."""
    from difflib import SequenceMatcher

    before = [line for cell in old for line in split_lines(cell.text)]
    after: list[str] = []
    rows: list[tuple[int, int]] = []
    for cell in new:
        lines = split_lines(cell.text)
        after += lines
        rows += [(cell.cell, row) for row in range(1, len(lines) + 1)]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    same = {
        index
        for block in matcher.get_matching_blocks()
        for index in range(block.b, block.b + block.size)
    }
    return {row for index, row in enumerate(rows) if index not in same}


def _parse_diff(diff: bytes) -> Iterator[tuple[str, _File]]:
    """Yield the files of a diff without context, each with its path in the repository."""
    lines = iter(diff.split(b"\n"))
    old_path: str | None = None
    file = _File(None)
    for line in lines:
        if line.startswith(b"--- "):
            old_path = _name(line[4:])
        elif line.startswith(b"+++ "):
            name = _name(line[4:])
            file = _File(old_path)
            if name is not None:
                yield name, file
        elif line.startswith(b"* Unmerged path "):
            yield os.fsdecode(line[len(b"* Unmerged path ") :]), _File(None)
        elif hunk := _HUNK.match(line):
            start, count = int(hunk["start"]), int(hunk["new"] or 1)
            if count:
                file.rows.append((start, start + count - 1))
            # An added or removed line can look like the header of the next file.
            _skip(lines, int(hunk["old"] or 1) + count)


def _skip(lines: Iterator[bytes], count: int) -> None:
    while count > 0:
        # "\\ No newline at end of file" does not count as a line.
        count -= not next(lines, b"").startswith(b"\\")


def _name(field: bytes) -> str | None:
    """Return the path in a header: `a/path`, quoted if it is unusual; None for /dev/null."""
    field = field.rstrip(b"\t")
    if field == b"/dev/null":
        return None
    if field.startswith(b'"'):
        field = _ESCAPE.sub(_unescaped, field[1:-1])
    return os.fsdecode(field[2:])


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8) if len(code) == 3 else _ESCAPED.get(code[0], code[0])])


def _resolve(revision: str) -> str:
    """Return the commit of a revision; that of `main...` is the merge base with HEAD."""
    name, dots, other = revision.partition("...")
    if not dots or other not in ("", "HEAD"):
        return _commit(revision)
    commit = _commit(name)
    try:
        return _text(_git("merge-base", commit, "HEAD"))
    except NotComparable:
        raise NotComparable(f"HEAD and {name!r} have nothing in common") from None


def _commit(name: str) -> str:
    try:
        # git would take a name that starts with a dash for an option.
        if not name or name.startswith("-"):
            raise NotComparable
        return _text(_git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"))
    except NotComparable:
        raise NotComparable(f"{name!r} is no revision of this repository") from None


def _text(output: bytes) -> str:
    return os.fsdecode(output).strip()


#: A repository can bring its own `.git/config`, which names programs that git starts. All are off.
_HARMLESS = (
    *("--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.pager=cat", "-c", "diff.external=", "-c", "protocol.allow=never"),
    *("-c", "core.sshCommand=false", "-c", "core.gitProxy=", "-c", "credential.helper="),
)
#: Variables by which a user's shell would make git start a program, or look elsewhere.
_STARTS_PROGRAMS = ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS")


def _git(*arguments: str) -> bytes:
    """Run git without any program that its configuration names, and return its output."""
    return _run_git(*_HARMLESS, *_filters_off(), *arguments)


@cache
def _filters_off() -> tuple[str, ...]:
    """Return options that switch off the filters which `git diff` runs on the working tree."""
    try:
        listed = _run_git(
            *(*_HARMLESS, "config", "--null", "--name-only", "--get-regexp"),
            r"^filter\..*\.(clean|smudge|process|required)$",
        )
    except NotComparable:  # there are none, or this is no repository
        return ()
    names = {os.fsdecode(name) for name in listed.split(b"\0") if name}
    return tuple(
        option
        for name in sorted(names)
        for option in ("-c", f"{name}={'false' if name.endswith('.required') else ''}")
    )


def _run_git(*arguments: str) -> bytes:
    import subprocess

    environment = {k: v for k, v in os.environ.items() if k not in _STARTS_PROGRAMS}
    # Another process may be committing; missing objects are not fetched.
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            ["git", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            env=environment,
        )
    except (OSError, ValueError) as problem:  # ValueError: a null character
        raise NotComparable(f"git cannot be run: {getattr(problem, 'strerror', problem)}") from None
    if done.returncode:
        errors = done.stderr.decode(errors="replace").strip().splitlines()
        reason = errors[0].removeprefix("fatal: ") if errors else f"exit code {done.returncode}"
        raise NotComparable(f"git: {reason}")
    return done.stdout
