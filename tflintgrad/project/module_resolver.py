"""Where a project begins, and which of its files an import names.

Only the project's own folders are looked at. What is installed (site-packages), the standard
library and the libraries that the op table describes are never read.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

ROOT_MARKS = ("pyproject.toml", "setup.cfg", "setup.py", "tflintgrad.toml", ".git", ".hg")
#: Folders of a project in which its packages may lie instead of at its root.
SOURCE_FOLDERS = ("src", "lib", "python")
_INSTALLED = frozenset({"site-packages", "dist-packages"})
#: The op table and the roles say what these do; their code says less.
_LIBRARIES = frozenset({"tensorflow", "keras", "tf_keras", "numpy", "tensorflow_probability"})
_FOREIGN = _LIBRARIES | sys.stdlib_module_names


def project_folder(start: str) -> str:
    """The folder of the project around a folder, or that folder itself."""
    here = start
    while not any(os.path.exists(os.path.join(here, mark)) for mark in ROOT_MARKS):
        above = os.path.dirname(here)
        if above == here:
            return start
        here = above
    return here


def is_third_party(dotted: str) -> bool:
    """Whether a dotted name never means a module of a project."""
    return dotted.partition(".")[0] in _FOREIGN


@dataclass(frozen=True, slots=True)
class ModuleFile:
    """What a dotted name leads to: a file, or a folder without `__init__.py` (no `path`)."""

    path: str | None
    folder: str
    """Where its submodules lie; empty for a plain module."""
    name: str = field(compare=False)
    """The dotted name under which it was found."""


class Folders:
    """Listings of directories, each read once."""

    def __init__(self) -> None:
        #: Those in which modules were looked up, and those that were looked at for marks only:
        #: a cache has to know.
        self.searched: dict[str, dict[str, bool]] = {}
        self.marked: dict[str, tuple[str, ...]] = {}

    def listing(self, folder: str) -> dict[str, bool]:
        """The names in a directory, and whether each is a directory itself."""
        found = self.searched.get(folder)
        if found is None:
            found = self.searched[folder] = dict(_entries(folder))
        return found

    def has_file(self, folder: str, name: str) -> bool:
        return self.listing(folder).get(name) is False

    def has_folder(self, folder: str, name: str) -> bool:
        return self.listing(folder).get(name) is True

    def has_mark(self, folder: str) -> bool:
        return bool(self.marks(folder))

    def marks(self, folder: str) -> tuple[str, ...]:
        """What in a directory says that a project begins there."""
        found = self.marked.get(folder)
        if found is None:
            found = self.marked[folder] = tuple(self._marks(folder))
        return found

    def _marks(self, folder: str) -> Iterator[str]:
        # Folders above a project, such as /tmp, can be large, and are looked at for marks only.
        for mark in ROOT_MARKS:
            if os.path.lexists(os.path.join(folder, mark)):
                yield mark

    def importable(self, folder: str) -> list[str]:
        """Everything in a directory that an import can mean, or that decides what one means."""
        return sorted(
            f"{name}/" if is_folder else name
            for name, is_folder in self.listing(folder).items()
            if (name.isidentifier() if is_folder else name.endswith(".py"))
        )


def _entries(folder: str) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as listing:
            # Folders of a project hold files of the same names.
            return [(sys.intern(entry.name), _is_folder(entry)) for entry in listing]
    except (OSError, ValueError):
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        if entry.is_symlink():
            return stat.S_ISDIR(os.stat(entry.path).st_mode)
        return entry.is_dir()
    except OSError:  # a link that leads nowhere
        return False


class ImportRoot(NamedTuple):
    """Where a file lives: its package, and the folders in which its imports are looked up."""

    root: str
    marked: bool
    """Whether something says that a project begins there; else it is a guess."""
    package: tuple[str, ...]
    """Dotted name of the package around the file, from the topmost `__init__.py` on."""
    search: tuple[str, ...]


class Projects:
    """Resolves the imports of files; what was asked once is remembered."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.folders = Folders()
        #: Folders that somebody named, or works in: roots where nothing marks one.
        self._named = frozenset(named)
        self._homes: dict[str, ImportRoot] = {}
        self._found: dict[tuple[str, str], ModuleFile | None] = {}

    def home(self, path: str) -> ImportRoot:
        folder = os.path.dirname(path)
        found = self._homes.get(folder)
        if found is None:
            found = self._homes[folder] = self._home(os.path.abspath(folder))
        return found

    def _home(self, folder: str) -> ImportRoot:
        marked = self._nearest(folder, self.folders.has_mark)
        end = marked or self._nearest(folder, self._named.__contains__)
        top = folder
        package: list[str] = []
        while top != end and self.folders.has_file(top, "__init__.py"):
            top, name = os.path.split(top)
            package.insert(0, name)
        root = end or top
        above = [top]
        while above[-1] != root:
            above.append(os.path.dirname(above[-1]))
        sources = [
            os.path.join(root, name)
            for name in SOURCE_FOLDERS
            if self.folders.has_folder(root, name)
        ]
        # A file of a package can be run as a script, too: then its own folder comes first.
        search = dict.fromkeys((*above, *sources, folder))
        wanted = [item for item in search if os.path.basename(item) not in _INSTALLED]
        return ImportRoot(root, marked is not None, tuple(package), tuple(wanted))

    def _nearest(self, folder: str, is_root: Callable[[str], bool]) -> str | None:
        here = folder
        while not is_root(here):
            above = os.path.dirname(here)
            if above == here:
                return None
            here = above
        return here

    def resolve(self, importer: str, dotted: str, level: int = 0) -> ModuleFile | None:
        """What `dotted` means in the file `importer`; `level` counts the dots in front of it."""
        key = (os.path.dirname(importer), "." * level + dotted)
        if key not in self._found:
            self._found[key] = self._resolve(importer, dotted, level)
        return self._found[key]

    def _resolve(self, importer: str, dotted: str, level: int) -> ModuleFile | None:
        parts = dotted.split(".") if dotted else []
        if level:
            folder = os.path.dirname(importer)
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self._below(self._package(folder), parts)
        if not parts or is_third_party(dotted):
            return None
        partly: ModuleFile | None = None
        for folder in self.home(importer).search:
            first = self._member(folder, parts[0], parts[0])
            if first is None:
                continue
            found = self._below(first, parts[1:])
            if found is not None and found.path is not None:
                return found
            if first.path is not None:  # a regular package hides what comes later
                return found
            partly = partly or found
        return partly

    def _below(self, start: ModuleFile | None, parts: list[str]) -> ModuleFile | None:
        found = start
        for part in parts:
            if found is None or not found.folder:
                return None
            found = self._member(found.folder, part, f"{found.name}.{part}")
        return found

    def submodule(self, module: ModuleFile, name: str) -> ModuleFile | None:
        return self._below(module, [name])

    def _member(self, folder: str, part: str, dotted: str) -> ModuleFile | None:
        listing = self.folders.listing(folder)
        is_folder, is_file = listing.get(part) is True, listing.get(f"{part}.py") is False
        if not is_folder and not is_file:  # mostly: it is a class or a function
            return None
        inner = os.path.join(folder, part)
        if is_folder:
            if self.folders.has_file(inner, "__init__.py"):
                return ModuleFile(os.path.join(inner, "__init__.py"), inner, dotted)
            if not is_file:
                return ModuleFile(None, inner, dotted)
        return ModuleFile(f"{inner}.py", "", dotted)

    def _package(self, folder: str) -> ModuleFile:
        """The package that a folder is."""
        init = os.path.join(folder, "__init__.py")
        present = self.folders.has_file(folder, "__init__.py")
        name = ".".join(self.home(init).package) or os.path.basename(folder)
        return ModuleFile(init if present else None, folder, name)
