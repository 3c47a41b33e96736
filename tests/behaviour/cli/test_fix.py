"""`--fix`: files are changed where it is meant, and nowhere else."""

from __future__ import annotations

import codecs
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.support.fake_analysis import HEAD, project_in
from tests.support.notebook_files import notebook
from tflintgrad import check_files
from tflintgrad.diagnostics import Edit, Finding, Fix, Location, Span
from tflintgrad.engine.cell_locations import to_cells, to_module
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.fixes import fixes_of, noqa_for
from tflintgrad.engine.rewriting import CannotRewrite, rewrite_file, rewritten
from tflintgrad.frontends.cli.entry import run
from tflintgrad.source.atomic_write import WriteError, write_atomically
from tflintgrad.source.edits import apply_edits, without_overlaps
from tflintgrad.source.notebook import read_cells, read_notebook


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the stand-in for the analysis."""
    return project_in(tmp_path, monkeypatch)


def after_fix(text: str, name: str = "a.py") -> str:
    Path(name).write_text(text, encoding="utf-8", newline="")
    run(["check", "--fix", name])
    return Path(name).read_bytes().decode()


class TestUnusedSuppressions:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("y = 1  # noqa: TFG201\n", "y = 1\n"),
            ("y = 1  # noqa: TFG201", "y = 1"),
            ("y = 1\t#noqa:TFG201   \n", "y = 1\n"),
            ("y = 1  # noqa: TFG201 only printed\n", "y = 1  # only printed\n"),
            ("y = 1  # noqa: TFG201 - only printed\n", "y = 1  # only printed\n"),
            ("y = 1  # noqa: TFG201, E501\n", "y = 1  # noqa: E501\n"),
            ("y = 1  # noqa: E501,TFG201,F1 why\n", "y = 1  # noqa: E501,F1 why\n"),
            ("y = 1  # noqa: E501 TFG201 F1\n", "y = 1  # noqa: E501 F1\n"),
            ("y = x.numpy()  # noqa: TFG3, TFG201\n", "y = x.numpy()  # noqa: TFG201\n"),
            ("y = 1  # type: ignore  # noqa: TFG201\n", "y = 1  # type: ignore\n"),
            ("y = 1  # noqa: TFG201  # type: ignore\n", "y = 1  # type: ignore\n"),
            ("y = 1  # why # noqa: TFG201  # more\n", "y = 1  # why  # more\n"),
            ("y = 1  # tflintgrad: ignore[TFG3]\n", "y = 1\n"),
            ("y = 1  # noqa: TFG3  # tflintgrad: ignore\n", "y = 1\n"),
            (
                "y = x.numpy()  # noqa: TFG3  # tflintgrad: ignore\n",
                "y = x.numpy()  # tflintgrad: ignore\n",
            ),
            ("a = 1\n    # tflintgrad: ignore-file[TFG3]\nb = 1\n", "a = 1\nb = 1\n"),
            ("a = 1\n# tflintgrad: noqa: TFG3", "a = 1"),
            ("a = 1\n# tflintgrad: noqa: TFG3 why\n", "a = 1\n# why\n"),
            ("# flake8: noqa: TFG3, E501\n", "# flake8: noqa: E501\n"),
            ("y = (  # tflintgrad: ignore\n  1,\n)\n", "y = (\n  1,\n)\n"),
            ("y = 1  # noqa: TFG201\r\nz = 1\r\n", "y = 1\r\nz = 1\r\n"),
            ("# tflintgrad: noqa: TFG3\r\nz = 1\r\n", "z = 1\r\n"),
            ("# tflintgrad: noqa: TFG3\rz = 1\r", "z = 1\r"),
            ("y = '# noqa: TFG201'  # noqa: TFG301\n", "y = '# noqa: TFG201'\n"),
            ("é = 'ü𝒳'  # noqa: TFG201\n", "é = 'ü𝒳'\n"),
            # Nothing to remove.
            ("y = x.numpy()  # noqa: TFG201\n",) * 2,
            ("y = 1  # noqa\n",) * 2,
            ("y = 1  # tflintgrad: ignore[no-such]\n",) * 2,
            (
                "y = 1  # tflintgrad: ignore[no-such, TFG3]\n",
                "y = 1  # tflintgrad: ignore[no-such]\n",
            ),
        ],
    )
    def test_what_becomes_of_a_line(self, folder: Path, before: str, after: str) -> None:
        assert after_fix(HEAD + before) == HEAD + after

    def test_it_is_the_first_line(self, folder: Path) -> None:
        assert after_fix("# tflintgrad: noqa: TFG3\n" + HEAD) == HEAD
        assert after_fix("# tflintgrad: noqa: TFG3") == ""

    def test_what_is_left_is_reported(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = f"{HEAD}# tflintgrad: noqa: TFG3\ny = x.numpy()\n"
        Path("a.py").write_text(text)
        assert run(["check", "--fix", "--output-format", "concise"]) == 1
        captured = capsys.readouterr()
        assert captured.out.startswith("a.py:2:5: TFG201")
        assert captured.err == "Fixed 1 finding in 1 file.\n"
        assert run(["check", "--fix", "--ignore", "TFG201"]) == 0
        assert capsys.readouterr().err == ""

    def test_dry_run(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = f"{HEAD}y = 1  # noqa: TFG3\n"
        Path("a.py").write_text(text)
        assert run(["check", "--fix", "--dry-run"]) == 1
        assert Path("a.py").read_text() == text
        captured = capsys.readouterr()
        assert captured.err == "Would fix 1 finding in 1 file.\n"
        assert captured.out == (
            f"--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n {HEAD}-y = 1  # noqa: TFG3\n+y = 1\n"
        )
        Path("a.py").write_text(HEAD)
        assert run(["check", "--fix", "--dry-run"]) == 0
        assert capsys.readouterr().out == ""

    def test_json(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        Path("a.py").write_text(f"{HEAD}y = 1  # noqa: TFG3\ny = x.numpy()\n")
        run(["check", "--output-format", "json"])
        unused, escape = json.loads(capsys.readouterr().out)
        assert escape["fix"] is None
        assert unused["fix"] == {
            "applicability": "safe",
            "message": "Remove the unused suppression",
            "proven": False,
            "proof": None,
            "edits": [
                {
                    "content": "",
                    "location": {"row": 2, "column": 6},
                    "end_location": {"row": 2, "column": 20},
                }
            ],
        }

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--dry-run"],
            ["--fix", "--add-noqa"],
            ["--add-noqa", "-"],
            ["--fix", "--dry-run", "-"],
            ["--fix", "-", "a.py"],
            ["--add-noqa", "--verify"],
            ["--diff", "HEAD", "-"],
            ["--device", "gpu"],
            ["--only-confirmed"],
            ["--unsafe-no-sandbox"],
        ],
    )
    def test_misuse(
        self, folder: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["check", *arguments]) == 2
        assert "Error: " in capsys.readouterr().err


def test_standard_input() -> None:
    """The corrected program comes out, byte by byte; what is left is said beside it."""
    data = (
        "# coding: latin-1\r\nimport tensorflow as tf  # noqa: TFG3 # é\r\nx = tf.Variable(1.0)\r\n"
        "with tf.GradientTape() as tape:\r\n    y = x.numpy()\r\ntape.gradient(y, x)"
    ).encode("latin-1")
    finished = subprocess.run(
        [sys.executable, "-m", "tflintgrad", "check", "--fix", "-", "--output-format", "concise"],
        input=data,
        capture_output=True,
        check=False,
    )
    assert finished.stdout == data.replace(b"# noqa: TFG3 # ", b"# ")
    assert finished.stderr.startswith(b"<stdin>:5:9: TFG201")
    assert finished.returncode == 1


class TestBytes:
    @pytest.mark.parametrize(
        ("encoding", "cookie", "mark"),
        [
            ("utf-8", "", b""),
            ("utf-8", "", codecs.BOM_UTF8),
            ("latin-1", "# -*- coding: latin-1 -*-\r\n", b""),
            ("cp1252", "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n", b""),
            ("shift_jis", "# coding: shift_jis\n", b""),
            ("utf-8", "# coding: utf-8-sig\n", codecs.BOM_UTF8),
        ],
    )
    def test_encodings(self, folder: Path, encoding: str, cookie: str, mark: bytes) -> None:
        word = "表" if encoding == "shift_jis" else "é"
        before = f"{cookie}{HEAD}a = '{word}'  # noqa: TFG3\r\nb = 1\n\x0c\nc = '{word}'"
        Path("a.py").write_bytes(mark + before.encode(encoding))
        run(["check", "--fix"])
        after = before.replace("  # noqa: TFG3", "")
        assert Path("a.py").read_bytes() == mark + after.encode(encoding)

    def test_bytes_with_several_spellings(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        data = f"# coding: utf-7\n{HEAD}a = '+AGE-'  # noqa: TFG3\n".encode()
        Path("a.py").write_bytes(data)
        assert run(["check", "--fix"]) == 1
        assert Path("a.py").read_bytes() == data
        printed = "warning: a.py: cannot be changed without changing more than that\n"
        assert printed in capsys.readouterr().err

    def test_a_file_that_was_changed_meanwhile(self, folder: Path) -> None:
        path = folder / "a.py"
        path.write_text(f"{HEAD}y = 1  # noqa: TFG3\n")
        (result,) = check_files(["a.py"])
        for data in (b"import tensorflow as tf\n", b"\xff", b""):
            path.write_bytes(data)
            with pytest.raises(CannotRewrite, match="was changed since it was checked"):
                rewrite_file(result, fixes_of(result).edits)
        path.unlink()
        with pytest.raises(CannotRewrite, match="no such file"):
            rewrite_file(result, fixes_of(result).edits)

    @pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
    def test_permissions_and_links_stay(self, folder: Path) -> None:
        path = folder / "real.py"
        path.write_text(f"{HEAD}y = 1  # noqa: TFG3\n")
        path.chmod(0o750)
        (folder / "a.py").symlink_to(path)
        run(["check", "--fix", "a.py"])
        assert (folder / "a.py").is_symlink()
        assert path.read_text() == f"{HEAD}y = 1\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o750
        assert sorted(os.listdir(folder)) == ["a.py", "pyproject.toml", "real.py"]

    def test_nothing_is_left_behind_when_it_fails(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = folder / "a.py"
        path.write_text("old")

        def fail(*arguments: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fail)
        with pytest.raises(WriteError, match="cannot be written: no space left"):
            write_atomically(str(path), b"new")
        assert path.read_text() == "old"
        assert sorted(os.listdir(folder)) == ["a.py", "pyproject.toml"]

    def test_a_file_that_may_not_be_written(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = folder / "a.py"
        path.write_text(f"{HEAD}y = 1  # noqa: TFG3\n")
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        assert run(["check", "--fix"]) == 1
        assert "warning: a.py: cannot be written: permission denied\n" in capsys.readouterr().err


LINES = [
    "a = 1\n",
    "é = '\\u00fc 𝒳 \\\\ \"'\n",
    "y = 1  # noqa: TFG3\n",
    "\n",
    "# tflintgrad: ignore-file[TFG4]\n",
    "z = x.numpy()  # noqa: TFG201, TFG5\n",
    "z = x.numpy()\n",
]


class TestNotebooks:
    RAW = (
        '{"cells" : [ {"cell_type":"markdown","source":["# noqa: TFG3\\n"]},\n'
        ' {"outputs":[{"text":["\\u00e9 é \\/ "]}], "source": [ "import tensorflow as tf\\n",\n'
        '  "# GradientTape \\/ \\u00e9 é \\ud83d\\ude00\\n" , "# tflintgrad: ignore-file[TFG3]\\n"'
        ",\n"
        '   "y = \'\\u00e9\\/\'  # noqa: TFG3" ],\t"cell_type": "code"},\n'
        ' {"cell_type": "code", "source": "# tflintgrad: ignore-file[TFG4]\\nz = 1" },\n'
        ' {"cell_type": "code", "source": ["# tflintgrad: ignore-file[TFG5]"] } ],\r\n'
        '"metadata": {"x": 1.50, "x": 1e2}}  \n'
    )

    def test_only_the_source_is_touched(self, folder: Path) -> None:
        path = folder / "a.ipynb"
        path.write_text(self.RAW, encoding="utf-8", newline="")
        assert run(["check", "--fix"]) == 0
        after = self.RAW.replace(' , "# tflintgrad: ignore-file[TFG3]\\n"', "")
        after = after.replace("/'  # noqa: TFG3", "/'")
        after = after.replace("# tflintgrad: ignore-file[TFG4]\\n", "")
        after = after.replace("# tflintgrad: ignore-file[TFG5]", "")
        assert path.read_bytes().decode() == after

    def test_old_notebooks(self, folder: Path) -> None:
        path = folder / "a.ipynb"
        cell = '{"cell_type": "code", "language": "python", "input": ["y = 1  # noqa: TFG3"]}'
        text = f'{{"worksheets": [{{"cells": []}}, {{"cells": [{cell}]}}], "nbformat": 3}}'
        path.write_text(text)
        run(["check", "--fix"])
        assert path.read_text() == text.replace("  # noqa: TFG3", "")

    def test_names_that_come_twice(self, folder: Path) -> None:
        path = folder / "a.ipynb"
        cell = '{"cell_type": "code", "source": "z", "source": ["y = 1  # noqa: TFG3"]}'
        text = f'{{"cells": [], "cells": [{cell}]}}'
        path.write_text(text)
        run(["check", "--fix"])
        assert path.read_text() == text.replace("  # noqa: TFG3", "")

    def test_a_notebook_that_was_changed_meanwhile(self, folder: Path) -> None:
        path = folder / "a.ipynb"
        path.write_text(notebook("y = 1  # noqa: TFG3"))
        (result,) = check_files(["a.ipynb"])
        for text in (notebook("y = 2  # noqa: TFG3"), notebook(), "{}", "no notebook"):
            path.write_text(text)
            with pytest.raises(CannotRewrite, match="was changed since it was checked"):
                rewrite_file(result, fixes_of(result).edits)

    def test_lines_that_are_no_python(self) -> None:
        """What was translated as a whole gets no comment, which could be part of a command."""
        known = read_notebook(notebook("%time a = 1", "files = !ls").encode())
        findings = [replace(finding_with(edit(1, 1, 2)), code="TFG201", cell=n) for n in (1, 2)]
        result = FileResult("a.ipynb", tuple(findings), text=known.text, notebook=known)
        collected = noqa_for(result)
        assert collected.unresolved == (findings[1],)
        assert collected.edits == {1: [edit(1, 12, 12, "  # noqa: TFG201")]}

    @hypothesis_settings(deadline=None)
    @given(
        st.lists(st.lists(st.sampled_from(LINES)).map("".join), min_size=1, max_size=4),
        st.booleans(),
        st.sampled_from([None, 1]),
    )
    def test_cells_after_edits(self, cells: list[str], split: bool, indent: int | None) -> None:
        """Any edits of any cells: their texts change so, and nothing else does."""
        data = notebook(*cells, indent=indent, split=split).encode()
        known = read_notebook(data)
        result = FileResult("a.ipynb", text=known.text, notebook=known)
        edits: dict[int | None, list[Edit]] = {}
        expected = []
        for cell in known.cells:
            locations = [row for row, line in enumerate(cell.lines, 1) if "#" in line]
            edits[cell.cell] = [
                Edit(
                    Span(
                        Location(row, cell.lines[row - 1].index("#") + 1),
                        Location(row, len(cell.lines[row - 1]) + 1),
                    ),
                    "# é" * (row % 2),
                )
                for row in locations
            ]
            expected.append(apply_edits(cells[cell.cell - 1], edits[cell.cell]))
        after = rewritten(data, result, edits)
        assert [cell.text for cell in read_cells(after)] == expected
        old, new = json.loads(data), json.loads(after)
        for cell in (*old["cells"], *new["cells"]):
            cell.pop("source")
        assert old == new


def edit(row: int, column: int, end: int, text: str = "") -> Edit:
    return Edit(Span(Location(row, column), Location(row, end)), text)


def finding_with(*edits: Edit) -> Finding:
    span = edits[0].span
    return Finding("TFG002", "m", "a.py", span, "info", "error", fix=Fix("f", edits))


class TestMechanism:
    def test_edits_of_one_text(self) -> None:
        text = "abc\r\ndef\r\n"
        assert (
            apply_edits(text, [edit(2, 4, 4, "!"), edit(1, 1, 2, "x\ny")]) == "x\r\nybc\r\ndef!\r\n"
        )

    def test_fixes_that_touch_wait(self) -> None:
        first, second, third = (
            Fix("f", (edit(1, 1, 4),)),
            Fix("f", (edit(1, 3, 5), edit(2, 1, 2))),
            Fix("f", (edit(2, 1, 2),)),
        )
        assert without_overlaps([first, second, third]) == [first, third]

    def test_unsafe_fixes_are_left_to_people(self) -> None:
        finding = finding_with(edit(1, 1, 2))
        assert finding.fix is not None
        unsafe = replace(finding, fix=replace(finding.fix, safe=False))
        assert fixes_of(FileResult("a.py", (unsafe,))).edits == {}

    def test_a_fix_moves_into_its_cell_and_back(self) -> None:
        cells = read_notebook(notebook("a = 1", "b = 2\nc = 3").encode())
        finding = replace(finding_with(edit(3, 1, 2, "d")), filename="a.ipynb")
        moved = to_cells(finding, "a.ipynb", cells)
        assert moved.cell == 2
        assert moved.fix is not None
        assert moved.fix.edits == (edit(2, 1, 2, "d"),)
        assert to_module(moved, "a.ipynb", cells) == finding
        scattered = replace(finding, fix=Fix("f", (edit(1, 1, 2), edit(3, 1, 2))))
        assert to_cells(scattered, "a.ipynb", cells).fix is None
