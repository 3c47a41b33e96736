"""Project roots, and the resolution of imports to files of a project.

Only the project's own folders are searched. Installed packages (site-packages), the standard
library and the libraries that the op table describes are never read.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tflintgrad.source.file_stamp import digest_of_strings

ROOT_MARKS = ("pyproject.toml", "setup.cfg", "setup.py", "tflintgrad.toml", ".git", ".hg")
#: Folders of a project that may contain its packages instead of the root.
SOURCE_FOLDERS = ("src", "lib", "python")
_INSTALLED = frozenset({"site-packages", "dist-packages"})
#: Libraries that the op table and the roles describe better than their code.
_LIBRARIES = frozenset({"tensorflow", "keras", "tf_keras", "numpy", "tensorflow_probability"})
_THIRD_PARTY = _LIBRARIES | sys.stdlib_module_names


def project_folder(start: str) -> str:
    """Return the folder of the project around a folder, or that folder itself."""
    here = start
    while not any(os.path.exists(os.path.join(here, mark)) for mark in ROOT_MARKS):
        above = os.path.dirname(here)
        if above == here:
            return start
        here = above
    return here


def is_third_party(dotted: str) -> bool:
    """True if a dotted name is that of a library or the standard library, never of a project."""
    return dotted.partition(".")[0] in _THIRD_PARTY


@dataclass(frozen=True, slots=True)
class ModuleFile:
    """The file of a module, or a namespace package: a folder without `__init__.py` (no `path`)."""

    path: str | None
    folder: str
    """The folder of its submodules; empty for a plain module."""
    name: str = field(compare=False)
    """Its dotted name, as resolved."""


class Folders:
    """Listings of directories, each read once."""

    def __init__(self) -> None:
        #: The folders that modules were looked up in, and those that were only searched for root
        #: markers; the program cache depends on both.
        self.searched: dict[str, dict[str, bool]] = {}
        self.marked: dict[str, tuple[str, ...]] = {}
        self._digests: dict[str, str] = {}

    def listing(self, folder: str) -> dict[str, bool]:
        """Return the names in a directory; True for those that are directories."""
        found = self.searched.get(folder)
        if found is None:
            found = self.searched[folder] = dict(_entries(folder))
        return found

    def has_file(self, folder: str, name: str) -> bool:
        """True if a directory has a file of this name."""
        return self.listing(folder).get(name) is False

    def has_folder(self, folder: str, name: str) -> bool:
        """True if a directory has a directory of this name."""
        return self.listing(folder).get(name) is True

    def has_mark(self, folder: str) -> bool:
        """True if a directory has a root marker, and so is the root of a project."""
        return bool(self.marks(folder))

    def marks(self, folder: str) -> tuple[str, ...]:
        """Return the root markers in a directory, such as pyproject.toml."""
        found = self.marked.get(folder)
        if found is None:
            found = self.marked[folder] = tuple(self._marks(folder))
        return found

    def _marks(self, folder: str) -> Iterator[str]:
        # Folders above a project, such as /tmp, can be large, so they are not listed.
        for mark in ROOT_MARKS:
            if os.path.lexists(os.path.join(folder, mark)):
                yield mark

    def digest(self, folder: str) -> str:
        """Return a digest of the entries of a directory that can be imported."""
        found = self._digests.get(folder)
        if found is None:
            entries = sorted(
                f"{name}/" if is_folder else name
                for name, is_folder in self.listing(folder).items()
                if (name.isidentifier() if is_folder else name.endswith(".py"))
            )
            found = self._digests[folder] = digest_of_strings(entries)
        return found


def _entries(folder: str) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as listing:
            # Many folders of a project have files of the same names.
            return [(sys.intern(entry.name), _is_folder(entry)) for entry in listing]
    except (OSError, ValueError):
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        if entry.is_symlink():
            return stat.S_ISDIR(os.stat(entry.path).st_mode)
        return entry.is_dir()
    except OSError:  # a broken link
        return False


class ImportRoot(NamedTuple):
    """The project root and package of a file, and the folders that its imports search."""

    root: str
    marked: bool
    """True if the root has a root marker; otherwise it is a guess."""
    package: tuple[str, ...]
    """Dotted name of the package around the file, from the topmost `__init__.py` on."""
    search: tuple[str, ...]


class Projects:
    """The import resolver of a run; results are cached."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.folders = Folders()
        #: Folders that the user named, and the working directory: roots if there is no marker.
        self._named = frozenset(named)
        self._import_roots: dict[str, ImportRoot] = {}
        self._found: dict[tuple[str, str], ModuleFile | None] = {}

    def import_root(self, path: str) -> ImportRoot:
        """Return the import root of a file."""
        folder = os.path.dirname(path)
        found = self._import_roots.get(folder)
        if found is None:
            found = self._import_roots[folder] = self._find_import_root(os.path.abspath(folder))
        return found

    def _find_import_root(self, folder: str) -> ImportRoot:
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
        # A file of a package can also be run as a script, which imports from its own folder.
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
        """Resolve a dotted name in the file `importer`; `level` counts the dots before it."""
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
        for folder in self.import_root(importer).search:
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
        """Return the submodule of a package; None if there is none."""
        return self._below(module, [name])

    def _member(self, folder: str, part: str, dotted: str) -> ModuleFile | None:
        listing = self.folders.listing(folder)
        is_folder, is_file = listing.get(part) is True, listing.get(f"{part}.py") is False
        if not is_folder and not is_file:  # the usual case: a class or a function
            return None
        inner = os.path.join(folder, part)
        if is_folder:
            if self.folders.has_file(inner, "__init__.py"):
                return ModuleFile(os.path.join(inner, "__init__.py"), inner, dotted)
            if not is_file:
                return ModuleFile(None, inner, dotted)
        return ModuleFile(f"{inner}.py", "", dotted)

    def _package(self, folder: str) -> ModuleFile:
        """Return the package that a folder is, with or without `__init__.py`."""
        init = os.path.join(folder, "__init__.py")
        present = self.folders.has_file(folder, "__init__.py")
        name = ".".join(self.import_root(init).package) or os.path.basename(folder)
        return ModuleFile(init if present else None, folder, name)
