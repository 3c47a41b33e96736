"""The Keras that a project is for, as its files show it where no requirement tells.

Code for Keras 2 and for Keras 3 look alike, and do different things. What tells them apart is often
in another file: an import that fails beside Keras 3, an argument that Keras 3 rejects, the Python
that a notebook ran on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tflintgrad import limits
from tflintgrad.knowledge.keras_2_signs import keras_in
from tflintgrad.project.prefilter.keywords import names_library
from tflintgrad.source.files import is_notebook

#: The Python that ran a notebook, from its metadata, which most programs write at its end.
_PYTHON: Final = re.compile(
    rb'"language_info"\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)?"version"\s*:\s*"3\.(\d+)'
)
#: TensorFlow 2.16, the first with Keras 3, runs on Python 3.9 and later.
_FIRST_PYTHON_WITH_KERAS_3: Final = 9
#: A folder is for Keras 2 if at least one in so many of its files shows it.
_ONE_IN: Final = 10
_UNRELATED: Final = -1


class KerasVersions:
    """The signs of Keras 2 and Keras 3 in the files of projects, each read once."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        """Survey files whose code `read` returns, without the metadata of notebooks."""
        self._read = read
        self._known: dict[str, int] = {}

    def is_for_keras_2(self, program: Sequence[str], root: str, files: Iterable[str]) -> bool:
        """True if a program is for Keras 2; `files` are those of its project, below `root`.

        `program` lists its own files, the entry point first. They decide, else the files of the
        nearest folder with signs.
        """
        for path in program[: limits.MAX_SURVEYED_FILES]:
            if self._version(path) > 0:
                return self._version(path) <= 2
        others = sorted(files)
        folder = os.path.dirname(program[0])
        while True:
            below = [path for path in others if path.startswith(folder + os.sep)]
            versions = [self._version(path) for path in below[: limits.MAX_SURVEYED_FILES]]
            old, new = versions.count(1) + versions.count(2), versions.count(3)
            if old > new and old * _ONE_IN >= len(versions) - versions.count(_UNRELATED):
                return True
            above = os.path.dirname(folder)
            if new or folder == root or above == folder:
                return False
            folder = above

    def _version(self, path: str) -> int:
        found = self._known.get(path)
        if found is None:
            found = self._known[path] = self._look(path)
        return found

    def _look(self, path: str) -> int:
        data = self._read(path)
        if data is None or not names_library(data):
            return _UNRELATED
        if is_notebook(path) and _ran_before_keras_3(path):
            return 2
        return keras_in(data)


def _ran_before_keras_3(path: str) -> bool:
    """True if a notebook ran on a Python for which there is no TensorFlow with Keras 3."""
    try:
        with open(path, "rb") as file:
            file.seek(max(os.fstat(file.fileno()).st_size - limits.MAX_NOTEBOOK_METADATA, 0))
            found = _PYTHON.search(file.read(limits.MAX_NOTEBOOK_METADATA))
    except OSError:
        return False
    return found is not None and int(found[1]) < _FIRST_PYTHON_WITH_KERAS_3
