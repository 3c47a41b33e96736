"""Imports of modules with another text than that of their files, such as a corrected one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


def install(texts: Iterable[tuple[str, str]], folder: str) -> dict[str, str]:
    """Let imports find the texts of these paths; return the copies that run, with the originals.

    A text becomes a file in `folder`, as AutoGraph reads the source again.
    """
    copies: dict[str, str] = {}
    for number, (original, text) in enumerate(texts):
        home = os.path.join(folder, f"replaced_{number}")
        os.mkdir(home)
        copy = os.path.join(home, os.path.basename(original))
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text)
        copies[copy] = original
    if copies:
        found = {original: copy for copy, original in copies.items()}
        sys.meta_path.insert(0, _Finder(found))
    return copies


class _Finder(MetaPathFinder):
    """Finds what the other finders find, and changes how some files are loaded."""

    def __init__(self, copies: Mapping[str, str]) -> None:
        self._copies = copies

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the specification of a module; None if no finder knows it."""
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target) if finder is not self else None
            if spec is None:
                continue
            copy = self._copies.get(os.path.realpath(spec.origin)) if spec.origin else None
            if copy is not None:
                spec.loader = _Loader(copy)
            return spec
        return None


class _Loader(Loader):
    """Executes a copy of a module, under the original's name and file."""

    def __init__(self, copy: str) -> None:
        self._copy = copy

    def exec_module(self, module: ModuleType) -> None:
        """Execute the copy as this module."""
        with open(self._copy, "rb") as file:
            exec(compile(file.read(), self._copy, "exec"), module.__dict__)
