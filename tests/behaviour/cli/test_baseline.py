"""`tflintgrad baseline`: known findings are not reported, new ones are."""

from __future__ import annotations

import io
import json
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.fake_analysis import HEAD, install, project_in
from tests.support.notebook_files import notebook
from tflintgrad.config.settings import BASELINE_FILE as FILE_NAME
from tflintgrad.config.settings import Settings
from tflintgrad.engine.baseline import (
    Baseline,
    BrokenBaseline,
    Comparison,
    baseline_text,
    read_baseline,
)
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.engine.fingerprints import Fingerprint, fingerprints
from tflintgrad.frontends.cli.entry import run
from tflintgrad.frontends.cli.result_filters import default_baseline

ALL = SettingsByFile(Settings())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, a project with three findings, and the stand-in for the analysis."""
    project_in(tmp_path, monkeypatch)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(HEAD + "y = x.numpy()\ny = x.numpy()\n")
    (tmp_path / "src" / "b.py").write_text(HEAD + "    z = w.numpy()  \n".lstrip())
    return tmp_path


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[list[str], str]:
    """Where something is reported, and what is said about the run."""
    capsys.readouterr()
    code = run(["check", "--output-format", "concise", *arguments])
    captured = capsys.readouterr()
    lines = captured.out.replace("\\", "/").splitlines()
    assert code == (1 if lines else 0)
    return [line.split(":")[0] + ":" + line.split(":")[1] for line in lines], captured.err


def entries(folder: Path) -> list[tuple[str, str, int]]:
    content = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
    return [(item["path"], item["line"], item["count"]) for item in content["findings"]]


class TestCommand:
    def test_recorded_and_not_reported(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["baseline"]) == 0
        assert capsys.readouterr().out == f"Recorded 3 findings in 2 files: {FILE_NAME}\n"
        assert reported(capsys) == ([], f"3 known findings in {FILE_NAME} not shown\n")
        assert reported(capsys, "--no-baseline")[0] == ["src/a.py:2", "src/a.py:3", "src/b.py:2"]

    def test_the_file(self, folder: Path) -> None:
        run(["baseline"])
        assert (folder / FILE_NAME).read_text() == (
            "{\n"
            '  "version": 1,\n'
            '  "findings": [\n'
            '    {"path": "src/a.py", "code": "TFG201", "line": "y = x.numpy()", "count": 2},\n'
            '    {"path": "src/b.py", "code": "TFG201", "line": "z = w.numpy()", "count": 1}\n'
            "  ]\n"
            "}\n"
        )
        before = (folder / FILE_NAME).read_bytes()
        run(["baseline", "src/b.py", "src/a.py"])
        assert (folder / FILE_NAME).read_bytes() == before

    def test_edits_elsewhere_do_not_wake_it(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["baseline"])
        path = folder / "src" / "a.py"
        path.write_text(HEAD + "new = 1\nif new:\n    y = x.numpy()\ny = x.numpy()  \n")
        assert reported(capsys)[0] == []

    def test_new_ones_are_reported(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["baseline"])
        path = folder / "src" / "a.py"
        path.write_text(HEAD + "y = v.numpy()\n" + "y = x.numpy()\n" * 3)
        (folder / "src" / "c.py").write_text(HEAD + "y = x.numpy()\n")
        assert reported(capsys)[0] == ["src/a.py:2", "src/a.py:5", "src/c.py:2"]

    def test_what_was_fixed_is_counted(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["baseline"])
        (folder / "src" / "a.py").write_text(HEAD + "y = x.numpy()\n")
        one = "1 finding of the baseline is fixed; run `tflintgrad baseline` to drop it\n"
        assert reported(capsys)[1] == f"2 known findings in {FILE_NAME} not shown\n{one}"
        (folder / "src" / "b.py").unlink()
        two = "2 findings of the baseline are fixed; run `tflintgrad baseline` to drop them\n"
        assert reported(capsys)[1] == f"1 known finding in {FILE_NAME} not shown\n{two}"
        run(["baseline"])
        assert entries(folder) == [("src/a.py", "y = x.numpy()", 1)]
        assert reported(capsys)[1] == f"1 known finding in {FILE_NAME} not shown\n"

    def test_only_what_was_looked_at_can_be_fixed(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["baseline"])
        (folder / "src" / "a.py").write_text(HEAD)
        for arguments in (["src/b.py"], ["--select", "TFG1"]):
            assert "fixed" not in reported(capsys, *arguments)[1]
        (folder / "src" / "a.py").write_text(HEAD + "BROKEN\n")
        assert "fixed" not in reported(capsys)[1]
        (folder / "src" / "a.py").write_text(HEAD + "WARN\n")
        assert "fixed" not in reported(capsys)[1]

    def test_a_part_of_the_project(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["baseline"])
        (folder / "src" / "a.py").write_text(HEAD + "y = 1\n")
        (folder / "src" / "b.py").write_text(HEAD + "y = v.numpy()\n")
        run(["baseline", "src/b.py"])
        old, new = ("src/a.py", "y = x.numpy()", 2), ("src/b.py", "y = v.numpy()", 1)
        assert entries(folder) == [old, new]
        run(["baseline", "--select", "TFG1"])
        assert len(entries(folder)) == 2
        run(["baseline"])
        assert entries(folder) == [new]

    def test_from_a_folder_below(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(folder / "src")
        run(["baseline"])
        assert sorted(item[0] for item in entries(folder)) == ["src/a.py", "src/b.py"]
        assert reported(capsys, "a.py")[0] == []
        monkeypatch.chdir(folder)
        assert reported(capsys, "src")[0] == []

    def test_another_place(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["baseline", "--baseline", "src/known.json"])
        assert not (folder / FILE_NAME).exists()
        content = json.loads((folder / "src" / "known.json").read_text())
        assert {item["path"] for item in content["findings"]} == {"a.py", "b.py"}
        assert len(reported(capsys)[0]) == 3
        assert reported(capsys, "--baseline", "src/known.json")[0] == []

    def test_a_configured_place(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "pyproject.toml").write_text('[tool.tflintgrad]\nbaseline = "src/known.json"\n')
        assert len(reported(capsys)[0]) == 3  # not there yet
        run(["baseline"])
        assert (folder / "src" / "known.json").exists()
        assert reported(capsys)[0] == []

    def test_all_kinds_of_findings(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "src" / "b.py").write_text(HEAD + "BROKEN\n")
        (folder / "c.py").write_text(HEAD + "y = 1  # noqa: TFG3\n")
        (folder / "d.ipynb").write_text(notebook(HEAD, "y = x.numpy()", "y = x.numpy()"))
        run(["baseline"])
        assert [item[::2] for item in entries(folder)] == [
            ("c.py", 1),
            ("d.ipynb", 2),
            ("src/a.py", 2),
            ("src/b.py", 1),
        ]
        assert reported(capsys)[0] == []
        (folder / "d.ipynb").write_text(
            notebook(HEAD, "y = x.numpy()", "z = x.numpy()", "y = x.numpy()")
        )
        assert reported(capsys)[0] == ["d.ipynb:cell 3"]

    def test_standard_input(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["baseline"])
        data = (folder / "src" / "a.py").read_bytes()
        for text, rows in ((data, []), (data + b"new = x.numpy()\n", ["src/a.py:4"])):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
            assert reported(capsys, "-", "--stdin-filename", "src/a.py")[0] == rows

    def test_nothing_to_record(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(["baseline"]) == 0
        assert (tmp_path / FILE_NAME).read_text() == '{\n  "version": 1,\n  "findings": []\n}\n'

    def test_a_path_that_cannot_be_read(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["baseline", "gone.py", "src"]) == 2
        assert capsys.readouterr().err == "error: gone.py: no such file or directory\n"
        assert len(entries(folder)) == 2

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "is not a baseline: "),
            ("{", "is not a baseline: "),
            ("[]", "it has no version"),
            ('{"version": 2}', "its version is 2, not 1"),
            ('{"version": 1}', 'no list of "findings"'),
            ('{"version": 1, "findings": [3]}', "entry 1 has no path, code and line"),
            (
                '{"version": 1, "findings": [{"path": "a", "code": "b", "line": "c", "count": 0}]}',
                "entry 1 has no count",
            ),
            ("[" * 100_000, "is not a baseline: "),
            ("\udcff", "is not a baseline: "),
        ],
    )
    def test_a_damaged_file(
        self, folder: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / FILE_NAME).write_bytes(text.encode(errors="surrogateescape"))
        for command in ("check", "baseline"):
            assert run([command]) == 2
            captured = capsys.readouterr()
            assert captured.out == ""
            assert captured.err.startswith("Error: ")
            assert words in captured.err
            assert len(captured.err.splitlines()) == 1

    def test_a_file_that_is_not_there(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["check", "--baseline", "gone.json"]) == 2
        printed = "Error: gone.json: cannot be read: no such file or directory\n"
        assert capsys.readouterr().err == printed
        assert run(["baseline", "--baseline", "no/such/folder.json"]) == 2


class TestLibrary:
    def test_fingerprints(self, monkeypatch: pytest.MonkeyPatch) -> None:
        install(monkeypatch)
        text = HEAD + "  y = x.numpy()\ny = x.numpy()\nz = x.numpy(); w.numpy()\n"
        result = check_text(text.replace("\n  ", "\n"), "src/a.py")
        assert fingerprints(result, "a.py") == [
            Fingerprint("a.py", "TFG201", "y = x.numpy()", 1),
            Fingerprint("a.py", "TFG201", "y = x.numpy()", 2),
            Fingerprint("a.py", "TFG201", "z = x.numpy(); w.numpy()", 1),
            Fingerprint("a.py", "TFG201", "z = x.numpy(); w.numpy()", 2),
        ]

    def test_default_place(self, tmp_path: Path) -> None:
        below = tmp_path / "a" / "b"
        below.mkdir(parents=True)
        (tmp_path / "a" / "setup.py").touch()
        assert default_baseline(str(below)) == str(tmp_path / "a" / FILE_NAME)

    @settings(deadline=None)
    @given(
        st.dictionaries(st.tuples(st.text(), st.text(), st.text()), st.integers(1, 9), max_size=5)
    )
    def test_what_is_written_is_read(self, known: dict[tuple[str, str, str], int]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "known.json"
            baseline = Baseline(folder)
            baseline.counts.update(known)
            path.write_bytes(baseline_text(baseline).encode())
            assert read_baseline(str(path)).counts == baseline.counts

    def test_broken(self, tmp_path: Path) -> None:
        with pytest.raises(BrokenBaseline, match="cannot be read"):
            read_baseline(str(tmp_path))

    @settings(deadline=None, max_examples=60)
    @given(
        st.lists(st.sampled_from(["a = x.numpy()", "b = x.numpy()", "c = 1"]), max_size=8),
        st.lists(st.sampled_from(["a = x.numpy()", "b = x.numpy()", "d = 2"]), max_size=8),
        st.randoms(use_true_random=False),
    )
    def test_moved_lines_stay_known(
        self, old: list[str], more: list[str], chance: random.Random
    ) -> None:
        """Whatever is added, and in whatever order: as many are new as were added."""
        with pytest.MonkeyPatch.context() as patch:
            install(patch)

            def result(lines: list[str]) -> FileResult:
                return check_text("\n".join([HEAD, *lines]), "a.py")

            recording = Comparison(Baseline("."), ALL)
            list(recording.new([result(old)]))
            known = recording.updated()
            now = [*old, *more]
            chance.shuffle(now)
            comparison = Comparison(known, ALL)
            (new,) = comparison.new([result(now)])
            assert len(new.findings) == sum("numpy" in line for line in more)
            assert comparison.hidden == len(known) == sum("numpy" in line for line in old)
            assert comparison.fixed == 0
            (less,) = (gone := Comparison(known, ALL)).new([result(old[1:])])
            assert less.findings == ()
            assert gone.fixed == sum("numpy" in line for line in old[:1])
