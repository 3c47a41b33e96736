"""All pages and pictures of the site, written into one folder for MkDocs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tflintgrad.knowledge.rules import rulebook
from tools.site import commands, library, rules
from tools.site.rewriting import with_links_of_site
from tools.site.sources import ROOT, page_names

#: Files of the theme: its colours, and the icon.
_THEME = Path(__file__).resolve().parent / "theme"


def write_pages(folder: Path) -> None:
    """Write everything that MkDocs reads."""
    for name, content in site_files(ROOT):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="\n")


def site_files(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and content of each file: pages, pictures, and styles."""
    names = page_names(root)
    for source, name in names.items():
        text = (root / source).read_text(encoding="utf-8")
        if source.startswith("rules/TFG"):
            yield from _rule_files(name, source, names, root)
        elif name.endswith(".md"):
            yield name, with_links_of_site(text, source, names, root)
        else:
            yield name, text
    yield "commands.md", commands.page()
    yield "library.md", library.page()
    yield "plugin-api.md", library.plugin_page()
    for path in sorted(_THEME.iterdir()):
        yield f"theme/{path.name}", path.read_text(encoding="utf-8")


def _rule_files(
    name: str, source: str, names: dict[str, str], root: Path
) -> Iterator[tuple[str, str]]:
    code = Path(name).stem
    rule = rulebook().get(code)
    picture = rules.picture_of(rule)
    if picture is not None:
        yield f"rules/{code}.svg", picture
    body = with_links_of_site(rule.body, source, names, root)
    yield name, rules.page_of(rule, body, f"{code}.svg" if picture is not None else None)
