"""`tflintgrad check --watch`: the same check again whenever something changes that it may read."""

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
from tflintgrad.knowledge.rules import RulebookError
from tflintgrad.project.discovery import Search
from tflintgrad.project.module_resolver import Projects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: Seconds between two looks, and how many times longer than a look that must be.
INTERVAL = 0.5
EASE = 10

State = dict[str, tuple[int, int] | None]


def run_watch(check: Callable[[], int], paths: Sequence[str]) -> int:
    """Goes on until it is interrupted, or what it prints has no reader any more."""
    is_first = True
    while True:
        before = _state(paths)
        if sys.stdout.isatty():
            click.clear()
        try:
            check()
        except (click.ClickException, ConfigurationError, RulebookError) as problem:
            if is_first:  # of the command line; later, of a configuration that is being written
                raise
            print(f"Error: {problem}", file=sys.stderr)
        sys.stdout.flush()
        is_first = False
        print(f"{time.strftime('%H:%M:%S')} waiting for changes, Ctrl-C ends", file=sys.stderr)
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
    """When each file was changed, and its size; None for what is not there."""
    return {path: _stamp(path) for path in _watched(paths)}


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def _watched(paths: Sequence[str]) -> Iterator[str]:
    """The files that are checked, all of their projects, and those with settings."""
    here = Path.cwd()
    yield from (str(folder / name) for folder in (here, *here.parents) for name in FILES)
    projects = Projects([*map(os.path.abspath, paths), str(here)])
    folders = set()
    for path in paths:
        if os.path.isdir(path):
            folders |= {os.path.abspath(path), projects.home(os.path.join(path, "file")).root}
        else:
            yield path
            folders.add(projects.home(path).root)
    search = Search(configured())
    for folder in sorted(folders):
        yield from search.files_below(folder, limits.MAX_PROJECT_FOLDERS) or ()
