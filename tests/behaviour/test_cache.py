"""The cache: what it says is what a run without it says, and it spares what can be spared."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.cached_projects import (
    CONTENTS,
    NOTEBOOKS,
    PATHS,
    Edit,
    apply,
    cold,
    edits,
    later,
    standing_in,
    warm,
    written,
)
from tests.support.fake_analysis import install
from tflintgrad import limits
from tflintgrad.config.output_formats import output_formats
from tflintgrad.config.resolver import configured
from tflintgrad.engine.cache import tool_stamp
from tflintgrad.engine.check import check
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.frontends.cli.entry import run

changes = st.lists(
    st.tuples(st.lists(edits, max_size=2), st.sampled_from(PATHS)), min_size=2, max_size=5
)


def assert_warm_is_cold(start: list[Edit], steps: list[tuple[list[Edit], list[str]]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "project"
        folder.mkdir()
        (folder / "setup.cfg").touch()
        for edit in start:
            apply(folder, edit)
        with standing_in(folder):
            for some, paths in steps:
                for edit in some:
                    apply(folder, edit)
                assert warm(paths) == cold(paths)


class TestWarmIsCold:
    @settings(max_examples=30, deadline=None)
    @given(st.lists(edits, min_size=3, max_size=6), changes)
    def test_whatever_changes(
        self, start: list[Edit], steps: list[tuple[list[Edit], list[str]]]
    ) -> None:
        assert_warm_is_cold(start, steps)

    @pytest.mark.full
    @settings(max_examples=2000, deadline=None)
    @given(st.lists(edits, min_size=3, max_size=6), changes)
    def test_whatever_changes_for_long(
        self, start: list[Edit], steps: list[tuple[list[Edit], list[str]]]
    ) -> None:
        assert_warm_is_cold(start, steps)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: two programs, one of which uses losses.py, and an irrelevant file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
    written(tmp_path, train="asks losses", losses="lost", alone="asks itself", other="irrelevant")
    return tmp_path


def effort_of(*paths: str) -> tuple[int, int]:
    """How many programs were analysed, and how many remembered; the results are right."""
    stats = RunStats()
    assert warm(paths or ["."], stats) == cold(paths or ["."])
    return stats.programs, stats.cached


class TestWhatIsSpared:
    def test_nothing_changed(self, project: Path) -> None:
        assert effort_of() == (2, 0)
        assert effort_of() == (0, 2)

    def test_a_change_wakes_who_uses_the_file(self, project: Path) -> None:
        effort_of()
        apply(project, ("losses.py", CONTENTS["kept"]))
        assert effort_of() == (1, 1)

    def test_a_file_that_hides_another(self, project: Path) -> None:
        effort_of()
        apply(project, ("losses/__init__.py", CONTENTS["kept"]))
        assert effort_of() == (1, 1)

    def test_a_file_that_was_missing(self, project: Path) -> None:
        apply(project, ("losses.py", None))
        assert effort_of() == (2, 0)
        apply(project, ("losses.py", CONTENTS["lost"]))
        assert effort_of() == (1, 1)

    def test_nothing_that_was_named_changed(self, project: Path) -> None:
        """Another program uses the file now; another file is meant by an import."""
        apply(project, ("losses.py", CONTENTS["lost"]))
        apply(project, ("train.py", None))
        assert effort_of("losses.py") == (0, 0)
        apply(project, ("train.py", CONTENTS["asks losses"]))
        assert effort_of("losses.py") == (1, 0)
        assert effort_of("train.py") == (0, 1)
        apply(project, ("losses/data.txt", b""))
        assert effort_of("train.py") == (0, 1)
        apply(project, ("losses/__init__.py", CONTENTS["kept"]))
        assert effort_of("train.py") == (1, 0)

    def test_touched_only(self, project: Path) -> None:
        effort_of()
        apply(project, ("train.py", CONTENTS["asks losses"]))
        assert effort_of() == (0, 2)

    def test_another_way_to_ask(self, project: Path) -> None:
        effort_of()
        assert effort_of("train.py") == (0, 1)
        assert effort_of("losses.py", "alone.py") == (0, 2)

    def test_by_several_processes(self, project: Path) -> None:
        for number in range(14):
            apply(project, (f"t{number}.py", CONTENTS["asks losses"]))
        for expected in ((16, 0), (0, 16)):
            stats = RunStats()
            assert warm(["."], stats, jobs=2) == cold(["."])
            assert (stats.programs, stats.cached) == expected

    def test_a_change_at_the_very_moment_is_not_missed(self, project: Path) -> None:
        """Two texts of one length, written within one tick of the file system's clock."""
        folder = str(project / ".tflintgrad_cache")
        path = project / "alone.py"
        for loss in (b"tf.round (w)", b"tf.square(w)") * 3:
            path.write_bytes(CONTENTS["asks itself"].replace(b"tf.round(w * x)", loss))
            found = list(check(["."], configured(), cache_folder=folder))
            assert found == cold(["."])

    def test_a_file_that_changes_while_it_is_read(self, project: Path) -> None:
        with later():
            folder = str(project / ".tflintgrad_cache")
            results = check(["."], configured(), cache_folder=folder)
            next(results)  # everything was analysed
            apply(project, ("alone.py", CONTENTS["asks and is right"]))
            list(results)
        assert warm(["."]) == cold(["."])

    def test_bugs_are_not_remembered(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            install(patch)
            apply(project, ("alone.py", b"import tensorflow as tf\n# GradientTape CRASH\n"))
            assert "failed" in warm(["alone.py"])[0].warnings[0]
        assert effort_of("alone.py") == (1, 0)


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


_SHARES = st.floats(0, 1)


class TestDamage:
    @settings(
        max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(number=st.integers(0, 99), part=st.tuples(_SHARES, _SHARES), junk=st.binary(max_size=8))
    def test_whatever_is_in_the_folder(
        self, project: Path, number: int, part: tuple[float, float], junk: bytes
    ) -> None:
        warm(["."])
        files = sorted(path for path in Path(".tflintgrad_cache").rglob("*") if path.is_file())
        path = files[number % len(files)]
        content = path.read_bytes()
        start, end = (int(share * len(content)) for share in sorted(part))
        path.write_bytes(content[:start] + junk + content[end:])
        assert warm(["."]) == cold(["."])

    def test_another_tflintgrad(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        effort_of()
        monkeypatch.setattr(tool_stamp, "_status", lambda: "other")
        assert effort_of() == (0, 2), "installed anew, but the same"
        monkeypatch.setattr(tool_stamp, "_content", lambda: "other")
        assert effort_of() == (2, 0)

    def test_it_does_not_grow_without_end(self, project: Path) -> None:
        for number in range(limits.MAX_CACHED_RUNS + 3):
            warm([".", f"missing{number}", "train.py"][:: 2 if number % 2 else 1])
            warm(["train.py", *["."] * number])
        assert len(list(Path(".tflintgrad_cache/runs").iterdir())) == limits.MAX_CACHED_RUNS


def _timeless(text: str) -> str:
    """Without the moment at which a report was made."""
    return re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?|time=\"[^\"]*\"", "", text)
