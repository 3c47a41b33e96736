"""The edits of the benchmark: what a user waits for after a change in a large project."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tflintgrad.engine.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks.rounds import Entry

    #: Returns a changed text; None if there is nothing to change.
    _Change = Callable[[str], str | None]

_DEFINITION = re.compile(r"^(?:def|class|@)", re.MULTILINE)
_RETURN = re.compile(r"^( +)return\b", re.MULTILINE)
_ADDED = "def added_by_the_benchmark(value):\n    return value + 1\n\n\n"
_LEAF = "a function in a file that no other imports"
_WIDE = "the most imported module, to which a function is added"
_WIDE_USED = "a function in the most imported module"
_FIVE = "a function in each of five programs"
EDITS = (_LEAF, _WIDE, _WIDE_USED, _FIVE)
#: CPU seconds that the check of a large tree may take after an edit.
EDIT_GOALS = {_LEAF: 0.6, _WIDE: 1, _FIVE: 1}


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of some files, which can be made again and again."""

    name: str
    texts: dict[Path, str]
    """The new text of each file."""


def edits_of(folder: Path, seed: int) -> list[Edit]:
    """Return the edits to measure in the trees of a folder, as far as their files allow them."""
    files = sorted(map(str, folder.rglob("*.py")))
    workspace = Workspace({}, roots=map(str, folder.iterdir()))
    summaries = {path: workspace.import_graph.summary(path) for path in files}
    importers = Counter(item for summary in summaries.values() for item in summary.imports)
    programs = [path for path in files if workspace.entry_points.is_entry_point(path)]
    leaves = [path for path in programs if not importers[path]]
    wide = [path for path, _ in importers.most_common() if not path.endswith("__init__.py")]
    chance = random.Random(seed)
    chance.shuffle(leaves)
    chance.shuffle(programs)
    found = [
        _edit(_LEAF, leaves, 1, _changed),
        _edit(_WIDE, wide, 1, _added),
        _edit(_WIDE_USED, wide, 1, _changed),
        _edit(_FIVE, programs, 5, _changed),
    ]
    return [edit for edit in found if edit is not None]


def _edit(name: str, paths: Iterable[str], count: int, change: _Change) -> Edit | None:
    """Return an edit of the first `count` files that can be changed so."""
    texts: dict[Path, str] = {}
    for path in map(Path, paths):
        if len(texts) < count:
            text = change(path.read_text(encoding="utf-8", errors="surrogateescape"))
            if text is not None:
                texts[path] = text
    return Edit(name, texts) if len(texts) == count else None


def _changed(text: str) -> str | None:
    """Return the text with one more statement before the return in the middle."""
    found = list(_RETURN.finditer(text))
    if not found:
        return None
    middle = found[len(found) // 2]
    return f"{text[: middle.start()]}{middle[1]}added = 1 + 2\n{text[middle.start() :]}"


def _added(text: str) -> str | None:
    """Return the text with one more function before the first definition."""
    found = _DEFINITION.search(text)
    return None if found is None else text[: found.start()] + _ADDED + text[found.start() :]


class Situation:
    """A tree with a warm cache, before an edit or after it."""

    def __init__(self, cache: Path, edits: Iterable[Edit]) -> None:
        """Keep the files and the warm cache as they are now."""
        self._cache = cache
        self._kept = cache.with_name(f"{cache.name}-kept")
        shutil.copytree(cache, self._kept)
        self._texts = {path: path.read_bytes() for edit in edits for path in edit.texts}

    def restore(self, edit: Edit | None = None) -> None:
        """Return to the tree and cache of the beginning, and make one edit."""
        shutil.rmtree(self._cache)
        shutil.copytree(self._kept, self._cache)
        for path, data in self._texts.items():
            if path.read_bytes() != data:
                path.write_bytes(data)
        if edit is not None:
            for path, text in edit.texts.items():
                path.write_text(text, encoding="utf-8", errors="surrogateescape")

    def after(self, edit: Edit, entry: Entry, name: str) -> Entry:
        """Return an entry that makes an edit before each run."""
        return replace(entry, name=name, before=lambda: self.restore(edit))
