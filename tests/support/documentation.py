"""The pages of the documentation, and the commands and programs in them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.support.paths import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "rules" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


def blocks(text: str, language: str) -> list[str]:
    """Return the texts of the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands_of(block: str) -> list[list[str]]:
    """Return the commands of a `console` block as words: one per line, or joined by `&&`."""
    lines = block.replace("\\\n", " ").splitlines()
    parts = [part for line in lines for part in line.removeprefix("$ ").split(" && ")]
    return [words for part in parts if (words := shlex.split(part, comments=True))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()
