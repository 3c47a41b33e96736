"""`check --watch`: check again whenever a file changes that the check may read."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tflintgrad import limits
from tflintgrad.config.files import FILES
from tflintgrad.config.resolver import configured
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.frontends.cli.phrases import say
from tflintgrad.knowledge.rules import RulebookError
from tflintgrad.project.discovery import Search
from tflintgrad.project.module_resolver import Projects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: Seconds between two polls, and how many times longer than a poll that has to be.
INTERVAL = 0.5
EASE = 10

#: The modification time and size of each watched file; None for a file that is missing.
State = dict[str, tuple[int, int] | None]


def run_watch(check: Callable[[], int], paths: Sequence[str]) -> int:
    """Check after every change; end when interrupted, or when the output has no reader."""
    is_first = True
    while True:
        before = _state(paths)
        if sys.stdout.isatty():
            click.clear()
        try:
            check()
        except (click.ClickException, ConfigurationError, RulebookError) as problem:
            if is_first:  # wrong usage; later, a configuration file that the user is editing
                raise
            say(f"Error: {problem}")
        sys.stdout.flush()
        is_first = False
        say(f"{time.strftime('%H:%M:%S')} waiting for changes, Ctrl-C ends")
        _wait_for_change(before, paths)


def _wait_for_change(before: State, paths: Sequence[str]) -> None:
    pause = INTERVAL
    while True:
        time.sleep(pause)
        start = time.monotonic()
        if _state(paths) != before:
            return
        pause = max(INTERVAL, EASE * (time.monotonic() - start))


def _state(paths: Sequence[str]) -> State:
    return {path: _stamp(path) for path in _watched(paths)}


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def _watched(paths: Sequence[str]) -> Iterator[str]:
    """Yield the files to check, all files of their projects, and configuration files."""
    cwd = Path.cwd()
    yield from (str(folder / name) for folder in (cwd, *cwd.parents) for name in FILES)
    projects = Projects([*map(os.path.abspath, paths), str(cwd)])
    folders = set()
    for path in paths:
        if os.path.isdir(path):
            folders |= {
                os.path.abspath(path),
                projects.import_root(os.path.join(path, "file")).root,
            }
        else:
            yield path
            folders.add(projects.import_root(path).root)
    search = Search(configured())
    for folder in sorted(folders):
        yield from search.files_below(folder, limits.MAX_PROJECT_FOLDERS) or ()
