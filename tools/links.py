"""Check the links in the documentation: `python -m tools.links`.

Only links to files and headings of the repository are checked; nothing is downloaded.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from tflintgrad.knowledge.rules import RULE_PAGES, rulebook

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("*.md", "docs/**/*.md", "rules/*.md", "tests/README.md", "examples/**/*.md")
# What these addresses begin with lies in the repository, too.
OWN_PAGES = "https://github.com/tflintgrad/tflintgrad/blob/main/"

_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+).+?\1")
_LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE
)
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)


def pages(root: Path) -> list[Path]:
    return sorted({path for pattern in PAGES for path in root.glob(pattern)})


def broken_links(page: Path, root: Path) -> Iterator[str]:
    """Yield one line for each link of a page that leads nowhere."""
    text = page.read_text(encoding="utf-8")
    for start, _, link in links_in(text):
        problem = _problem(link, page, root)
        if problem:
            row = text.count("\n", 0, start) + 1
            yield f"{page.relative_to(root).as_posix()}:{row}: {link}: {problem}"


def links_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the links of a page with their start and end, without those that code contains."""
    for found in _LINK.finditer(_without(_CODE, _without(_FENCE, text))):
        group = 1 if found[1] else 2
        yield *found.span(group), found[group]


def _without(pattern: re.Pattern[str], text: str) -> str:
    """Return the text with blanks in place of what is code, so that places stay."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _problem(link: str, page: Path, root: Path) -> str:
    if link.startswith(OWN_PAGES):
        page, link = root / "README.md", link.removeprefix(OWN_PAGES)
    elif link.startswith(RULE_PAGES):
        code = link.removeprefix(RULE_PAGES).strip("/")
        return "" if not code or rulebook().name_of(code) else "there is no such rule"
    if re.match(r"[a-z][a-z0-9+.-]*:", link):
        return ""  # elsewhere
    path, _, heading = link.partition("#")
    target = (page.parent / unquote(path)).resolve() if path else page
    if not target.exists():
        return "there is no such file"
    if not target.is_relative_to(root):
        return "that is outside the repository"
    if heading and heading not in anchors(target):
        return "there is no such heading"
    return ""


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the names under which GitHub offers the headings of a page."""
    if page.suffix != ".md":
        return frozenset()
    names: list[str] = []
    counts: dict[str, int] = {}
    for heading in _HEADING.findall(_without(_FENCE, page.read_text(encoding="utf-8"))):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        count = counts.get(name, 0)
        counts[name] = count + 1
        names.append(f"{name}-{count}" if count else name)
    return frozenset(names)


def main() -> int:
    broken = [line for page in pages(ROOT) for line in broken_links(page, ROOT)]
    print(*broken, sep="\n", end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
