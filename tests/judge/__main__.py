"""python -m tests.judge [-v] FILE…: is each labelled program as its label says?

FILE is a case (.py with header comments), a rule (.md) or a folder of them.
With -v every observed query is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.judge.check import complaint, files_below
from tests.judge.client import Judge
from tests.judge.labels import LabelError, read_programs


def main(arguments: list[str]) -> int:
    verbose = "-v" in arguments
    paths = [Path(argument) for argument in arguments if argument != "-v"]
    if not paths:
        print(__doc__)
        return 2
    bad = total = 0
    with Judge() as judge:
        for path in files_below(paths):
            try:
                programs = read_programs(path)
            except (LabelError, OSError) as error:
                print(f"BAD {error}")
                bad += 1
                continue
            for program in programs:
                total += 1
                problem, outcome = complaint(judge, program, programs)
                place = f"{path}:{program.offset + 1} [{program.name}]"
                print(f"OK  {place}" if problem is None else f"BAD {place} {problem}", flush=True)
                bad += problem is not None
                if verbose:
                    for query in outcome.queries:
                        print(f"      {query}")
                    if outcome.raised is not None:
                        print(f"      raised {outcome.raised}")
    print(f"{total} programs, {bad} not as stated")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
