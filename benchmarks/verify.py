"""Measure the time to verify 100 findings in 100 small files: `python benchmarks/verify.py`.

The programs are the first examples of the rules in rules/, written into a folder of their own. The
unit of time is an import of TensorFlow in the same run, because seconds depend on the machine.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RULES = Path(__file__).parent.parent / "rules"
FILES = 100
GOAL = 40.0
_EXAMPLE = re.compile(r"^## Example$(.*?)^## ", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_programs(folder)
        imports = min(seconds(["-c", "import tensorflow"], folder) for _ in range(2))
        print(f"importing TensorFlow: {imports:.1f} s")
        verify = ["-m", "tflintgrad", "verify", "--exit-zero", "--statistics", "."]
        first = seconds(verify, folder)
        again = seconds(verify, folder)
        print(f"{FILES} findings: {first:.1f} s, {first / imports:.1f} imports (goal: {GOAL:g})")
        print(f"the same again: {again:.2f} s, {again / imports:.2f} imports")


def write_programs(folder: Path) -> None:
    """Write one program per finding: examples with a single marked line, rule by rule."""
    (folder / "pyproject.toml").write_text("")
    found = [list(programs(file)) for file in sorted(RULES.glob("TFG[1-8]*.md"))]
    count = 0
    while count < FILES and any(found):
        for remaining in found:
            if remaining and count < FILES:
                (folder / f"program_{count:03}.py").write_text(remaining.pop(0), encoding="utf-8")
                count += 1


def programs(file: Path) -> list[str]:
    section = _EXAMPLE.search(file.read_text(encoding="utf-8"))
    blocks = _BLOCK.findall(section.group(1)) if section is not None else []
    return [block for block in blocks if len(re.findall(r"# TFG\d+$", block, re.MULTILINE)) == 1]


def seconds(arguments: list[str], folder: Path) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
