"""Measure the linter on the matrix: `python -m tests.matrix [COUNT] [SEED]`."""

from __future__ import annotations

import sys
from collections import Counter

from tests.matrix.compose import sample
from tests.matrix.judge import findings_of


def main(count: int, seed: int) -> None:
    """Print which programs of a sample are missed, and which right ones are flagged."""
    wrong, found, right, flagged = 0, 0, 0, 0
    missed: Counter[str] = Counter()
    for case in sample(count, seed):
        codes = findings_of(case)
        if not case.codes:
            right += 1
            flagged += bool(codes)
            if codes:
                print("flagged", case.name, codes)
            continue
        wrong += 1
        if codes & case.codes:
            found += 1
        else:
            missed.update(
                [
                    f"bug {case.bug}",
                    f"build {case.build}",
                    f"training {case.training}",
                    f"loss {case.loss}",
                    f"form {case.form}",
                ]
            )
            print("missed ", case.name, sorted(codes))
    print(missed.most_common(20))
    print(f"found {found} of {wrong}, flagged {flagged} of {right} right programs")


if __name__ == "__main__":
    main(*(int(argument) for argument in (*sys.argv[1:], "500", "1")[:2]))
