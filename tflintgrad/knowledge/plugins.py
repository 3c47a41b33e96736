"""Installed packages that bring rules of their own: which there are, and where their pages are.

Such a package has an entry point of the group `tflintgrad.rules`, which names the package with the
pages and checks. All of this is read from files; nothing of a plugin is imported here.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from tflintgrad.knowledge.rules import RulebookError

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

GROUP: Final = "tflintgrad.rules"
#: Folders of the module search path that describe an installed package.
_METADATA: Final = (".dist-info", ".egg-info")


class Plugin(NamedTuple):
    """A package with rules; what identifies it in a cache."""

    name: str
    """The name of its entry point."""
    distribution: str
    version: str
    package: str
    """The package that holds the pages and registers the checks."""
    folder: str
    digest: str
    """The digest of everything in the folder."""

    def __str__(self) -> str:
        return f"the plugin {self.name} ({self.distribution} {self.version})"


@functools.cache
def installed_plugins() -> tuple[Plugin, ...]:
    """Return the plugins of this Python, by name; raise RulebookError for one without a package.

    Without a plugin, no more is read than the entry points of what is installed.
    """
    found: dict[str, Plugin] = {}
    for folder in _with_rules():
        for plugin in _plugins_of(folder):
            if plugin.name in found and found[plugin.name].package != plugin.package:
                raise RulebookError(f"{plugin} and {found[plugin.name]} have the same name")
            found.setdefault(plugin.name, plugin)
    return tuple(found[name] for name in sorted(found))


def _with_rules() -> Iterator[str]:
    """Yield the metadata folders whose entry points name the group; one for each package.

    `importlib.metadata` takes as long to import as a cached run.
    """
    seen: set[str] = set()
    for folder in filter(os.path.isabs, sys.path):  # the current folder holds no installed package
        try:
            with os.scandir(folder) as listing:
                entries = [entry for entry in listing if entry.name.endswith(_METADATA)]
        except OSError:
            continue
        for entry in sorted(entries, key=lambda entry: entry.name):
            try:
                with open(os.path.join(entry.path, "entry_points.txt"), "rb") as file:
                    is_plugin = GROUP.encode() in file.read()
            except OSError:
                continue
            package = entry.name.partition("-")[0]
            if package not in seen:
                seen.add(package)
                if is_plugin:
                    yield entry.path


def _plugins_of(folder: str) -> Iterator[Plugin]:
    from importlib.metadata import PathDistribution
    from pathlib import Path

    described = PathDistribution(Path(folder))
    for point in described.entry_points:
        if point.group == GROUP:
            distribution, version = described.metadata["Name"], described.version
            name = f"the plugin {point.name} ({distribution} {version})"
            home = _folder_of(point.value, name)
            digest = _digest(home)
            yield Plugin(point.name, distribution, version, point.value, home, digest)


def _folder_of(package: str, plugin: str) -> str:
    """Return the folder of a package, without importing it or those around it."""
    if not all(part.isidentifier() for part in package.split(".")):
        raise RulebookError(f"{plugin}: {package!r} is not the name of a package")
    spec = _spec_of(package)
    if spec is None:
        raise RulebookError(
            f"{plugin}: its package {package!r} is not found; an editable installation inside the"
            " project that is checked is not on the search path"
        )
    if not spec.submodule_search_locations:
        raise RulebookError(f"{plugin}: {package!r} is a module, not a package with pages")
    return os.path.abspath(next(iter(spec.submodule_search_locations)))


def _spec_of(package: str) -> ModuleSpec | None:
    from importlib.machinery import PathFinder
    from importlib.util import find_spec

    top, *inner = package.split(".")
    try:
        spec = find_spec(top)
    except ValueError:  # a module that was imported without a spec
        return None
    for part in inner:
        if spec is None or spec.submodule_search_locations is None:
            return None
        spec = PathFinder.find_spec(f"{spec.name}.{part}", list(spec.submodule_search_locations))
    return spec


def _digest(folder: str) -> str:
    from hashlib import blake2b

    found = blake2b(digest_size=16)
    for path in sorted(_files_below(folder)):
        found.update(os.path.relpath(path, folder).encode("utf-8", "surrogateescape") + b"\0")
        with open(path, "rb") as file:
            content = file.read()
        found.update(len(content).to_bytes(8, "big") + content)
    return found.hexdigest()


def _files_below(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (os.path.join(here, name) for name in files)
