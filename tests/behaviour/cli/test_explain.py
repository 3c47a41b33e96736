"""`tflintgrad explain` and `tflintgrad rules`: for terminals, for programs, and as Markdown."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tflintgrad.frontends.cli.entry import run
from tflintgrad.frontends.cli.markdown import for_terminal
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.output.style import Style
from tflintgrad.output.text_width import width_of

ESCAPES = re.compile(r"\x1b\[[0-9;]*m|\x1b]8;;[^\x1b]*\x1b\\")
COLOUR = Style(colour=True, links=True)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "FORCE_HYPERLINK", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


class TestExplain:
    @pytest.mark.parametrize("wanted", ["TFG105", "tfg105", "tape-used-twice", "Tape-Used-Twice"])
    def test_by_code_or_name(self, wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["explain", wanted]) == 0
        page = capsys.readouterr().out
        assert page.startswith("TFG105 tape-used-twice\n")
        assert "\nWhat it does\n\n" in page
        assert "/rules/TFG105/" in page
        assert "\n      import tensorflow as tf\n" in page
        assert not {"\x1b", "+++", "```", "##"} & set(re.findall(r"\x1b|\+\+\+|```|##", page))

    def test_nearest(self, capsys: pytest.CaptureFixture[str]) -> None:
        for wanted in ("tape-usd-twice", "TFG1O5", "TGF105"):
            assert run(["explain", wanted]) == 2
            assert "TFG105 (tape-used-twice)" in capsys.readouterr().err

    def test_markdown_is_the_page_as_written(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["explain", "TFG105", "--output-format", "markdown"]) == 0
        page = capsys.readouterr().out
        assert page.startswith("# tape-used-twice (TFG105)\n")
        assert page.endswith(rulebook().get("TFG105").body)

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["explain", "TFG902", "--output-format", "json"]) == 0
        rule = json.loads(capsys.readouterr().out)
        assert (rule["code"], rule["name"]) == ("TFG902", "persistent-tape-kept")
        assert (rule["severity"], rule["default"]) == ("info", False)
        assert rule["explanation"].startswith("## What it does\n")

    def test_several(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["explain", "TFG105", "numpy-escape"]) == 0
        page = capsys.readouterr().out
        assert page.startswith("TFG105 ")
        assert "\n\nTFG201 numpy-escape\n" in page
        run(["explain", "TFG105", "numpy-escape", "--output-format", "json"])
        assert [rule["code"] for rule in json.loads(capsys.readouterr().out)] == [
            "TFG105",
            "TFG201",
        ]

    def test_all(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["explain", "--all", "--output-format", "json"]) == 0
        codes = [rule["code"] for rule in json.loads(capsys.readouterr().out)]
        assert codes == list(rulebook().names)

    @pytest.mark.parametrize("arguments", [[], ["TFG105", "--all"]])
    def test_misuse(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["explain", *arguments]) == 2
        assert "Give either a CODE or NAME, or --all." in capsys.readouterr().err

    def test_every_page_fits(self) -> None:
        """Text keeps to the width; code is as long as it is."""
        for rule in rulebook().all():
            for line in for_terminal(rule.body, 72, Style()):
                is_code, is_one_word = line.startswith("      "), " " not in line.strip(" -")
                assert len(line) <= 72 or is_code or is_one_word, line

    def test_colour_changes_no_text(self) -> None:
        for rule in rulebook().all():
            plain = " ".join(" ".join(for_terminal(rule.body, 80, Style())).split())
            painted = " ".join(" ".join(for_terminal(rule.body, 80, COLOUR)).split())
            painted = ESCAPES.sub("", painted)
            plain = re.sub(r" \(https?://[^ )]+\)+", "", plain)
            painted = re.sub(r" \(https?://[^ )]+\)+", "", painted)
            assert plain.replace("`", "") == painted.replace("`", "")

    def test_on_a_terminal_that_can(self) -> None:
        forced = {"FORCE_COLOR": "1", "FORCE_HYPERLINK": "1", "COLUMNS": "60", "PATH": ""}
        page = tflintgrad("explain", "TFG201", cwd=ROOT, environment=forced).stdout
        assert page.startswith("\x1b[1;31mTFG201\x1b[0m \x1b[1mnumpy-escape\x1b[0m\n")
        assert "\x1b[1mWhat it does\x1b[0m" in page
        assert "\x1b[1;31m# TFG201\x1b[0m" in page  # the flagged line of an example
        assert "\x1b[35mimport\x1b[0m tensorflow" in page
        assert "\x1b]8;;https://www.tensorflow.org/" in page


class TestMarkdown:
    def test_constructs(self) -> None:
        text = (
            "## Heading\n\nOne `code` and\n**bold** word.\neffect: none\nraises: X\n"
            "```python\nif x:\n\n    pass  # why\n```\n- item one\n  goes on\n- [text](https://a.b)\n"
        )
        assert list(for_terminal(text, 80, Style())) == [
            "Heading",
            "",
            "  One `code` and bold word.",
            "  effect: none",
            "  raises: X",
            "      if x:",
            "",
            "          pass  # why",
            "  - item one goes on",
            "  - text (https://a.b)",
        ]

    def test_a_fence_that_never_ends(self) -> None:
        assert list(for_terminal("```\na\n", 80, Style())) == ["      a"]

    @settings(deadline=None)
    @given(st.text(max_size=300), st.integers(20, 100))
    def test_anything_can_be_shown(self, text: str, width: int) -> None:
        list(for_terminal(text, width, COLOUR))

    @settings(deadline=None)
    @given(
        st.lists(st.text(alphabet="aé名🙂`*", min_size=1, max_size=12), min_size=1), st.booleans()
    )
    def test_wrapped_lines_are_full(self, words: list[str], colour: bool) -> None:
        """No line is too long, and none ends before it has to."""
        lines = list(for_terminal("x " + " ".join(words), 30, COLOUR if colour else Style()))
        shown = [ESCAPES.sub("", line) for line in lines]
        widths = [sum(map(width_of, line)) for line in shown]
        assert max(widths) <= 30
        for line, width in zip(shown[1:], widths, strict=False):
            assert width + 1 + sum(map(width_of, line.split(" ")[2])) > 30


class TestRules:
    def test_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules"]) == 0
        heading, *lines = capsys.readouterr().out.splitlines()
        words = ["code", "name", "severity", "effect", "fix", "default", "summary"]
        assert heading.split() == words
        codes = [line.split()[0] for line in lines]
        assert codes == sorted(codes)
        assert codes[0] == "TFG000"
        assert len(codes) == len(list((ROOT / "rules").glob("TFG*.md")))

    def test_select(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "--select", "TFG6,numpy-escape", "--output-format", "json"]) == 0
        rules = json.loads(capsys.readouterr().out)
        assert [rule["code"] for rule in rules] == [
            "TFG201",
            *(f"TFG60{number}" for number in (1, 2, 3, 5, 6, 7)),
        ]
        assert list(rules[0]) == [
            "code",
            "name",
            "summary",
            "help",
            "severity",
            "effect",
            "fix",
            "default",
            "since",
            "url",
        ]

    def test_select_nothing_known(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "--select", "TFGX"]) == 2
        assert "'TFGX' is neither a rule nor a prefix of one" in capsys.readouterr().err

    def test_markdown(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["rules", "--output-format", "markdown"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1
        assert lines[2].startswith("| [TFG000](https://")
