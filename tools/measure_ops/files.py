"""The files that are written: sorted lines under a head, replaced in one piece or compared."""

from __future__ import annotations

import difflib
import math
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

HEADS = Path(__file__).resolve().parent / "heads"

# Measured numbers differ in the last digits between machines.
TOLERANCE = 0.02
_NUMBER = re.compile(r"(?<=[ \t])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=[ \t]|$)")


@dataclass(frozen=True)
class File:
    name: str
    head: str  # a file in heads/
    lines: list[str]
    remark: str = ""

    def text(self) -> str:
        head = (HEADS / f"{self.head}.txt").read_text(encoding="utf-8")
        return head + self.remark + "".join(f"{line}\n" for line in sorted(set(self.lines)))

    def write(self, folder: Path) -> None:
        """Write a file atomically: the old file stays until the new one is complete."""
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".measured-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(self.text())
            os.chmod(temporary, 0o644)
            os.replace(temporary, folder / self.name)
        except BaseException:
            os.unlink(temporary)
            raise

    def compare(self, folder: Path) -> list[str]:
        """Return the lines that differ from the stored file."""
        stored = (folder / self.name).read_text(encoding="utf-8").splitlines()
        again = self.text().splitlines()
        known = {_without_numbers(line): line for line in stored}
        settled = [
            old if (old := known.get(_without_numbers(line))) and _agree(old, line) else line
            for line in again
        ]
        found = difflib.unified_diff(stored, settled, self.name, "measured", n=0, lineterm="")
        return list(found)


def _without_numbers(line: str) -> str:
    return _NUMBER.sub("0", line)


def _agree(old: str, new: str) -> bool:
    pairs = zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=TOLERANCE) for a, b in pairs)
