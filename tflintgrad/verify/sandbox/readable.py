"""The files that a confined program may read: of the system, Python, TensorFlow and the project.

Everything else is closed: the user's home, keys and tokens in it, other users' files, temporary
files of other programs, and what `/proc` tells about other processes.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

#: Names folders and files that programs may read as well, for instance data outside the project.
VARIABLE = "TFLINTGRAD_READABLE"

_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix/store", "/sys")
#: Of `/etc`, what the C library, Python and drivers look for; not `shadow`, keys or tokens.
_SETTINGS = (
    *("alternatives", "fonts", "group", "host.conf", "hosts", "ld.so.cache", "ld.so.conf"),
    *("ld.so.conf.d", "locale.alias", "locale.conf", "localtime", "mime.types", "nsswitch.conf"),
    *("os-release", "passwd", "protocols", "services", "ssl/certs", "ssl/openssl.cnf", "timezone"),
    *("OpenCL", "vulkan", "nvidia", "gai.conf", "lsb-release", "debian_version"),
)
#: Of `/proc`, what is about the machine, and the process itself; not `self/net`, which shows the
#: connections of all processes, nor what is mounted.
_PROCESS = (
    *("self/auxv", "self/cgroup", "self/cmdline", "self/comm", "self/environ", "self/fd"),
    *("self/fdinfo", "self/io", "self/limits", "self/maps", "self/mem", "self/numa_maps"),
    *("self/oom_score", "self/oom_score_adj", "self/pagemap", "self/sched", "self/schedstat"),
    *("self/smaps", "self/smaps_rollup", "self/stat", "self/statm", "self/status"),
    *("cpuinfo", "driver", "filesystems", "loadavg", "meminfo", "stat", "sys", "uptime"),
    *("version", "vmstat"),
)
_DEVICES = ("null", "zero", "full", "random", "urandom")
#: Variables that name folders of libraries.
_LIBRARIES = ("LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "VIRTUAL_ENV", "CONDA_PREFIX")


@dataclass(frozen=True, slots=True)
class Readable:
    """Files and folders that may be read, and folders that may only be listed."""

    paths: tuple[Path, ...]
    listed: tuple[Path, ...] = ()


def readable(project: Iterable[str], listed_folders: Iterable[str] = ()) -> Readable:
    """Return what a program of a project may read; `project`: the project's folders and files.

    Of `listed_folders` it may see the names of the files.
    """
    paths, listed = list(_always()), [Path(os.path.abspath(name)) for name in listed_folders]
    for name in project:
        path = Path(os.path.abspath(name))
        if not _is_above_home(path):
            paths.append(path)
            continue
        # A program in the home itself: the files beside it, but nothing hidden, such as `.ssh`.
        listed.append(path)
        paths += _visible(path, only_files=path != _home())
    given = os.environ.get(VARIABLE, "").split(os.pathsep)
    paths += [Path(os.path.abspath(name)) for name in given if name]
    return Readable(tuple(dict.fromkeys(paths)), tuple(listed))


@functools.lru_cache(maxsize=1)
def _always() -> tuple[Path, ...]:
    """Return what every program may read. Cached before forking."""
    names = [*_SYSTEM, sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]
    names += [f"/etc/{name}" for name in _SETTINGS]
    names += [f"/dev/{name}" for name in _DEVICES]
    names += [item for name in _LIBRARIES for item in os.environ.get(name, "").split(os.pathsep)]
    # Packages that are installed by a reference to their source are in no folder of the path.
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    packages = {_package_folder(file) for file in files if isinstance(file, str)}
    names += [*sys.path, *sorted(packages)]
    found = [Path(os.path.abspath(name)) for name in names if name]
    return tuple(path for path in dict.fromkeys(found) if not _is_above_home(path))


def process_paths() -> list[Path]:
    """Return what a process may read of `/proc`; its own folder is another one in each process."""
    return [Path("/proc", name) for name in _PROCESS]


def process_folders() -> list[Path]:
    """Return what a process may list of `/proc`: its threads."""
    return [Path("/proc/self/task")]


def _package_folder(file: str) -> str:
    folder = os.path.dirname(os.path.abspath(file))
    while os.path.exists(os.path.join(os.path.dirname(folder), "__init__.py")):
        folder = os.path.dirname(folder)
    return folder


@functools.lru_cache(maxsize=1)
def _home() -> Path:
    """Return the user's home, as the system knows it: `HOME` may be anything."""
    try:
        import pwd

        return Path(pwd.getpwuid(os.getuid()).pw_dir).resolve()
    except (ImportError, KeyError, OSError, RuntimeError):
        return Path("/root")


def _is_above_home(path: Path) -> bool:
    """True if the home is this folder, or inside it."""
    resolved = Path(os.path.realpath(path))
    return resolved == _home() or resolved in _home().parents


def _visible(folder: Path, *, only_files: bool) -> list[Path]:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    found = [folder / name for name in names if not name.startswith(".")]
    return [path for path in found if path.is_file() or not (only_files or path.is_symlink())]
