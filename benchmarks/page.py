"""Writer of docs/speed.md; every number on the page comes from a run of the benchmark."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from benchmarks.bars import bars
from benchmarks.text import bar_cells, cells_of, for_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.results import Results, Table

_INTRODUCTION = """\
# Speed

The benchmark, `benchmarks/bench.py`, writes this page from its stored results
(`benchmarks/results.json`); each table names its date and command. The commands of one table ran
alternately, each time in a new process. CPU seconds are the user and system time of a process and
its children. A table shows the median of all rounds. Ratios are computed within a round; least and
most show their range. Compare ratios: seconds depend on the machine, and on a busy machine
clock time, and with it the gain of a second process, is unreliable.
"""

_GOALS = """\
The goals are for large trees, such as tensorflow/models and tensorflow/probability; the tables
name the measured tree. Missed goals are listed, too.
"""

_FAIRNESS = """\
All tools check the same directories with one process or thread, without the project's
configuration. ruff runs its `F` rules, semgrep one rule, the others their default rules. The type
checkers ty and pyrefly read whole programs as tflintgrad does, here without TensorFlow's own
types. These tools find other mistakes than tflintgrad, so the tables compare waiting times, not
the amount of analysis. "Cold" means without the tool's cache, but with files that the operating
system has cached. Memory is the peak of the largest process; it includes the benchmark's own
minimum of some 20 MiB. Fixit has no option for a single process, so its number includes its process
pool. TorchFix parses only files that contain the word `torch`, which are few in TensorFlow code.
"""

_OWN_TREE = """\
## Your own tree

```console
tflintgrad check --profile src/
```

prints a profile of the run to standard error: CPU seconds by stage, summed over all processes,
the amount of work, and the slowest programs. Time counts for the innermost stage, so the stages
add up to the whole run, until the profile is printed.
"""

_RUN_IT = """\
## Run it yourself

```console
make bench
python benchmarks/bench.py src/
python benchmarks/bench.py --tool ruff=.venv/bin/ruff --only tree,sample --rounds 5 src/
```

The benchmark downloads nothing. It reads the given directories, or generates a corpus (`--files`,
`--lines`, `--mix`, `--seed`). It measures the other linters that are on `PATH` or given with
`--tool`, and names the missing ones. `--docs` writes this page.
"""


def page(results: Results) -> str:
    """Return the whole page."""
    return "\n".join(_parts(results))


def _parts(results: Results) -> Iterator[str]:
    yield _INTRODUCTION
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    yield _wrapped(f"Machine: {results.machine}. Versions: {versions}.")
    if results.missing:
        yield _wrapped(f"Not measured, because not installed: {', '.join(results.missing)}.")
    for remark in results.remarks:
        yield _wrapped(remark)
    found = bars(results)
    if found:
        yield "## Goals\n"
        yield _GOALS
        yield "\n".join(for_markdown(bar_cells(found))) + "\n"
    if any(results.table(key) for key in ("lines", "files")):
        yield "![CPU time against lines of a file and against files of a tree](speed.svg)\n"
    yield _FAIRNESS
    for table in results.tables:
        yield from _table(table)
    yield _OWN_TREE
    if results.stages:
        yield "For example, with one process:\n"
        yield f"```text\n{results.stages}\n```\n"
    yield _RUN_IT.rstrip("\n") + "\n"


def _table(table: Table) -> Iterator[str]:
    yield f"## {table.title}\n"
    yield _wrapped(f"{table.about}. Measured on {table.when}, by:")
    yield f"```text\n{table.command}\n```\n"
    yield "\n".join(for_markdown(cells_of(table))) + "\n"
    for note in table.notes:
        yield _wrapped(f"Note: {note}.")


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, 118, break_long_words=False)) + "\n"
