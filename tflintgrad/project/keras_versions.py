"""The Keras that a project is for, as its files show it where no requirement tells.

Code for Keras 2 and for Keras 3 look alike, and do different things. What tells them apart is often
in another file: an import that fails beside Keras 3, an argument that Keras 3 rejects, the Python
that a notebook ran on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tflintgrad import limits
from tflintgrad.knowledge.keras_2_signs import installed_keras_3, is_dated, keras_in
from tflintgrad.project.prefilter.keywords import names_library
from tflintgrad.source.files import Unreadable, is_notebook, read_bytes

#: The Python that ran a notebook, from its metadata, which most programs write at its end.
_PYTHON: Final = re.compile(
    rb'"language_info"\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)?"version"\s*:\s*"3\.(\d+)'
)
#: TensorFlow 2.16, the first with Keras 3, runs on Python 3.9 and later.
_FIRST_PYTHON_WITH_KERAS_3: Final = 9
#: A folder is for Keras 2 if at least one in so many of its files shows it.
_ONE_IN: Final = 10
_UNRELATED: Final = -1
#: Folders that hold the environment of a project, and where packages are in it.
_ENVIRONMENTS: Final = (".venv", "venv", "env", ".env")
_PACKAGES: Final = ("lib/python3.*/site-packages", "Lib/site-packages")
#: Documents of a project, by their names in small letters.
_DOCUMENT: Final = re.compile(
    r"(?:readme|licen[cs]e|copying|notice)(?:\.(?:md|rst|txt))?|setup\.(?:py|cfg)|pyproject\.toml|pipfile|dockerfile|(?:requirements?|env|environment)[\w.-]*\.(?:txt|in|ya?ml)"
)


class KerasVersions:
    """The signs of Keras 2 and Keras 3 in the files of projects, each read once."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        """Survey files whose code `read` returns, without the metadata of notebooks."""
        self._read = read
        self._known: dict[str, int] = {}

    def keras_of(self, program: Sequence[str], root: str, files: Iterable[str]) -> int | None:
        """Return the Keras of a program, 2 or 3; None: it may be older than Keras 3.

        `program` lists its own files, the entry point first. They decide, else the files of the
        nearest folder with signs, those of its project, `files`, below `root`. Where none has one,
        the project is for the newest Keras unless something in it dates from the time before.
        """
        for path in program[: limits.MAX_SURVEYED_FILES]:
            if self._version(path) > 0:
                return min(max(self._version(path), 2), 3)
        others = sorted(files)
        folder = os.path.dirname(program[0])
        while True:
            below = [path for path in others if path.startswith(folder + os.sep)]
            versions = [self._version(path) for path in below[: limits.MAX_SURVEYED_FILES]]
            old, new = versions.count(1) + versions.count(2), versions.count(3)
            if old > new and old * _ONE_IN >= len(versions) - versions.count(_UNRELATED):
                return 2
            above = os.path.dirname(folder)
            if new:
                return 3
            if folder == root or above == folder:
                is_new = _has_keras_3(root) or not self._is_dated(program, root)
                return 3 if is_new else None
            folder = above

    def _is_dated(self, program: Sequence[str], root: str) -> bool:
        """True if a file of the program, or a document of its project, is older than Keras 3."""
        if any(is_dated(self._read(path) or b"") for path in program[: limits.MAX_SURVEYED_FILES]):
            return True
        folder = os.path.dirname(program[0])
        while True:
            texts = list(_documents(folder))
            if any(map(is_dated, texts)):
                return True
            above = os.path.dirname(folder)
            # A part of a project may be checked alone: its documents are above.
            if above == folder or (texts and len(folder) <= len(root)):
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


def _has_keras_3(root: str) -> bool:
    """True if an environment in the folder of the project has Keras 3."""
    return any(
        any(Path(root, name).glob(f"{packages}/{installed_keras_3()}"))
        for name in _ENVIRONMENTS
        for packages in _PACKAGES
    )


def _documents(folder: str) -> Iterator[bytes]:
    """Yield what a folder says about its project: how to install it, who owns it since when."""
    try:
        names = sorted(name for name in os.listdir(folder) if _DOCUMENT.fullmatch(name.lower()))
    except OSError:
        return
    for name in names[: limits.MAX_REQUIREMENT_FILES]:
        with suppress(Unreadable):
            yield read_bytes(os.path.join(folder, name), limits.MAX_CONFIGURATION_BYTES)


def _ran_before_keras_3(path: str) -> bool:
    """True if a notebook ran on a Python for which there is no TensorFlow with Keras 3."""
    try:
        with open(path, "rb") as file:
            file.seek(max(os.fstat(file.fileno()).st_size - limits.MAX_NOTEBOOK_METADATA, 0))
            found = _PYTHON.search(file.read(limits.MAX_NOTEBOOK_METADATA))
    except OSError:
        return False
    return found is not None and int(found[1]) < _FIRST_PYTHON_WITH_KERAS_3
