"""The files of the result cache: damaged, moved, or forged.

A case is a list of changes, one per line, in the cache files of a small project; it is not the
content of the files, because their stamps differ on every machine. The cache must
reject a damaged file. A forged file with a right checksum may have any content, but must not crash.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

from tflintgrad import check_files
from tflintgrad.config.resolver import configured
from tflintgrad.config.settings import CACHE_FOLDER
from tflintgrad.engine.check import check
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.fixes import fixes_of, noqa_for
from tflintgrad.engine.rewriting import CannotRewrite, rewrite_file
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.source.file_stamp import digest
from tools.fuzz.check_targets import render
from tools.fuzz.target import Target, expect

_ASKING = """\
import tensorflow as tf
from losses import penalty
def step(w, x):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = penalty(w * x) + tf.round(w).numpy()  # noqa: TFG101
    return tape.gradient(loss, w)
"""
_CELL = {"cell_type": "code", "metadata": {}, "outputs": [], "source": _ASKING}
_FILES = {
    "tflintgrad.toml": "unused-noqa = true\n",
    "train.py": _ASKING,
    "losses.py": "import tensorflow as tf\ndef penalty(x):\n    return tf.round(x)\n",
    "broken.py": "import tensorflow as tf\ndef gradient(:\n",
    "other.py": "import os\n",
    "work.ipynb": json.dumps({"cells": [_CELL], "metadata": {}, "nbformat": 4}),
}
#: Longer than the moment in which a file system sees two changes as one.
_WAIT = 0.2
_RUN = "run"
_ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        0,
        -1,
        10**9,
        10**30,
        0.5,
        float("nan"),
        "",
        "x",
        "\ud800",
        "a\0b",
        "../x",
        "é\n",
    ),
    *([], {}, [[]], [None], ["x"], [1, 1, 1, 1], {"x": 1}),
)
_PIECES = (*'"\\,:[]{}1-\n\t\0é', "null", "NaN", "1e400", "9" * 5000, "[" * 3000, '"\\ud800"')


class _Project:
    """A folder with a few files, what a check finds there, and what it leaves in the cache."""

    def __init__(self) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="tflintgrad-fuzz-")
        self._folder = os.path.realpath(self._temporary.name)
        for name, text in _FILES.items():
            self._write(name, text.encode())
        time.sleep(_WAIT)
        with self.entered():
            self.found = list(check_files(["."], configured()))
            self.recall()
            stats = RunStats()
            self.recall(stats)
        expect(stats.programs == 0 < stats.cached, "nothing is remembered")
        #: By a short name: where it is, and what is in there.
        self.kept = {
            _RUN if part == "runs" else name: (os.path.join(CACHE_FOLDER, part, name), data)
            for part in ("runs", "check")
            for name, data in self._contents(part)
        }

    def _contents(self, part: str) -> Iterator[tuple[str, bytes]]:
        folder = os.path.join(self._folder, CACHE_FOLDER, part)
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                yield name, file.read()

    def _write(self, name: str, data: bytes) -> None:
        with open(os.path.join(self._folder, name), "wb") as file:
            file.write(data)

    def restore(self, contents: dict[str, bytes]) -> None:
        """Restore the cache with exactly these files."""
        for name, (path, _) in self.kept.items():
            if name in contents:
                self._write(path, contents[name])
            elif os.path.exists(os.path.join(self._folder, path)):
                os.unlink(os.path.join(self._folder, path))

    @contextmanager
    def entered(self) -> Iterator[None]:
        before = os.getcwd()
        os.chdir(self._folder)
        try:
            yield
        finally:
            os.chdir(before)

    def recall(self, stats: RunStats | None = None) -> list[FileResult]:
        """Check this folder with the current cache."""
        folder = os.path.abspath(CACHE_FOLDER)
        return list(check(["."], configured(), stats=stats, cache_folder=folder))


@cache
def _project() -> _Project:
    return _Project()


def _case(rng: Random) -> str:
    kept = _project().kept
    name = rng.choice(sorted(kept))
    changes = [_change(kept[name][1], rng) for _ in range(rng.choice((1, 1, 2, 4)))]
    return "\n".join(json.dumps([name, *change]) for change in changes)


def _change(content: bytes, rng: Random) -> list[Any]:
    kind = rng.choice(("bytes", "sealed", "value", "value", "value", "other"))
    if kind == "other":
        return [kind, rng.choice(sorted(_project().kept))]
    if kind == "value":
        documents = _documents(content)
        at = rng.randrange(len(documents))
        path, value = rng.choice(list(_places(documents[at])))
        alike = [odd for odd in _ODD if type(odd) is type(value)]
        return [kind, [at, *path], rng.choice(rng.choice((alike or _ODD, _ODD)))]
    # Signatures have as many digits everywhere, but paths need not be as long.
    start = rng.randint(0, len(content))
    stop = start + rng.choice((0, 1, 1, 4, 30, len(content)))
    return [kind, start, stop, rng.choice(("", *_PIECES))]


def _places(value: Any) -> Iterator[tuple[list[int | str], Any]]:
    """Yield everything in a value, each with the path to it."""
    yield [], value
    if isinstance(value, (dict, list)):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from (([step, *path], inner) for path, inner in _places(value[step]))


def _documents(content: bytes) -> list[Any]:
    """Return the JSON in a file of the cache, behind the checksum: one, or one in each field."""
    _, _, text = content.decode().partition("\n")
    return [json.loads(field) for line in text.splitlines() for field in line.split("\t")]


def _changed(content: bytes, kind: str, *how: Any) -> bytes:
    if kind == "other":
        _, other = _project().kept[how[0]]
        return other
    if kind == "value":
        return _with_value(content, *how)
    start, stop, piece = how
    if kind == "bytes":
        return _spliced(content, start, stop, piece)
    _, _, text = content.partition(b"\n")
    return _sealed(_spliced(text, start, stop, piece))


def _spliced(data: bytes, start: int, stop: int, piece: str) -> bytes:
    return data[:start] + piece.encode() + data[stop:]


def _with_value(content: bytes, path: list[Any], value: Any) -> bytes:
    """Another value at one place, if the place is still there."""
    _, _, text = content.partition(b"\n")
    try:
        fields = [line.split("\t") for line in text.decode().splitlines()]
        locations = [
            (row, column) for row, line in enumerate(fields) for column in range(len(line))
        ]
        row, column = locations[path[0]]
        fields[row][column] = json.dumps(
            _replaced(json.loads(fields[row][column]), path[1:], value)
        )
    except (ValueError, LookupError, TypeError, RecursionError):
        return content
    return _sealed("\n".join("\t".join(line) for line in fields).encode())


def _replaced(whole: Any, path: list[Any], value: Any) -> Any:
    if not path:
        return value
    whole[path[0]] = _replaced(whole[path[0]], path[1:], value)
    return whole


def _sealed(text: bytes) -> bytes:
    return digest(text).encode() + b"\n" + text


def _attempt(case: str) -> None:
    project = _project()
    contents = {name: data for name, (_, data) in project.kept.items()}
    trusted = False
    for line in case.splitlines():
        name, kind, *how = json.loads(line)
        contents[name] = _changed(contents[name], kind, *how)
        trusted = trusted or kind in ("sealed", "value")
        if name != _RUN:  # it would answer everything
            contents.pop(_RUN, None)
    project.restore(contents)
    with project.entered():
        for _ in range(2):  # the second reads what the first makes of it
            found = project.recall()
            if not trusted:
                expect(found == project.found, "the cache changes what is found")
            _use(found, case)


def _use(results: list[FileResult], case: str) -> None:
    """Render the results and apply their edits, to see that neither fails."""
    render(results, case, "backslashreplace")  # as the command line writes it
    for result in results:
        for collected in (fixes_of(result), noqa_for(result)):
            if collected.edits:
                try:
                    rewrite_file(result, collected.edits)
                except CannotRewrite:
                    continue


CACHES = Target("caches", _case, _attempt)
