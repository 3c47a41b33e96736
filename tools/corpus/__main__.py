"""Run tflintgrad over public repositories, and compare with the reviewed list of findings.

FOLDER holds the repositories of tools/corpus/repositories.toml, one subfolder each (`owner+name`,
`owner/name` or `name`); a single one can be given as NAME=FOLDER. What is new is printed as an
entry to be filled in and put into tools/corpus/labels.toml. The exit code is 1 if something is new
or gone, and 2 if nothing can be compared. When all is labelled and all repositories were there, the
tables of docs/corpus.md are written.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tools.corpus import page
from tools.corpus.comparison import Comparison, compare
from tools.corpus.labels import blank_entry, read_labels, write_labels
from tools.corpus.observing import Observed, observe
from tools.corpus.repositories import Repository, check_commit, locations, read_repositories
from tools.corpus.toml import BadFile

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs" / "corpus.md"


def main(arguments: list[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    try:
        return _run(options)
    except BadFile as problem:
        print(f"corpus: {problem}", file=sys.stderr)
        return 2


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.corpus", description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="or NAME=FOLDER")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    parser.add_argument(
        "--forget-gone", action="store_true", help="take what is gone out of the list"
    )
    parser.add_argument("--repositories", type=Path, default=HERE / "repositories.toml")
    parser.add_argument("--labels", type=Path, default=HERE / "labels.toml")
    parser.add_argument("--page", type=Path, default=PAGE)
    return parser


def _run(options: argparse.Namespace) -> int:
    known = read_repositories(options.repositories)
    labels = read_labels(options.labels)
    found = locations(options.folders, known)
    for name, folder in found.items():
        check_commit(folder, known[name])
    observed = [_observe(known[name], folder, options.jobs) for name, folder in found.items()]
    comparison = compare(observed, labels)
    _print(comparison, observed, missing=[name for name in known if name not in found])
    if options.forget_gone and not options.check and comparison.gone:
        for label in comparison.gone:
            del labels[label.key]
        write_labels(options.labels, labels.values())
        comparison.gone = []
    if not comparison.agrees:
        return 1
    if not options.check and len(found) == len(known):
        page.written_into(options.page, *_tables(comparison, observed))
    return 0


def _observe(repository: Repository, folder: Path, jobs: int) -> Observed:
    print(f"{repository.name} …", file=sys.stderr)
    observed = observe(repository, folder, jobs)
    for problem in observed.problems:
        print(f"corpus: {repository.name}: {problem}", file=sys.stderr)
    return observed


def _tables(comparison: Comparison, observed: list[Observed]) -> list[list[page.Row]]:
    lines = sum(one.lines for one in observed)
    return [
        page.tuning_rows(observed, comparison.known),
        page.rule_rows(comparison.known, lines),
        page.repository_rows(observed, comparison.known),
    ]


def _print(comparison: Comparison, observed: list[Observed], missing: list[str]) -> None:
    for seen in comparison.new:
        print(blank_entry(seen))
    for label in comparison.gone:
        key, was = label.key, "true" if label.true else "false"
        print(f"gone: {key.repository} {key.path}:{label.place}: {key.code}")
        print(f"      was {was}: {label.reason}")
    for table in _tables(comparison, observed):
        print(page.as_text(table) + "\n")
    counts = (len(comparison.known), len(comparison.new), len(comparison.gone))
    print("{} labelled, {} new, {} gone".format(*counts))
    if missing:
        print(f"not looked at: {', '.join(missing)}")


if __name__ == "__main__":
    sys.exit(main())
