"""Real TensorFlow code to start from: the programs of the rules, and the labelled cases."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@cache
def programs() -> tuple[str, ...]:
    rules = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("rules/TFG*.md"))]
    examples = [program for rule in rules for program in _PROGRAM.findall(rule)]
    folders = ("programs", "keras", "projects")
    files = [path for folder in folders for path in sorted(ROOT.glob(f"tests/{folder}/**/*.py"))]
    return (*examples, *(path.read_text(encoding="utf-8") for path in files))


@cache
def notebooks() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(ROOT.glob("tests/notebooks/**/*.ipynb")))
