"""The documentation: what is generated is up to date, links lead somewhere, pictures are real."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.repository import test_quality
from tests.support.paths import ROOT
from tflintgrad.knowledge.rules import RULE_PAGES, rulebook, url_of
from tools import links, rules_page, terminal_picture


class TestRules:
    def test_the_list_is_up_to_date(self) -> None:
        stored = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
        assert stored == rules_page.page(), "rules/ has changed: run `make docs`"

    def test_every_rule_has_a_page(self) -> None:
        listed = re.findall(r"^\| \[(TFG\d+)\]", rules_page.page(), re.MULTILINE)
        assert listed == [rule.code for rule in rulebook().all()]
        for code in listed:
            assert url_of(code) == f"{RULE_PAGES}{code}/"
            assert (ROOT / "rules" / rulebook().file_of(code)).is_file()

    def test_a_code_without_a_page(self) -> None:
        assert url_of("TFG999") == RULE_PAGES


class TestPicture:
    def test_is_up_to_date(self) -> None:
        stored = terminal_picture.PICTURE.read_text(encoding="utf-8")
        assert stored == terminal_picture.picture(), "the output has changed: run `make docs`"
        assert "(docs/terminal.svg)" in test_quality.README

    def test_shows_all_that_is_printed(self) -> None:
        drawing = ET.fromstring(terminal_picture.svg("\x1b[1mbold\x1b[0m <plain>\n\n  & more\n"))
        assert "".join(drawing.itertext()).split() == ["bold<plain>", "&", "more"]

    def test_long_lines_are_broken(self) -> None:
        parts = terminal_picture.parts_of("\x1b[1;31m" + 150 * "x" + "\x1b[0m" + 60 * "y")
        rows = list(terminal_picture.broken(parts))
        assert rows == [
            [(100 * "x", "1;31")],
            [(50 * "x", "1;31"), (50 * "y", "0")],
            [(10 * "y", "0")],
        ]


class TestLinks:
    def test_all_lead_somewhere(self) -> None:
        pages = links.pages(ROOT)
        assert {"README.md", "CHANGELOG.md", "rules.md", "TFG201-numpy-escape.md"} <= {
            page.name for page in pages
        }
        assert [line for page in pages for line in links.broken_links(page, ROOT)] == []

    @pytest.mark.parametrize(
        ("link", "problem"),
        [
            ("[a](other.md)", ""),
            ("[a](other.md#two-words)", ""),
            ("[a](other.md#two-words-1)", ""),
            ("[a](#here-x)", ""),
            ("![a](other.md 'title')".replace("'", '"'), ""),
            ("[a](https://example.org/nothing)", ""),
            (f"[a]({links.OWN_PAGES}other.md)", ""),
            ("`[a](missing.md)`", ""),
            ("```text\n[a](missing.md)\n```", ""),
            ("[a](missing.md)", "there is no such file"),
            ("[a]: missing.md", "there is no such file"),
            (f"[a]({links.OWN_PAGES}missing.md)", "there is no such file"),
            (f"[a]({RULE_PAGES}TFG201/)", ""),
            (f"[a]({RULE_PAGES}TFG299/)", "there is no such rule"),
            ("[a](other.md#three)", "there is no such heading"),
            ("[a](other.md#comment)", "there is no such heading"),
            ("[a](#nowhere)", "there is no such heading"),
            ("[a](../)", "that is outside the repository"),
        ],
    )
    def test_single_links(self, link: str, problem: str, tmp_path: Path) -> None:
        root = tmp_path.resolve()
        text = "# Two words\n## Two words\n```sh\n# comment\n```\n"
        (root / "other.md").write_text(text)
        (root / "README.md").write_text(f"## Here: `x`\n\n{link}\n")
        found = list(links.broken_links(root / "README.md", root))
        assert [line.rpartition(": ")[2] for line in found] == ([problem] if problem else [])
        assert all(line.startswith("README.md:3: ") for line in found)


class TestComparison:
    """What the README says about other tools, as far as they are installed here."""

    def test_ruff_is_silent_about_the_mistakes(self) -> None:
        folder = ROOT / "examples" / "demo_project"
        command = "ruff check --isolated --select ALL"
        assert f"| `{command}` |" in test_quality.README
        finished = subprocess.run(
            [sys.executable, "-m", *command.split(), "--output-format", "json"],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        found = json.loads(finished.stdout)
        assert found
        lines = {
            (Path(item["filename"]).name, line_of(item["filename"], item["location"]["row"]))
            for item in found
        }
        assert not lines & {(name, line) for name, line, _ in test_quality.TestDemo.PLANTED}


def line_of(filename: str, row: int) -> str:
    return Path(filename).read_text(encoding="utf-8").splitlines()[row - 1].strip()
