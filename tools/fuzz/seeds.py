"""Real TensorFlow code to start from: the programs of the rules, the labelled cases, and others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: The variable of the environment that names a folder with more programs, such as repositories.
FOLDER = "TFLINTGRAD_FUZZ_PROGRAMS"
#: Bytes of such a program; larger ones take the time of many small ones.
_MOST_BYTES = 12_000


@cache
def programs() -> tuple[str, ...]:
    rules = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("rules/TFG*.md"))]
    examples = [program for rule in rules for program in _PROGRAM.findall(rule)]
    folders = ("programs", "keras", "projects")
    files = [path for folder in folders for path in sorted(ROOT.glob(f"tests/{folder}/**/*.py"))]
    return (*examples, *(path.read_text(encoding="utf-8") for path in files), *_others())


def _others() -> Iterator[str]:
    """Yield the small programs with TensorFlow in the folder that the environment names."""
    folder = os.environ.get(FOLDER)
    for path in sorted(Path(folder).glob("**/*.py")) if folder else ():
        if path.is_file() and path.stat().st_size <= _MOST_BYTES:
            text = path.read_text(encoding="utf-8", errors="replace")
            if "tensorflow" in text:
                yield text


@cache
def notebooks() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(ROOT.glob("tests/notebooks/**/*.ipynb")))
