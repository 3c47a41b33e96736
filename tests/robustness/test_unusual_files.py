"""Trees and files as they are on real machines: changing, unreadable, endless, nameless."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad import check_files
from tflintgrad.config.output_formats import output_formats
from tflintgrad.engine import workspace
from tflintgrad.engine.file_result import FileResult
from tflintgrad.output import renderer
from tflintgrad.output.style import Style
from tflintgrad.project import discovery
from tflintgrad.source.files import read_bytes

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")


def printed(results: list[FileResult]) -> dict[str, list[str]]:
    return {
        os.path.basename(it.path): [
            *(finding.code for finding in it.findings),
            *([it.error.partition(": ")[2]] if it.error else []),
        ]
        for it in results
    }


class TestChangingFiles:
    """Between the first look at a file and the last, anything may happen to it."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "a.py").write_text(NUMPY_ESCAPE)
        (tmp_path / "b.py").write_text(NUMPY_ESCAPE)
        return tmp_path

    def test_gone_before_it_is_read(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def read(path: str) -> bytes:
            (folder / "a.py").unlink(missing_ok=True)
            return read_bytes(path)

        monkeypatch.setattr(workspace, "read_bytes", read)
        expected = "cannot be read: no such file or directory"
        assert printed(list(check_files([str(folder)]))) == {"a.py": [expected], "b.py": ["TFG201"]}

    @pytest.mark.parametrize(
        "change",
        [
            Path.unlink,
            lambda path: path.write_text(""),
            lambda path: path.write_text("def f(:\n"),
            lambda path: path.write_bytes(b"\xff\xfe"),
            lambda path: path.write_text(NUMPY_ESCAPE[:40]),
            lambda path: (path.unlink(), path.mkdir()),
        ],
        ids=["removed", "emptied", "broken", "binary", "cut off", "a folder"],
    )
    def test_changed_after_the_first_look(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object]
    ) -> None:
        """Whatever is said about it, the other file is checked and nothing is raised."""
        pending = [folder / "a.py"]

        def read(path: str) -> bytes:
            if pending and os.path.basename(path) == "a.py":
                change(pending.pop())
            return read_bytes(path)

        monkeypatch.setattr(workspace, "read_bytes", read)
        results = list(check_files([str(folder)]))
        assert not pending
        assert printed(results)["b.py"] == ["TFG201"]
        (about,) = printed(results)["a.py"] or [""]
        assert about in ("", "TFG000") or about.startswith("cannot be read: ")
        assert not any(result.warnings for result in results)

    def test_a_folder_that_cannot_be_listed(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "closed").mkdir()
        listing = discovery._entries

        def closed(path: str) -> list[tuple[str, bool]]:
            if os.path.basename(path) == "closed":
                raise PermissionError(13, "Permission denied", path)
            return list(listing(path))

        monkeypatch.setattr(discovery, "_entries", closed)
        assert printed(list(check_files([str(folder)]))) == {
            "a.py": ["TFG201"],
            "b.py": ["TFG201"],
            "closed": ["permission denied"],
        }


class TestTrees:
    @needs_links
    def test_links_in_circles(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(NUMPY_ESCAPE)
        (tmp_path / "deep").mkdir()
        for name, target in [("up", ".."), ("self.py", "self.py"), ("one", "two"), ("two", "one")]:
            (tmp_path / "deep" / name).symlink_to(target)
        (tmp_path / "endless.py").symlink_to("/dev/zero")
        (tmp_path / "pyproject.toml").symlink_to("pyproject.toml")
        (tmp_path / ".gitignore").symlink_to("/dev/zero")
        finished = tflintgrad("check", "--output-format=concise", tmp_path)
        assert finished.returncode == 1, finished.stderr
        assert finished.stdout.count("TFG") == 1
        assert finished.stderr == ""

    def test_ten_thousand_files_in_one_folder(self, tmp_path: Path) -> None:
        for number in range(10_000):
            (tmp_path / f"m{number}.py").write_bytes(b"import numpy\n")
        (tmp_path / "train.py").write_text(NUMPY_ESCAPE)
        start = time.process_time()
        results = list(check_files([str(tmp_path)]))
        assert time.process_time() - start < 10
        assert len(results) == 10_001
        assert [it.path for it in results if it.findings] == [str(tmp_path / "train.py")]

    def test_names_that_are_no_text(self, tmp_path: Path) -> None:
        path = tmp_path / os.fsdecode(b"caf\xe9\n\x1b[31m.py")
        try:
            path.write_text(NUMPY_ESCAPE)
        except OSError:
            pytest.skip("this file system wants names in UTF-8")
        finished = tflintgrad("check", tmp_path)
        assert (finished.returncode, finished.stderr) == (1, "")
        results = list(check_files([str(tmp_path)]))
        for name in output_formats():
            report = "".join(renderer(name)(results, Style()))
            assert "TFG201" in report.encode("utf-8", "backslashreplace").decode()


class TestImports:
    def test_in_circles(self, tmp_path: Path) -> None:
        """Everybody imports everybody, with a star; the loss is in one of them."""
        names = [f"m{number}" for number in range(12)]
        imports = "".join(f"from {name} import *\n" for name in names)
        for name in names:
            (tmp_path / f"{name}.py").write_text(f"{imports}def f_{name}(x):\n    return x\n")
        (tmp_path / "pyproject.toml").touch()
        (tmp_path / "train.py").write_text(imports + NUMPY_ESCAPE)
        results = printed(list(check_files([str(tmp_path)])))
        assert {name: codes for name, codes in results.items() if codes} == {"train.py": ["TFG201"]}

    def test_recursion_through_ten_modules(self, tmp_path: Path) -> None:
        for number in range(10):
            following = (number + 1) % 10
            (tmp_path / f"m{number}.py").write_text(
                f"import tensorflow as tf\nimport m{following}\n\n\ndef f(x, n):\n"
                f"    return tf.exp(m{following}.f(x, n - 1)) if n else x.numpy()\n"
            )
        (tmp_path / "pyproject.toml").touch()
        (tmp_path / "train.py").write_text(
            NUMPY_ESCAPE.replace("import", "import m0\nimport", 1).replace("* 2.0", "* m0.f(x, 30)")
        )
        results = list(check_files([str(tmp_path)]))
        assert not any(it.error or it.warnings for it in results)
        assert printed(results)["train.py"] == ["TFG201"]

    def test_five_hundred_functions_in_each_other(self, tmp_path: Path) -> None:
        lines = [" " * depth + f"def f{depth}(x):\n" for depth in range(500)]
        (tmp_path / "a.py").write_text(NUMPY_ESCAPE + "".join(lines) + " " * 500 + "return x\n")
        (result,) = check_files([str(tmp_path)])
        assert printed([result]) == {"a.py": ["TFG000"]}


@needs_full
class TestFullDisk:
    """One line, exit code 2; nothing half-written is taken for a report."""

    LINE = "Error: the output cannot be written: no space left on device\n"

    @pytest.mark.parametrize("name", ["full", "json", "sarif"])
    def test_report(self, tmp_path: Path, name: str) -> None:
        path = tmp_path / "a.py"
        path.write_text(NUMPY_ESCAPE)
        finished = tflintgrad("check", "--output-format", name, "--output-file", FULL, path)
        assert (finished.returncode, finished.stderr) == (2, self.LINE)

    @pytest.mark.parametrize("command", [["check", "{}"], ["rules"], ["explain", "TFG201"]])
    def test_standard_output(self, tmp_path: Path, command: list[str]) -> None:
        (tmp_path / "a.py").write_text(NUMPY_ESCAPE)
        words = [word.format(tmp_path) for word in command]
        with FULL.open("wb") as full:
            finished = subprocess.run(
                [sys.executable, "-m", "tflintgrad", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=120,
                check=False,
            )
        assert (finished.returncode, finished.stderr.decode()) == (2, self.LINE)

    @pytest.mark.parametrize("command", ["check", "baseline"])
    def test_a_device_is_no_baseline(self, tmp_path: Path, command: str) -> None:
        (tmp_path / "a.py").write_text(NUMPY_ESCAPE)
        finished = tflintgrad(command, "--baseline", FULL, tmp_path)
        expected = f"Error: {FULL}: cannot be read: not a regular file\n"
        assert (finished.returncode, finished.stderr) == (2, expected)
        assert not FULL.is_file()


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    from tflintgrad.source.atomic_write import WriteError, write_atomically

    with pytest.raises(WriteError, match="cannot be written"):
        write_atomically(os.devnull if os.path.exists(os.devnull) else str(tmp_path), b"x")
    assert not os.path.isfile(os.devnull)
