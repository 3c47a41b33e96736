"""What the formats share: style, columns, paths, lines of notebooks, GitHub's hash of a line."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import sample_findings
from tflintgrad.output.columns import column_in
from tflintgrad.output.github_line_hash import LineHashes
from tflintgrad.output.messages import escape_controls
from tflintgrad.output.paths import in_project, uri
from tflintgrad.output.style import Style, style_for
from tflintgrad.source.decoding import split_lines
from tflintgrad.source.notebook import open_notebook
from tflintgrad.source.notebook_lines import rows_in_file


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("\xa0 ::error::x", "\xa0 \\x3a:error::x"),
        (" \n::error::x", " \\n::error::x"),
        ("x ##vso[task.setvariable]", "x #\\x23vso[task.setvariable]"),
        ("##TeamCity[x]", "#\\x23TeamCity[x]"),
        ("x[::2] ## title", "x[::2] ## title"),
        ("\x1b[2J\u202e", "\\x1b[2J\\u202e"),
    ],
)
def test_text_is_no_command(text: str, expected: str) -> None:
    assert escape_controls(text) == expected


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class TestStyle:
    @pytest.mark.parametrize(
        ("environment", "terminal", "colour"),
        [
            ({}, True, True),
            ({}, False, False),
            ({"NO_COLOR": "1"}, True, False),
            ({"NO_COLOR": ""}, True, True),
            ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
            ({"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, True, False),
            ({"FORCE_COLOR": "1"}, False, True),
            ({"FORCE_COLOR": ""}, False, False),
            ({"CLICOLOR_FORCE": "1"}, False, True),
            ({"CLICOLOR_FORCE": "0"}, False, False),
            ({"CLICOLOR": "0"}, True, False),
            ({"CLICOLOR": "0", "CLICOLOR_FORCE": "1"}, True, True),
            ({"TERM": "dumb"}, True, False),
            ({"INSIDE_EMACS": "29.1,compile"}, True, False),
            ({"INSIDE_EMACS": "29.1,comint"}, True, True),
            ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
        ],
    )
    def test_colour(self, environment: dict[str, str], terminal: bool, colour: bool) -> None:
        stream = Terminal() if terminal else io.StringIO()
        assert style_for(stream, environment).colour is colour

    @pytest.mark.parametrize(
        ("environment", "links"),
        [
            ({}, False),
            ({"TERM": "xterm-256color"}, False),
            ({"TERM": "xterm-kitty"}, True),
            ({"TERM_PROGRAM": "vscode"}, True),
            ({"TERM_PROGRAM": "Apple_Terminal"}, False),
            ({"VTE_VERSION": "7600"}, True),
            ({"VTE_VERSION": "4200"}, False),
            ({"VTE_VERSION": "new"}, False),
            ({"WT_SESSION": "1"}, True),
            ({"WT_SESSION": "1", "CI": "true"}, False),
            ({"WT_SESSION": "1", "NO_COLOR": "1"}, False),
            ({"WT_SESSION": "1", "FORCE_HYPERLINK": "0"}, False),
            ({"FORCE_HYPERLINK": "1"}, True),
        ],
    )
    def test_links(self, environment: dict[str, str], links: bool) -> None:
        assert style_for(Terminal(), environment).links is links

    def test_no_links_into_files(self) -> None:
        environment = {"TERM": "xterm-kitty", "FORCE_COLOR": "1"}
        assert style_for(io.StringIO(), environment) == Style(colour=True)

    def test_link(self) -> None:
        shown = Style(links=True).link("https://a.b", "text")
        assert shown == "\x1b]8;;https://a.b\x1b\\text\x1b]8;;\x1b\\"


class TestColumns:
    @given(st.text(alphabet="a\té名🙂\N{COMBINING ACUTE ACCENT}\ud800"), st.integers(1, 30))
    def test_units(self, line: str, column: int) -> None:
        beyond = max(column - 1 - len(line), 0)
        before = line[: column - 1]
        data = before.encode("utf-8", "surrogatepass")
        assert column_in(line, column, "bytes") == len(data) + beyond + 1
        units = sum(2 if ord(character) > 0xFFFF else 1 for character in before)
        assert column_in(line, column, "utf-16") == units + beyond + 1
        assert column_in(line, column, "characters") == column


class TestPaths:
    def test_in_the_current_directory(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sample_findings.be_there(tmp_path, monkeypatch)
        assert in_project("src/a.py") == "src/a.py"
        assert in_project(str(tmp_path / "src" / "a.py")) == "src/a.py"
        assert in_project(os.path.join(".", "..a.py")) == "..a.py"
        outside = str(tmp_path.parent / "other b.py")
        assert Path(in_project(outside)) == Path(outside)
        assert uri(outside) == (Path(outside).as_uri(), False)

    @pytest.mark.parametrize(
        "variable", ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY"]
    )
    def test_continuous_integration_knows_the_root(
        self, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "backend").mkdir()
        sample_findings.be_there(tmp_path / "backend", monkeypatch)
        monkeypatch.setenv(variable, str(tmp_path))
        assert in_project("a.py") == "backend/a.py"
        monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
        assert in_project("a.py") == "a.py"

    def test_relative_uri(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        sample_findings.be_there(tmp_path, monkeypatch)
        assert uri("a b/100%:é?#.py") == ("a%20b/100%25%3A%C3%A9%3F%23.py", True)


# What the test suite of github/codeql-action expects of its own implementation.
KNOWN_HASHES = {
    "": ["c129715d7a2bc9a3:1"],
    " a\nb\n  \t\tc\n d": [
        "271789c17abda88f:1",
        "54703d4cd895b18:1",
        "180aee12dab6264:1",
        "a23a3dc5e078b07b:1",
    ],
    "Lorem ipsum dolor sit amet.\n" * 10: [
        *(f"a7f2ff13bc495cf2:{number}" for number in range(1, 7)),
        "a7f2ff1481e87703:1",
        "a9cf91f7bbf1862b:1",
        "55ec222b86bcae53:1",
        "cc97dc7b1d7d8f7b:1",
        "c129715d7a2bc9a3:1",
    ],
}


class TestLineHash:
    @pytest.mark.parametrize("text", KNOWN_HASHES)
    def test_known(self, text: str) -> None:
        lines = split_lines(text)
        rows = range(1, len(lines) + 1)
        assert [*map(LineHashes(lines).of, rows)] == KNOWN_HASHES[text]

    def test_no_such_line(self) -> None:
        assert LineHashes(["a"]).of(2) is LineHashes(["a"]).of(0) is None

    def test_far_away_does_not_matter(self) -> None:
        lines = ["loss = x.numpy()", *([""] * 200), "end"]
        before, after = LineHashes(lines), LineHashes([*lines[:-1], "changed"])
        assert before.of(1) == after.of(1)
        assert before.of(150) != after.of(150)


PARTS = st.lists(st.text(alphabet='ab\n"\\é', max_size=6), max_size=5)


class TestNotebookRows:
    @settings(deadline=None)
    @given(
        st.lists(st.one_of(PARTS, st.text(alphabet="ab\né", max_size=9)), max_size=4),
        st.data(),
    )
    def test_every_row_of_every_cell(self, sources: list[Any], data: st.DataObject) -> None:
        """Each row of a cell is found in the file, on the line that the string it starts in is."""
        cells = [{"cell_type": "code", "outputs": [], "source": source} for source in sources]
        indent = data.draw(st.sampled_from([None, 1, 4]))
        text = json.dumps({"nbformat": 4, "cells": cells}, indent=indent)
        path = Path(self.folder) / "a.ipynb"
        path.write_text(text, encoding="utf-8")
        found = rows_in_file(str(path))
        assert len(found) == len(cells)
        in_file = text.split("\n")
        for placed in open_notebook(str(path)).cells:
            rows = found[placed.cell]
            assert len(rows) == len(placed.lines)
            assert list(rows) == sorted(rows)
            if indent:
                for row, line in zip(rows, placed.lines, strict=True):
                    escaped = json.dumps(line)[1:-1]
                    assert escaped[:1] in in_file[row - 1]

    @pytest.fixture(autouse=True)
    def folder_for_all_examples(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        type(self).folder = tmp_path_factory.mktemp("notebooks")

    folder: Path

    def test_version_3(self, tmp_path: Path) -> None:
        sheet = {"cells": [{"cell_type": "code", "input": ["a\n", "b"]}]}
        path = tmp_path / "old.ipynb"
        path.write_text(json.dumps({"worksheets": [sheet, sheet]}, indent=0))
        lines = path.read_text().split("\n")
        assert [[lines[row - 1] for row in rows] for rows in rows_in_file(str(path)).values()] == [
            ['"a\\n",', '"b"'],
            ['"a\\n",', '"b"'],
        ]

    @pytest.mark.parametrize("content", ["", "[]", "{", '{"cells": 3}', '{"cells": [3]}'])
    def test_no_notebook(self, content: str, tmp_path: Path) -> None:
        path = tmp_path / "broken.ipynb"
        path.write_text(content)
        assert not any(any(row > 1 for row in rows) for rows in rows_in_file(str(path)).values())
        assert rows_in_file(str(tmp_path / "gone.ipynb")) == {}
