"""HTML pages of hostile projects: names, comments and strings stay text."""

from __future__ import annotations

import json
import os
import tempfile
from html.parser import HTMLParser

from tflintgrad import check_files
from tflintgrad.output import renderer
from tflintgrad.output.style import Style
from tools.fuzz.target import Target, expect
from tools.fuzz.terminal_target import hostile_texts, program_with

#: Elements that a page of findings never has more than once, or never at all.
_ONCE = ("script", "style")
_NEVER = ("iframe", "object", "embed", "base", "img", "link", "foreignobject", "video", "audio")


class _Tags(HTMLParser):
    """Counts the elements of a page, and notes attributes that run or load something."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}
        self.active: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element and look at its attributes."""
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for name, value in attrs:
            target = (value or "").strip().lower()
            if name.startswith("on") or target.startswith(("javascript:", "data:", "vbscript:")):
                self.active.append(f"{tag} {name}={value}")


def _attempt(case: str) -> None:
    name, comment, string, variable = json.loads(case)
    name = name.replace("/", "_").replace("\x00", "").replace("\\", "_")[:60] or "a"
    text = program_with(comment, string, variable)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"{name}.py")
        with open(os.fsencode(path), "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        results = list(check_files([path]))
        page = "".join(renderer("html")(results, Style()))
    tags = _Tags()
    tags.feed(page)
    expect(not tags.active, f"the page has {tags.active[:1]}")
    expect(all(tags.counts.get(tag, 0) <= 1 for tag in _ONCE), "the page has another script")
    expect(not any(tag in tags.counts for tag in _NEVER), "the page loads something")


PAGES = Target("pages", hostile_texts, _attempt)
