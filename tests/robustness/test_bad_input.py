"""Whatever the input, there is a clear answer and never a traceback."""

from __future__ import annotations

import codecs
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.command_line import tflintgrad
from tests.support.small_programs import NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad import check_source


def findings(path: Path, *options: str, code: int = 1) -> list[dict[str, Any]]:
    finished = tflintgrad("check", "--output-format=json", *options, path)
    assert finished.returncode == code, finished.stdout + finished.stderr
    assert "Traceback" not in finished.stderr
    assert finished.stderr == "" or code == 2
    parsed: list[dict[str, Any]] = json.loads(finished.stdout)
    return parsed


def write(folder: Path, data: str | bytes, name: str = "train.py") -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def single(path: Path) -> tuple[str, int]:
    (finding,) = findings(path)
    return finding["code"], finding["location"]["row"]


@pytest.mark.parametrize(
    "data",
    ["", "\n\n", "# only\n# comments\n", "# only a comment", '"""only a docstring"""', "\f\n"],
)
@pytest.mark.parametrize("head", ["", "# tensorflow GradientTape\n"])
def test_nothing_to_check(tmp_path: Path, head: str, data: str) -> None:
    assert findings(write(tmp_path, head + data), code=0) == []


class TestSyntax:
    @pytest.mark.parametrize(
        ("tail", "row"),
        [
            ("def f(:\n    pass\n", 2),
            ("x = (1,\n", None),
            ("if True:\nx = 1\n", 3),
            ("if True:\n        x = 1\n    y = 2\n", 4),
            ("x = 'abc\n", 2),
            ('x = """abc\n', None),
            ("print 'hello'\n", 2),
            ("x = 1 +\n", 2),
            ("<<<<<<< HEAD\nx = 1\n", 2),
        ],
    )
    def test_broken(self, tmp_path: Path, tail: str, row: int | None) -> None:
        path = write(tmp_path, "import tensorflow as tf  # GradientTape\n" + tail)
        (finding,) = findings(path)
        assert (finding["code"], finding["name"]) == ("TFG000", "syntax-error")
        assert finding["flow"] == []
        if row is not None:
            assert finding["location"]["row"] == row
        assert finding["location"]["column"] >= 1

    def test_broken_file_without_tensorflow(self, tmp_path: Path) -> None:
        assert single(write(tmp_path, "x = 1\ndef f(:\n    pass\n")) == ("TFG000", 2)

    def test_a_folder_hides_no_broken_file(self, tmp_path: Path) -> None:
        """A folder has the same findings as each of its files by name."""
        broken: dict[str, str | bytes] = {
            "brackets.py": "import tensorflow as tf\nx = (\n",
            "bytes.py": b'x = "\xff"\n',
            "coding.py": "# -*- coding: nosuch -*-\nx = 1\n",
            "indent.py": "if True:\nx = 1\n",
            "null.py": b"x = 1\0\n",
            "python_2.py": "print 'hello'\n",
            "plain.py": "def f(:\n",
        }
        for name, text in broken.items():
            assert single(write(tmp_path, text, name))[0] == "TFG000"
        write(tmp_path, "x = 1\n", "right.py")
        reported = [(Path(item["filename"]).name, item["code"]) for item in findings(tmp_path)]
        assert reported == [(name, "TFG000") for name in sorted(broken)]

    def test_other_files_go_on(self, tmp_path: Path) -> None:
        write(tmp_path, "import tensorflow  # GradientTape\ndef f(:\n", "a.py")
        write(tmp_path, NUMPY_ESCAPE, "b.py")
        reported = [(item["filename"], item["code"]) for item in findings(tmp_path)]
        assert reported == [
            (str(tmp_path / "a.py"), "TFG000"),
            (str(tmp_path / "b.py"), "TFG201"),
        ]

    def test_syntax_newer_than_the_running_python(self, tmp_path: Path) -> None:
        """A file for a newer Python that cannot matter is never called broken for it."""
        write(tmp_path, "match x:\n    case [1, *rest] if rest: ...\n", "a.py")
        write(tmp_path, "try: ...\nexcept* ValueError: ...\n", "b.py")
        assert findings(tmp_path, code=0) == []

    def test_null_characters(self, tmp_path: Path) -> None:
        path = write(tmp_path, b"import tensorflow\nGradientTape = '\0'\n")
        (finding,) = findings(path)
        assert finding["code"] == "TFG000"


DEEP = 1000


class TestNesting:
    """A thousand deep: either it is analysed or it is one clear finding, within seconds."""

    @pytest.mark.parametrize(
        "expression",
        [
            "(" * DEEP + "x" + ")" * DEEP,
            "[" * DEEP + "x" + "]" * DEEP,
            "-" * DEEP + "x",
            "not " * DEEP + "x",
            "x" + "[0]" * DEEP,
            "x" + ".a" * DEEP,
            "x" + "()" * DEEP,
            "tf.exp(" * DEEP + "x" + ")" * DEEP,
            "x" + " + 1" * DEEP,
            "x" + " if x else x" * DEEP,
            "lambda: " * DEEP + "x",
            " ** ".join(["x"] * DEEP),
        ],
        ids=lambda text: text[:8],
    )
    def test_expressions(self, tmp_path: Path, expression: str) -> None:
        finished = tflintgrad("check", write(tmp_path, NUMPY_ESCAPE + "y = " + expression + "\n"))
        assert finished.returncode == 1, finished.stderr
        assert "Traceback" not in finished.stderr
        assert "TFG000" in finished.stdout or "TFG201" in finished.stdout

    def test_blocks(self, tmp_path: Path) -> None:
        lines = [" " * depth + "if x:\n" for depth in range(DEEP)]
        program = NUMPY_ESCAPE + "".join(lines) + " " * DEEP + "pass\n"
        finished = tflintgrad("check", write(tmp_path, program))
        assert finished.returncode == 1, finished.stderr
        assert "Traceback" not in finished.stderr

    def test_blocks_of_ninety(self, tmp_path: Path) -> None:
        lines = [" " * depth + "if x:\n" for depth in range(90)]
        program = NUMPY_ESCAPE + "".join(lines) + " " * 90 + "pass\n"
        assert single(write(tmp_path, program)) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_irrelevant_file(self, tmp_path: Path) -> None:
        finished = tflintgrad("check", write(tmp_path, "(" * DEEP + ")" * DEEP))
        assert finished.returncode in (0, 1)
        assert "Traceback" not in finished.stderr

    def test_elif_chain(self, tmp_path: Path) -> None:
        chain = "if x == 0:\n    pass\n" + "".join(
            f"elif x == {number}:\n    pass\n" for number in range(DEEP)
        )
        finished = tflintgrad("check", write(tmp_path, NUMPY_ESCAPE + chain))
        assert finished.returncode == 1, finished.stderr
        assert "Traceback" not in finished.stderr


class TestEncodings:
    def test_line_endings(self, tmp_path: Path) -> None:
        path = write(tmp_path, NUMPY_ESCAPE.replace("\n", "\r\n"))
        assert single(path) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_old_line_endings(self, tmp_path: Path) -> None:
        path = write(tmp_path, NUMPY_ESCAPE.replace("\n", "\r"))
        assert single(path) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_tabs(self, tmp_path: Path) -> None:
        (finding,) = findings(write(tmp_path, NUMPY_ESCAPE.replace("    ", "\t")))
        assert finding["location"]["row"] == NUMPY_ESCAPE_ROW
        assert finding["location"]["column"] == 18

    def test_byte_order_mark(self, tmp_path: Path) -> None:
        path = write(tmp_path, codecs.BOM_UTF8 + NUMPY_ESCAPE.encode())
        assert single(path) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_declared_encoding(self, tmp_path: Path) -> None:
        program = "# -*- coding: latin-1 -*-  é\n" + NUMPY_ESCAPE
        path = write(tmp_path, program.encode("latin-1"))
        assert single(path) == ("TFG201", NUMPY_ESCAPE_ROW + 1)

    def test_columns_count_characters(self, tmp_path: Path) -> None:
        program = NUMPY_ESCAPE.replace("y = ", "y, ö = '名前', ")
        program = program.replace("    y, ö", "    ö, y")
        (finding,) = findings(write(tmp_path, program))
        line = program.split("\n")[NUMPY_ESCAPE_ROW - 1]
        assert finding["location"]["column"] == line.index("x.numpy") + 1

    def test_undecodable(self, tmp_path: Path) -> None:
        path = write(tmp_path, NUMPY_ESCAPE.encode() + b"z = '\xe9'\n")
        (finding,) = findings(path)
        assert finding["code"] == "TFG000"
        assert "0xe9" in finding["message"]
        location = finding["location"]
        assert (location["row"], location["column"]) == (7, 6)

    def test_undecodable_without_tensorflow(self, tmp_path: Path) -> None:
        assert single(write(tmp_path, b"x = 1\nz = '\xe9'\n")) == ("TFG000", 2)

    def test_unknown_encoding(self, tmp_path: Path) -> None:
        assert single(write(tmp_path, "# coding: klingon\n" + NUMPY_ESCAPE)) == ("TFG000", 1)

    def test_binary(self, tmp_path: Path) -> None:
        assert single(write(tmp_path, bytes(range(128, 256)))) == ("TFG000", 1)

    def test_standard_input(self) -> None:
        finished = tflintgrad("check", "-", stdin=b"\xff\xfe")
        assert finished.returncode == 1
        assert "<stdin>:1:1: TFG000" in finished.stdout

    def test_full_output_of_undecodable_file(self, tmp_path: Path) -> None:
        finished = tflintgrad("check", write(tmp_path, b"x = '\xe9'\n"))
        assert "1 | x = '\N{REPLACEMENT CHARACTER}'" in finished.stdout


class TestPaths:
    def test_directory_named_like_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "x.py").mkdir()
        write(tmp_path / "x.py", NUMPY_ESCAPE)
        assert single(tmp_path / "x.py") == ("TFG201", NUMPY_ESCAPE_ROW)
        assert single(tmp_path) == ("TFG201", NUMPY_ESCAPE_ROW)

    def test_missing(self, tmp_path: Path) -> None:
        assert findings(tmp_path / "gone.py", code=2) == []

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_named_pipe(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.py")
        (tmp_path / "empty.py").touch()
        assert findings(tmp_path, code=0) == []
        assert findings(tmp_path / "pipe.py", code=2) == []

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs device files")
    def test_device(self) -> None:
        assert findings(Path("/dev/zero"), code=2) == []

    @pytest.mark.skipif(
        sys.platform == "win32" or getattr(os, "geteuid", lambda: 0)() == 0,
        reason="everything is readable for this user",
    )
    def test_unreadable(self, tmp_path: Path) -> None:
        path = write(tmp_path, NUMPY_ESCAPE)
        path.chmod(0)
        finished = tflintgrad("check", path)
        assert finished.returncode == 2
        assert finished.stderr == f"error: {path}: cannot be read: permission denied\n"

    def test_odd_names(self, tmp_path: Path) -> None:
        path = write(tmp_path, NUMPY_ESCAPE, "a b:c'd\u202e.py")
        assert single(path) == ("TFG201", NUMPY_ESCAPE_ROW)


WORDS = ("def", "f(x):", "return", "lambda", ":", "=", "x", "tape", ".gradient", "#", "é", "\0")
MARKS = ("\f", "(", ")", "{", "\\", "'", '"""', "    ", "\t", "\n")
PIECES = st.sampled_from([*NUMPY_ESCAPE.splitlines(keepends=True), *WORDS, *MARKS])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text(text: str) -> None:
    check_source("import tensorflow as tf  # GradientTape\n" + text)


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_text_without_tensorflow(text: str) -> None:
    """A file that does not parse is reported, and comments for tflintgrad that suppress nothing."""
    for finding in check_source(text):
        assert finding.code in ("TFG000", "TFG002")


@pytest.mark.parametrize(
    "line",
    [
        'print(f"({", ".join(["a"])})")',
        "type Number = int | float",
        "def first[T](items: list[T]) -> T: ...",
    ],
)
def test_syntax_of_a_newer_python_is_no_error(line: str) -> None:
    """Whatever Python runs the linter; these came with 3.12."""
    text = f"import tensorflow as tf\n\n{line}\ntape = tf.GradientTape()\n"
    assert check_source(text, "a.py") == []


def test_broken_and_deeply_nested_is_still_one_finding() -> None:
    text = "import tensorflow as tf\nx = = 1\nGradientTape" + "(" * 50_000 + ")" * 50_000
    assert [finding.code for finding in check_source(text, "a.py")] == ["TFG000"]
