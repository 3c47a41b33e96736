"""Let `tflintgrad verify --fix --unsafe-fixes` mend a random sample of the labelled programs.

    python -m tests.support.proven_fixes COUNT SEED [--right]
    python -m tests.support.proven_fixes NAME…

takes a random sample, or the named programs. It prints how many of them the command mended, whether
they are right now, and why TensorFlow did not prove the fixes of the others. With --right only
programs count that all fixes together make right, so that each refusal is one too many.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.support.fixed_programs import Fixable, fixable_programs, judged, mistake_in
from tests.support.judge import Judge, Memory
from tflintgrad import check_source

BATCH = 10
OPTIONS = ("--fix", "--unsafe-fixes", "--isolated", "--no-cache", "--output-format", "json")


def mended(chosen: list[Fixable]) -> list[tuple[str, str]]:
    """Return what becomes of each program, and why the fixes that are left were not applied."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"p{number}.py" for number in range(len(chosen))]
        for file, item in zip(files, chosen, strict=True):
            file.write_text(item.program.text, encoding="utf-8")
        command = [sys.executable, "-m", "tflintgrad", "verify", *OPTIONS, "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr)
        reasons: dict[str, list[str]] = {}
        for finding in json.loads(done.stdout):
            fix = finding["fix"]
            said = fix["proof"] if fix else "no fix"
            where = f"{finding['code']} line {finding['location']['row']}"
            reasons.setdefault(Path(finding["filename"]).name, []).append(f"{where}: {said}")
        return [
            (file.read_text(encoding="utf-8"), "; ".join(reasons.get(file.name, ())))
            for file in files
        ]


def main(arguments: list[str]) -> int:
    counts: Counter[str] = Counter()
    with Judge(memory=Memory(Path(".pytest_cache/d/judge"))) as judge:
        programs = _chosen(arguments, judge)
        for start in range(0, len(programs), BATCH):
            batch = programs[start : start + BATCH]
            for item, (after, reason) in zip(batch, mended(batch), strict=True):
                result = _result(item, after, judge)
                counts[re.sub(":.*", "", result)] += 1
                print(f"{item.program.test_id}: {result} {reason}", flush=True)
    print(f"{len(programs)} programs: {dict(counts)}")
    return 0


def _chosen(arguments: list[str], judge: Judge) -> list[Fixable]:
    programs = list(fixable_programs())
    if not arguments[0].isdigit():
        return [item for item in programs if item.program.test_id in arguments]
    count, seed = int(arguments[0]), int(arguments[1])
    random.Random(seed).shuffle(programs)
    if "--right" not in arguments:
        return programs[:count]
    return [item for item in programs[: 2 * count] if judged(item, judge)[0] == "right"][:count]


def _result(item: Fixable, after: str, judge: Judge) -> str:
    if after == item.program.text:
        return "not applied"
    if check_source(after):
        return "applied, findings left"
    mistake = mistake_in(after, item, judge)
    return "applied, right" if mistake is None else f"applied, wrong: {mistake}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
