"""The parts of the benchmark: each function measures one table."""

from __future__ import annotations

import datetime as dt
import os
import random
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks.corpus import Tree, generate, module, survey, take_sample
from benchmarks.edits import Situation, edits_of
from benchmarks.peers import OURS, RUFF, Installed
from benchmarks.processes import run
from benchmarks.results import Table
from benchmarks.rounds import Entry, take_turns
from tflintgrad.engine.cpu_count import default_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

CLICK = "python -c 'import click'"
PARSE_ONCE = "import libcst, parse it once"
TRAINING = "check, 1,000 lines of training"
UNCHANGED = "check, the same unchanged"
FILES_LINES = 40
WARM = ", warm"

_PARSE = "import libcst, sys; libcst.parse_module(open(sys.argv[1], 'rb').read())"


@dataclass(frozen=True, slots=True)
class Bench:
    """The settings that all parts share."""

    tree: Tree
    folders: Sequence[Path]
    tools: Sequence[Installed]
    scratch: Path
    rounds: int
    seed: int
    sample: int
    max_lines: int
    max_files: int
    command: str
    """The command line, without paths of this machine."""

    @property
    def ours(self) -> Installed:
        return self._tool(OURS)

    @property
    def quick(self) -> list[Installed]:
        """Tools that are fast enough for everything that is measured."""
        return [tool for tool in self.tools if not tool.tool.slow and not tool.tool.checks_types]

    def _tool(self, name: str) -> Installed:
        return next(tool for tool in self.tools if tool.name == name)

    def cold(self, tool: Installed, paths: Sequence[str], lines: int, size: int = 0) -> Entry:
        command = tool.cold(paths, self.scratch)
        environment = tool.environment(self.scratch)
        return Entry(tool.name, command, lines, size, tool.tool.most, environment)

    def warm(self, tool: Installed, paths: Sequence[str], lines: int, size: int = 0) -> Entry:
        """Return an entry with a warm cache; a run before fills it."""
        command = tool.warm(paths, self.scratch)
        environment = tool.environment(self.scratch)
        run(command, self.scratch, environment)
        return Entry(tool.name + WARM, command, lines, size, tool.tool.most, environment)

    def table(
        self,
        key: str,
        title: str,
        about: str,
        entries: Sequence[Entry],
        reference: str = OURS,
    ) -> Table:
        when = f"{_now()}, {self.rounds} round{'s' * (self.rounds > 1)}"
        rows, failures = take_turns(entries, self.rounds, self.scratch)
        return Table(key, title, about, rows, reference, when, self.command, tuple(failures))


def _now() -> str:
    today = dt.date.today()
    load = f", with a load of {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{today.day} {today:%B %Y}{load}"


def start(bench: Bench) -> Table:
    """Measure one file, beside the unavoidable cost of starting Python and importing."""
    plain, training = bench.scratch / "plain.py", bench.scratch / "training.py"
    plain.write_text("print('hello')\n", encoding="utf-8")
    training.write_text(module("training", 1000, random.Random(bench.seed)), encoding="utf-8")
    ours = bench.ours
    python = sys.executable
    entries = [
        Entry("python -c pass", [python, "-c", "pass"]),
        Entry(CLICK, [python, "-c", "import click"]),
        Entry("python -c 'import libcst'", [python, "-c", "import libcst"]),
        Entry(PARSE_ONCE, [python, "-c", _PARSE, str(training)]),
        Entry("tflintgrad --version", [*ours.command, "--version"]),
        Entry("check, nothing to do with TensorFlow", ours.cold([str(plain)], bench.scratch)),
        Entry(TRAINING, ours.cold([str(training)], bench.scratch)),
    ]
    warm = bench.warm(ours, [str(training)], 0)
    entries.append(Entry(UNCHANGED, warm.command))
    about = "The training script is generated; a quarter of its functions request gradients"
    return bench.table("start", "One file", about, entries, CLICK)


def tree(bench: Bench) -> Table:
    """Measure the whole tree, cold and warm, with one process and with several."""
    paths, lines = bench.tree.paths, bench.tree.lines
    entries = [bench.cold(tool, paths, lines) for tool in bench.tools if not tool.tool.slow]
    ours = bench.ours
    for jobs in job_counts():
        command = [*ours.cold(paths, bench.scratch), "--jobs", str(jobs)]
        entries.append(Entry(f"{OURS} --jobs {jobs}", command, lines))
    cached = [tool for tool in bench.quick if tool.has_cache]
    entries += [bench.warm(tool, paths, lines) for tool in cached]
    return bench.table("tree", "A whole tree", bench.tree.about, entries)


def job_counts() -> list[int]:
    """Return the numbers of processes to measure: two, and one per processor."""
    return sorted({2, default_jobs()} - {1})


def sample(bench: Bench) -> Table:
    """Measure all tools on the same files, few enough for the slowest tool."""
    folder = bench.scratch / "sample"
    few = take_sample(bench.folders, bench.sample, folder)
    entries = [bench.cold(tool, few.paths, few.lines) for tool in bench.tools]
    title = "All tools on the same files"
    return bench.table("sample", title, f"{few.about}; of {bench.tree.name}", entries)


def lines(bench: Bench) -> Table:
    """Measure one file that grows."""
    entries = []
    for size in _steps(1000, bench.max_lines):
        path = bench.scratch / f"train_{size}.py"
        path.write_text(module("training", size, random.Random(bench.seed)), encoding="utf-8")
        entries += [bench.cold(tool, [str(path)], size, size) for tool in bench.quick]
    about = f"One generated file of up to {bench.max_lines:,} lines of code that trains throughout"
    return bench.table("lines", "A file that grows", about, entries)


def files(bench: Bench) -> Table:
    """Measure a tree that grows."""
    entries = []
    for size in _steps(100, bench.max_files):
        folder = bench.scratch / f"files_{size}"
        generate(folder, size, FILES_LINES, bench.seed)
        grown = survey([folder])
        for tool in bench.quick:
            entries.append(bench.cold(tool, grown.paths, grown.lines, size))
            if tool.has_cache:
                entries.append(bench.warm(tool, grown.paths, grown.lines, size))
    about = f"Generated trees of up to {bench.max_files:,} files of about {FILES_LINES} lines"
    return bench.table("files", "A tree that grows", about, entries)


def edits(bench: Bench) -> Table:
    """Measure a check of the whole tree after an edit, beside tools without a cache."""
    folder = bench.scratch / "edited"
    take_sample(bench.folders, sys.maxsize, folder)
    paths, ours = [str(item) for item in sorted(folder.iterdir())], bench.ours
    unchanged = replace(bench.warm(ours, paths, 0), name=f"{OURS}: nothing")
    found = edits_of(folder, bench.seed)
    situation = Situation(bench.scratch / "tflintgrad-cache", found)
    entries = [replace(unchanged, before=situation.restore)]
    entries += [situation.after(edit, unchanged, f"{OURS}: {edit.name}") for edit in found]
    others = [tool for tool in bench.tools if tool.tool.checks_types or tool.name == RUFF]
    entries += [
        replace(bench.cold(tool, paths, 0), name=f"{tool.name}: the whole tree") for tool in others
    ]
    about = (
        "`check` of the whole tree, with a cache that is as old as the tree before the edit. The"
        f" other tools check it without a cache. The tree has Python files only: {bench.tree.about}"
    )
    return bench.table("edits", "After an edit", about, entries, f"{OURS}: nothing")


def _steps(first: int, last: int) -> list[int]:
    """Return sizes in even steps on a logarithmic scale, such as 1, 3, 10, 30."""
    found, size = [], first
    while size < last:
        found.append(size)
        size = size * 3 if str(size)[0] == "1" else size * 10 // 3
    return [*found, last]


def stages(bench: Bench) -> str:
    """Return the profile of tflintgrad on the tree, as text."""
    command = [*bench.ours.cold(bench.tree.paths, bench.scratch), "--profile"]
    errors = run(command, bench.scratch).errors
    # Leave out the list of the slowest programs, because it has paths of this machine.
    own = errors[errors.find("profile:") :].partition("\n\n   CPU s")[0].strip()
    return f"{bench.tree.about}\n{own}"


PARTS: dict[str, Callable[[Bench], Table]] = {
    "start": start,
    "tree": tree,
    "sample": sample,
    "edits": edits,
    "lines": lines,
    "files": files,
}
STAGES = "stages"
