"""The cache under the commands: formats, fixes, settings, folders."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.cached_projects import (
    CONTENTS,
    NOTEBOOKS,
    apply,
    later,
)
from tflintgrad.config.output_formats import output_formats
from tflintgrad.frontends.cli.entry import run

SPY = """\
import sys
opened = []
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        opened.append(arguments[0])
sys.addaudithook(watch)
from tflintgrad.frontends.cli.entry import run
run(sys.argv[1:])
sources = [name for name in opened if name.endswith(("train.py", "losses.py", "other.py"))]
unwanted = {"libcst", "tflintgrad.engine.program_runner", "tflintgrad.flow"}
heavy = [name for name in sys.modules if name in unwanted]
print(sources, heavy, file=sys.stderr)
"""


class TestCommandLine:
    def test_a_clean_tree_is_not_read(self, project: Path) -> None:
        apply(project, ("losses.py", CONTENTS["kept"]))
        apply(project, ("alone.py", None))
        printed = []
        for _ in range(3):
            time.sleep(0.1)
            command = [sys.executable, "-c", SPY, "check", "."]
            printed.append(subprocess.run(command, capture_output=True, text=True, check=True))
        assert "losses.py" in printed[0].stderr
        assert "libcst" in printed[0].stderr
        assert printed[2].stderr == "[] []\n"
        assert printed[2].stdout == printed[0].stdout

    @pytest.mark.parametrize("name", output_formats())
    def test_every_format_is_the_same(
        self, name: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        apply(project, ("work.ipynb", NOTEBOOKS["one with a broken cell"]))
        apply(project, ("broken.py", CONTENTS["broken"]))
        apply(project, ("odd.py", CONTENTS["no text"]))
        printed = []
        with later():
            for options in (["--no-cache"], [], []):
                run(["check", "--output-format", name, *options])
                printed.append(capsys.readouterr())
        for captured in printed[1:]:
            assert _timeless(captured.out) == _timeless(printed[0].out)
            assert captured.err == printed[0].err

    def test_fix_and_noqa(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        with later():
            assert run(["check", "--output-format", "concise"]) == 1
            assert run(["check", "--add-noqa"]) == 0
            assert run(["check"]) == 0
            apply(project, ("losses.py", CONTENTS["silenced in vain"]))
            assert run(["check"]) == 1
            assert run(["check", "--fix"]) == 0
            assert run(["check"]) == 0
        assert "noqa" not in (project / "losses.py").read_text()

    def test_settings_count(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        with later():
            assert run(["check"]) == 1
            assert run(["check", "--ignore", "TFG3"]) == 0
            apply(project, ("tflintgrad.toml", b"ignore = ['TFG3']\n"))
            assert run(["check"]) == 0

    def test_only_who_ran_out_of_time_is_analysed_again(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """What was said in time would be said in more time, too; or in less."""
        for name in ("train", "alone"):
            text = CONTENTS["asks itself"] + b"z = tf.ones(2) + 1.0\n" * 500  # which takes 20 ms
            apply(project, (f"{name}.py", text))
        printed = []
        with later():
            for seconds in ("0.001", "60", "0.001", "50"):
                run(["check", "--time-limit", seconds, "--statistics"])
                printed.append(capsys.readouterr().err.split(", ", 1)[1])
        remembered = "0 analysed as programs, 0 parsed, 2 from the cache\n"
        assert printed[1:] == ["2 analysed as programs, 2 parsed\n", remembered, remembered]

    def test_the_folder(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        with later():
            run(["check"])
        cache = project / ".tflintgrad_cache"
        assert (cache / ".gitignore").read_text() == "*\n"
        assert (cache / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06")
        capsys.readouterr()
        assert run(["clean"]) == 0
        assert run(["clean"]) == 0
        printed = "Removed .tflintgrad_cache\nNothing to remove in .tflintgrad_cache\n"
        assert capsys.readouterr().out == printed
        assert not cache.exists()

    @pytest.mark.parametrize("name", ["cachefolder", "losses/cachefolder", ".hidden"])
    def test_where_imports_are_looked_up(
        self, name: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The run that makes it is not made void by that."""
        apply(project, ("losses.py", None))
        apply(project, ("losses/__init__.py", CONTENTS["lost"]))
        with later():
            assert run(["check", "--cache-dir", name]) == 1
            check = project / name / "check"
            for path in check.iterdir():  # what is known about programs, apart from the run
                path.unlink()
            capsys.readouterr()
            assert run(["check", "--cache-dir", name, "--statistics"]) == 1
        remembered = "4 files, 0 analysed as programs, 0 parsed, 2 from the cache\n"
        assert capsys.readouterr().err == remembered

    def test_no_cache(self, project: Path) -> None:
        with later():
            run(["check", "--no-cache"])
            assert not (project / ".tflintgrad_cache").exists()
            run(["check", "--cache-dir", "elsewhere"])
        assert not (project / ".tflintgrad_cache").exists()
        (project / "elsewhere" / "mine.txt").touch()
        assert run(["clean", "--cache-dir", "elsewhere"]) == 0
        assert [path.name for path in (project / "elsewhere").iterdir()] == ["mine.txt"]

    def test_standard_input_is_not_remembered(
        self, project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with later():
            assert run(["check", "alone.py"]) == 1
            text = io.TextIOWrapper(io.BytesIO(CONTENTS["asks and is right"]))
            monkeypatch.setattr(sys, "stdin", text)
            assert run(["check", "--stdin-filename", "alone.py", "-"]) == 0
            assert run(["check", "alone.py"]) == 1

    def test_a_place_that_cannot_be_written(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "taken").touch()
        assert run(["check", "--cache-dir", "taken"]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.endswith("taken: not used as a cache: not a directory")

    def test_a_folder_of_other_things(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A configuration could name any folder: only an empty one, or a cache, is written to."""
        (project / "documents").mkdir()
        (project / "documents" / "letter.txt").touch()
        assert run(["check", "--cache-dir", "documents"]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.endswith("not used as a cache: it holds other things, and no CACHEDIR.TAG")
        assert [path.name for path in (project / "documents").iterdir()] == ["letter.txt"]


def _timeless(text: str) -> str:
    """Without the moment at which a report was made."""
    return re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?|time=\"[^\"]*\"", "", text)
