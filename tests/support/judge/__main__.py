"""python -m tests.support.judge [-v] FILE…: run labelled programs, compare with their labels.

FILE is a case (.py with header comments), a rule (.md) or a folder of them, or else a project
(a folder in a folder named projects) or all of those. With -v every observed query is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.judge.check import complaint, files_below, project_complaint, projects_below
from tests.support.judge.client import Judge
from tests.support.judge.labels import LabelError, read_programs, read_project
from tests.support.judge.outcome import Outcome


def main(arguments: list[str]) -> int:
    verbose = "-v" in arguments
    paths = [Path(argument).absolute() for argument in arguments if argument != "-v"]
    if not paths:
        print(__doc__)
        return 2
    bad = total = 0
    with Judge() as judge:
        for place, problem, outcome in _judged(judge, paths):
            total += 1
            bad += problem is not None
            print(f"OK  {place}" if problem is None else f"BAD {place} {problem}", flush=True)
            if verbose and outcome is not None:
                for query in outcome.queries:
                    print(f"      {query}")
                if outcome.raised is not None:
                    print(f"      raised {outcome.raised}")
    print(f"{total} programs, {bad} not as stated")
    return 1 if bad else 0


def _judged(judge: Judge, paths: list[Path]) -> Iterator[tuple[str, str | None, Outcome | None]]:
    """Yield each program with its path, the error of its label, and the outcome."""
    folders = projects_below(paths)
    for folder in folders:
        try:
            project = read_project(folder)
        except (LabelError, OSError) as error:
            yield str(folder), str(error), None
            continue
        yield str(project.entry), *project_complaint(judge, project)
    for path in files_below([path for path in paths if path not in folders]):
        try:
            programs = read_programs(path)
        except (LabelError, OSError) as error:
            yield str(path), str(error), None
            continue
        for program in programs:
            place = f"{path}:{program.offset + 1} [{program.name}]"
            yield place, *complaint(judge, program, programs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
