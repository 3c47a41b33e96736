"""docs/speed.md: what a run measured, as a page; every number in it comes from that run."""

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

This page is written by the benchmark, `benchmarks/bench.py`, from what it stored
(`benchmarks/results.json`); each table names its date and the command. What stands in one table
took turns in one run, every time in a new process: CPU seconds are user and system time of a
process and all that it started. The median of the rounds counts, ratios are those within a round,
and least and most show how far rounds were apart. Compare ratios; seconds say as much about the
machine, and on a busy one time by the clock says little, also about the gain of two processes.
"""

_GOALS = """\
They are meant for large trees, such as tensorflow/models and tensorflow/probability; the tables
say what was measured. Those that are missed stand here like the others.
"""

_FAIRNESS = """\
All tools check the same directories with one process or thread, without the project's
configuration. ruff runs its `F` rules, semgrep one rule, the others what they do by default. They
look for other things than tflintgrad does, so this says what people are used to wait for, and not
who does more. "Cold" means without the tool's cache, but with files that the system has read
before. Memory is the peak of the largest process, and never less than the benchmark itself has,
some 20 MiB. Fixit cannot be told to use one process only; what its pool costs is in its number.
TorchFix parses only files that contain the word `torch`, and of TensorFlow code hardly any.
"""

_OWN_TREE = """\
## Your own tree

```console
tflintgrad check --profile src/
```

says at the end, on standard error, where the time of that run went: CPU seconds by stage, summed
over all processes, what there was to do, and the slowest programs. Time counts for the innermost
stage, so that the stages are the whole, up to the moment when this is printed.
"""

_RUN_IT = """\
## Run it yourself

```console
make bench
python benchmarks/bench.py src/
python benchmarks/bench.py --tool ruff=.venv/bin/ruff --only tree,sample --rounds 5 src/
```

It fetches nothing: it takes directories, or generates a corpus (`--files`, `--lines`, `--mix`,
`--seed`), and measures the peers that it finds on `PATH` or is told about, and says which are
missing. `--docs` writes this page.
"""


def page(results: Results) -> str:
    return "\n".join(_parts(results))


def _parts(results: Results) -> Iterator[str]:
    yield _INTRODUCTION
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    yield _wrapped(f"Machine: {results.machine}. Versions: {versions}.")
    if results.missing:
        yield _wrapped(f"Not installed, and not measured: {', '.join(results.missing)}.")
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
