"""Run each measurement in its own forked child: an op that hangs or aborts costs only itself.

The parent imports TensorFlow but must never execute an op: children forked after one hang.
Some ops write files: every child works in a directory of its own, which the parent removes.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

Work = Callable[..., dict[str, Any]]  # takes careful=True after a crash
Task = tuple[str, Work]


@dataclass
class _Child:
    name: str
    pid: int
    pipe: int
    deadline: float
    folder: str
    chunks: list[bytes] = field(default_factory=list)


def run(
    tasks: Iterable[Task],
    jobs: int,
    seconds: float,
    keep: Callable[[str, dict[str, Any]], None] = lambda name, record: None,
    show: bool = True,
) -> dict[str, Any]:
    """Return the record of every task; `{"unclassified": why}` for those that did not survive.

    `keep` hears of each record as it comes, so that an interrupted run can be taken up again.
    """
    works = dict(tasks)
    waiting = list(reversed(works.items()))
    again: set[str] = set()
    total, done = len(waiting), 0
    records: dict[str, Any] = {}
    selector = selectors.DefaultSelector()
    running: dict[int, _Child] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                child = _start(*waiting.pop(), seconds)
                running[child.pipe] = child
                selector.register(child.pipe, selectors.EVENT_READ)
            for key, _ in selector.select(timeout=0.5):
                child = running[key.fd]
                chunk = os.read(child.pipe, 1 << 16)
                if chunk:
                    child.chunks.append(chunk)
                    continue
                record = _finish(child, selector, running)
                if "died" in record.get("unclassified", "") and child.name not in again:
                    again.add(child.name)
                    waiting.append((child.name, partial(works[child.name], careful=True)))
                    continue
                records[child.name] = record
                keep(child.name, record)
                done += 1
                if show:
                    _progress(done, total, child.name)
            for child in _kill_overdue(selector, running):
                records[child.name] = {"unclassified": f"no answer within {seconds:g} s"}
                keep(child.name, records[child.name])
                done += 1
    finally:  # interrupted: leave neither processes nor files
        _kill_all(selector, running)
    if show:
        print(file=sys.stderr)
    return records


def _kill_all(selector: selectors.BaseSelector, running: dict[int, _Child]) -> None:
    for child in list(running.values()):
        os.kill(child.pid, signal.SIGKILL)
        _finish(child, selector, running)


def _kill_overdue(selector: selectors.BaseSelector, running: dict[int, _Child]) -> Iterator[_Child]:
    """Kill the children that are past their deadline, and yield them."""
    for child in list(running.values()):
        if time.monotonic() > child.deadline:
            os.kill(child.pid, signal.SIGKILL)
            _finish(child, selector, running)
            yield child


def _start(name: str, work: Work, seconds: float) -> _Child:
    read_end, write_end = os.pipe()
    folder = tempfile.mkdtemp(prefix="measure-ops-")
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(write_end)
        return _Child(name, pid, read_end, time.monotonic() + seconds, folder)
    try:
        os.chdir(folder)
        tempfile.tempdir = folder  # AutoGraph leaves files there, which only exit handlers remove
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            record = work()
        except Exception as error:
            first_line = str(error).splitlines()[:1]
            record = {"unclassified": f"{type(error).__name__}: {''.join(first_line)[:120]}"}
        with os.fdopen(write_end, "wb") as pipe:
            pipe.write(json.dumps(record).encode())
    finally:
        os._exit(0)  # no exit handlers: they belong to the parent


def _finish(
    child: _Child, selector: selectors.BaseSelector, running: dict[int, _Child]
) -> dict[str, Any]:
    selector.unregister(child.pipe)
    os.close(child.pipe)
    del running[child.pipe]
    _, status = os.waitpid(child.pid, 0)
    shutil.rmtree(child.folder, ignore_errors=True)
    try:
        record: dict[str, Any] = json.loads(b"".join(child.chunks))
    except ValueError:
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        how = signal.Signals(number).name if number else f"status {status}"
        return {"unclassified": f"the process died ({how})"}
    return record


def _progress(done: int, total: int, name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{done}/{total} {name}", end="", file=sys.stderr, flush=True)
    elif done % 100 == 0 or done == total:
        print(f"{done}/{total} {name}", file=sys.stderr, flush=True)
