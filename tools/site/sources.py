"""Which file of the repository is which page of the site."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
REPOSITORY = "https://github.com/tflintgrad/tflintgrad"

#: Pages whose name on the site is not that of the file; all others of docs/ keep theirs.
_RENAMED = {
    "docs/README.md": "index.md",
    "docs/rules.md": "rules/index.md",
    "rules/README.md": "rule-format.md",
    "CHANGELOG.md": "changelog.md",
}


def page_names(root: Path) -> dict[str, str]:
    """Return the names of all pages and pictures by the path of their file in the repository."""
    files = [*(root / "docs").glob("*.md"), *(root / "docs").glob("*.svg")]
    names = {f"docs/{path.name}": path.name for path in sorted(files)}
    for path in sorted((root / "rules").glob("TFG*.md")):
        code = path.name.partition("-")[0]
        names[f"rules/{path.name}"] = f"rules/{code}.md"
    return names | _RENAMED
