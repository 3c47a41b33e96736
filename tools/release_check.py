"""Check that the repository says the truth about its version: `python -m tools.release_check`.

With `--tag v1.2.3` the repository must be ready for that release: the tag is the package's version,
and changelog, citation and documentation agree. Without a tag it must be consistent as it is: the
documentation pins the newest release, or the branch `main` before the first one. `--pin` writes a
revision into all pages.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tflintgrad._version import __version__

ROOT = Path(__file__).resolve().parent.parent
BRANCH = "main"
EXTENSION = "editors/vscode/package.json"
#: Revisions and versions of tflintgrad that users copy from the documentation.
PIN = re.compile(
    r"(?P<before>tflintgrad/tflintgrad@"
    r"|repo: https://github\.com/tflintgrad/tflintgrad\n\s+rev: "
    r"|tflintgrad(?:\[\w+\])?==)"
    r"(?P<revision>[\w.]+)"
)
_UNRELEASED = "not released yet"


def main() -> int:
    """Print the problems; return 1 if there are any."""
    options = parser().parse_args()
    if options.pin:
        pin(ROOT, options.pin)
        return 0
    tags = {options.tag} if options.tag else set(git_tags())
    found = list(problems(ROOT, __version__, tags, options.tag))
    for line in found:
        print(line)
    return 1 if found else 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("--tag", help="the tag of the release, such as v1.2.3")
    made.add_argument("--pin", help="write this revision into README.md and docs/, and stop")
    return made


def problems(root: Path, version: str, tags: set[str], tag: str | None) -> Iterator[str]:
    """Yield what contradicts the version; `tags` are the releases that exist."""
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}, but tflintgrad/_version.py says {version}"
    released = f"v{version}" in tags
    heading = _heading(root, version)
    if heading is None:
        yield f"CHANGELOG.md has no section {version}"
    elif (_UNRELEASED in heading) is released:
        fact = "exists" if released else "does not exist"
        yield f"CHANGELOG.md says {heading!r}, but v{version} {fact}"
    if tag and re.search(r"^## Unreleased$", _text(root / "CHANGELOG.md"), re.MULTILINE):
        yield "CHANGELOG.md still has a section Unreleased"
    if f"\nversion: {version}\n" not in _text(root / "CITATION.cff"):
        yield f"CITATION.cff is not about version {version}"
    if f'\n  "version": "{version}",\n' not in _text(root / EXTENSION):
        yield f"{EXTENSION} is not about version {version}"
    for page in pages(root):
        name = page.relative_to(root).as_posix()
        text = _text(page)
        for row, revision in pins(text):
            if revision.lstrip("v") not in {BRANCH, *(known.lstrip("v") for known in tags)}:
                yield f"{name}:{row}: {revision} does not exist; use {BRANCH} or a release"
            elif tag and revision.lstrip("v") != version:
                command = f"python -m tools.release_check --pin {tag}"
                yield f"{name}:{row}: pins {revision}; run `{command}`"
        if released and f"{version} is {_UNRELEASED}" in text:
            yield f"{name} says that {version} is {_UNRELEASED}"


def pages(root: Path) -> list[Path]:
    """Return the pages whose pins users copy."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def pins(text: str) -> Iterator[tuple[int, str]]:
    """Yield each revision that a page pins, with its row."""
    for found in PIN.finditer(text):
        yield text.count("\n", 0, found.start("revision")) + 1, found["revision"]


def pin(root: Path, revision: str) -> None:
    """Write a revision into all pages."""
    for page in pages(root):
        text = _text(page)

        def pinned(found: re.Match[str]) -> str:
            plain = found["before"].endswith("==")
            return found["before"] + (revision.lstrip("v") if plain else revision)

        changed = PIN.sub(pinned, text)
        if changed != text:
            page.write_text(changed, encoding="utf-8")


def git_tags() -> list[str]:
    """Return the tags of releases; none outside of a repository."""
    command = ["git", "tag", "--list", "v*"]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return finished.stdout.split() if finished.returncode == 0 else []


def _heading(root: Path, version: str) -> str | None:
    found = re.search(rf"^## {re.escape(version)}\b.*$", _text(root / "CHANGELOG.md"), re.MULTILINE)
    return found[0] if found else None


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
