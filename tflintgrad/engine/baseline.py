"""Findings that are known and may stay for now: recorded in a file, and not reported again.

They are known by their file, their rule and the text of their line, so that edits elsewhere do not
wake them; of several that are alike, as many are known as were recorded.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tflintgrad.engine.fingerprints import fingerprints, portable
from tflintgrad.knowledge.rules import SYNTAX_ERROR
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.file_settings import SettingsByFile

VERSION = 1

_Key = tuple[str, str, str]  # path, code, line


class BrokenBaseline(Exception):
    """The file cannot be used; the message is one line that names it."""


@dataclass(slots=True)
class Baseline:
    """How many findings of each kind are known; `folder` is what their paths start from."""

    folder: str
    known: Counter[_Key] = field(default_factory=Counter)

    def __len__(self) -> int:
        return self.known.total()

    def path_of(self, result: FileResult) -> str:
        """What a file is known as here, on every system."""
        try:
            return portable(os.path.relpath(result.path, self.folder))
        except ValueError:  # another drive
            return portable(result.path)


@dataclass(slots=True)
class Comparison:
    """Results beside a baseline: what is new is passed on, the rest is counted.

    `chosen` are the rules that are reported; nothing is said about others.
    """

    baseline: Baseline
    chosen: SettingsByFile
    hidden: int = 0
    """Findings that were known."""
    _found: Counter[_Key] = field(default_factory=Counter)
    _settled: set[str] = field(default_factory=set)
    """Files of which everything that there is to find was found."""

    def new(self, results: Iterable[FileResult]) -> Iterator[FileResult]:
        for result in results:
            new = []
            path = self.baseline.path_of(result)
            prints = fingerprints(result, path)
            for finding, seen in zip(result.findings, prints, strict=True):
                key = (seen.path, seen.code, seen.text)
                self._found[key] += 1
                if seen.occurrence <= self.baseline.known[key]:
                    self.hidden += 1
                else:
                    new.append(finding)
            if _is_complete(result):
                self._settled.add(path)
            yield replace(result, findings=tuple(new))

    @property
    def fixed(self) -> int:
        """How many known findings are no longer there."""
        gone = self.baseline.known - self._found
        return sum(count for key, count in gone.items() if self._is_settled(key))

    def updated(self) -> Baseline:
        """The baseline as of now; what the results say nothing about stays as it was."""
        kept = {k: n for k, n in self.baseline.known.items() if not self._is_settled(k)}
        return Baseline(self.baseline.folder, self._found | Counter(kept))

    def _is_settled(self, key: _Key) -> bool:
        path, code, _ = key
        place = os.path.join(self.baseline.folder, path)
        if code not in self.chosen.of(place):
            return False
        return path in self._settled or not os.path.exists(place)


def _is_complete(result: FileResult) -> bool:
    broken = any(finding.code == SYNTAX_ERROR for finding in result.findings)
    return not (result.elsewhere or result.error or result.warnings or broken)


def read_baseline(path: str) -> Baseline:
    import json  # most runs find no baseline

    try:
        entries = _entries(json.loads(read_bytes(path).decode()))
    except Unreadable as problem:
        raise BrokenBaseline(f"{path}: cannot be read: {problem}") from None
    except (ValueError, RecursionError) as problem:
        hint = "restore it, or delete it and run `tflintgrad baseline`"
        raise BrokenBaseline(f"{path}: is not a baseline: {problem}; {hint}") from None
    return Baseline(os.path.dirname(os.path.abspath(path)), entries)


def _entries(content: Any) -> Counter[_Key]:
    """Raises ValueError."""
    if not isinstance(content, dict) or "version" not in content:
        raise ValueError("it has no version")
    version = content["version"]
    if version != VERSION:
        raise ValueError(f"its version is {version!r}, not {VERSION}")
    entries: Counter[_Key] = Counter()
    if not isinstance(content.get("findings"), list):
        raise ValueError('no list of "findings"')
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
    """One line per entry and sorted, so that changes of it can be read and merged."""
    entries = [
        {"path": path, "code": code, "line": line, "count": count}
        for (path, code, line), count in sorted(baseline.known.items())
    ]
    lines = ",\n".join(f"    {_as_json(entry)}" for entry in entries)
    findings = f"[\n{lines}\n  ]" if entries else "[]"
    return f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'


def _as_json(entry: dict[str, object]) -> str:
    import json

    text = json.dumps(entry, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # names of files need not be text
        return json.dumps(entry)
    return text
