"""Baselines: files of accepted findings, which are not reported again.

An entry consists of a file, a rule and the text of a line, so that edits elsewhere do not
invalidate it, and of the number of findings that agree in these.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.engine.fingerprints import fingerprints, posix_path
from tflintgrad.knowledge.rules import SYNTAX_ERROR
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.file_settings import SettingsByFile

VERSION = 1

_Key = tuple[str, str, str]  # path, code, line


class BrokenBaseline(Exception):
    """The baseline file cannot be used; the message is one line that names it."""


@dataclass(slots=True)
class Baseline:
    """The number of accepted findings by file, rule and line; paths are relative to `folder`."""

    folder: str
    counts: Counter[_Key] = field(default_factory=Counter)

    def __len__(self) -> int:
        return self.counts.total()

    def recorded_path(self, result: FileResult) -> str:
        """Return the path of a file as the baseline records it, the same on every system."""
        try:
            return posix_path(os.path.relpath(result.path, self.folder))
        except ValueError:  # another drive
            return posix_path(result.path)


@dataclass(slots=True)
class Comparison:
    """A comparison of results with a baseline.

    Entries of rules that `settings` do not select are neither fixed nor removed.
    """

    baseline: Baseline
    settings: SettingsByFile
    hidden: int = 0
    """The number of findings that the baseline accepts."""
    _found: Counter[_Key] = field(default_factory=Counter)
    _complete: set[str] = field(default_factory=set)
    """The files of which all findings are known."""

    def new(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        """Yield the results without the findings that the baseline accepts, and count those."""
        for result in results:
            new = []
            path = self.baseline.recorded_path(result)
            prints = fingerprints(result, path)
            for finding, fingerprint in zip(result.findings, prints, strict=True):
                key = (fingerprint.path, fingerprint.code, fingerprint.text)
                self._found[key] += 1
                if fingerprint.occurrence <= self.baseline.counts[key]:
                    self.hidden += 1
                else:
                    new.append(finding)
            if _is_complete(result):
                self._complete.add(path)
            yield replace(result, findings=tuple(new))

    @property
    def fixed(self) -> int:
        """The number of accepted findings that are no longer found."""
        gone = self.baseline.counts - self._found
        return sum(count for key, count in gone.items() if self._was_checked(key))

    def updated(self) -> Baseline:
        """Return a baseline of all findings; entries that were not checked stay as they were."""
        unchecked = {k: n for k, n in self.baseline.counts.items() if not self._was_checked(k)}
        return Baseline(self.baseline.folder, self._found | Counter(unchecked))

    def _was_checked(self, key: _Key) -> bool:
        """True if the results tell whether the finding still exists."""
        path, code, _ = key
        file = os.path.join(self.baseline.folder, path)
        if code not in self.settings.of(file):
            return False
        return path in self._complete or not os.path.exists(file)


def _is_complete(result: FileResult) -> bool:
    """True if all findings of the file are known."""
    broken = any(finding.code == SYNTAX_ERROR for finding in result.findings)
    return not (result.elsewhere or result.error or result.warnings or broken)


def read_baseline(path: str) -> Baseline:
    """Read a baseline file; raises `BrokenBaseline`."""
    import json  # most runs have no baseline

    try:
        entries = _entries(json.loads(read_bytes(path, limits.MAX_BASELINE_BYTES).decode()))
    except Unreadable as problem:
        raise BrokenBaseline(f"{path}: cannot be read: {problem}") from None
    except (ValueError, RecursionError) as problem:
        hint = "restore it, or delete it and run `tflintgrad baseline`"
        raise BrokenBaseline(f"{path}: is not a baseline: {problem}; {hint}") from None
    return Baseline(os.path.dirname(os.path.abspath(path)), entries)


def _entries(content: Any) -> Counter[_Key]:
    """Return the counts in the content of a baseline file; raises ValueError."""
    if not isinstance(content, dict) or "version" not in content:
        raise ValueError("it has no version")
    version = content["version"]
    if version != VERSION:
        raise ValueError(f"its version is {version!r}, not {VERSION}")
    entries: Counter[_Key] = Counter()
    if not isinstance(content.get("findings"), list):
        raise ValueError('it has no list of "findings"')
    for number, entry in enumerate(content["findings"], start=1):
        fields = entry if isinstance(entry, dict) else {}
        path, code, line = (fields.get(name) for name in ("path", "code", "line"))
        count = fields.get("count", 1)
        if not (isinstance(path, str) and isinstance(code, str) and isinstance(line, str)):
            raise ValueError(f"entry {number} has no path, code and line")
        if type(count) is not int or count < 1:
            raise ValueError(f"entry {number} has no count")
        entries[path, code, line] += count
    return entries


def baseline_text(baseline: Baseline) -> str:
    """Return the content of a baseline file: sorted, one entry per line, so that it merges well."""
    entries = [
        {"path": path, "code": code, "line": line, "count": count}
        for (path, code, line), count in sorted(baseline.counts.items())
    ]
    lines = ",\n".join(f"    {_as_json(entry)}" for entry in entries)
    findings = f"[\n{lines}\n  ]" if entries else "[]"
    return f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'


def _as_json(entry: dict[str, object]) -> str:
    import json

    text = json.dumps(entry, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a file name need not be valid Unicode
        return json.dumps(entry)
    return text
