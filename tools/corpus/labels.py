"""The reviewed list: which findings are true, which are false, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.corpus.observing import Key, Observation
from tools.corpus.toml import BadFile, check_keys, tables

HEAD = """\
# What tflintgrad finds in the repositories of repositories.toml, reviewed one by one.
#
# A finding is a claim about what TensorFlow does: it is "true" if TensorFlow does that, else
# "false", with the reason in our own words. It is known by repository, path, code and line; `line`
# is the beginning of the SHA-256 digest of the line's text without the blanks around it, since the
# text itself is not ours. `place` tells people where to look.
# `python -m tools.corpus` compares; docs/corpus.md tells the rest.
"""


@dataclass(frozen=True, slots=True)
class Label:
    key: Key
    place: str
    true: bool
    reason: str


def read_labels(path: Path) -> dict[Key, Label]:
    found: dict[Key, Label] = {}
    for where, table in tables(path, "finding"):
        strings = ("repository", "path", "code", "line", "place", "label", "reason")
        check_keys(where, table, strings, {"occurrence": int})
        key = Key(
            table["repository"],
            table["path"],
            table["code"],
            table["line"],
            table.get("occurrence", 1),
        )
        if key in found:
            raise BadFile(f"{where}: this finding is there already")
        if table["label"] not in ("true", "false"):
            raise BadFile(f'{where}: \'label\' must be "true" or "false"')
        found[key] = Label(key, table["place"], table["label"] == "true", table["reason"])
    return found


def write_labels(path: Path, labels: Iterable[Label]) -> None:
    """Sorted, so that a change is a small difference."""
    parts = [HEAD]
    for item in sorted(labels, key=lambda item: item.key):
        label = "true" if item.true else "false"
        parts.append(_entry(item.key, item.place, label, item.reason))
    path.write_text("\n".join(parts), encoding="utf-8", newline="\n")


def blank_entry(seen: Observation) -> str:
    """Return a template for the list; it shows the line itself, which must not be stored."""
    shown = f"# {seen.message}\n# {seen.text}\n"
    return shown + _entry(seen.key, seen.place, "", "")


def _entry(key: Key, place: str, label: str, reason: str) -> str:
    values = {
        "repository": key.repository,
        "path": key.path,
        "code": key.code,
        "line": key.line,
        **({"occurrence": key.occurrence} if key.occurrence > 1 else {}),
        "place": place,
        "label": label,
        "reason": reason,
    }
    # What JSON writes for a string or a number is TOML, too.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    return "\n".join(["[[finding]]", *lines, ""])
