"""`--output-file` and `--statistics`: where reports go, and what replaces them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.fake_analysis import HEAD, install
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.frontends.cli.entry import run


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(HEAD + "y = x.numpy()\nz = y + w.numpy()\n")
    (tmp_path / "bäd.py").write_text(HEAD + "y = x.numpy()\n")
    return tmp_path


class TestOutputFile:
    @pytest.mark.parametrize("option", ["-o", "--output-file"])
    def test_report_goes_there_only(
        self, option: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["check", option, "out/new/report.json", "--output-format", "json"]) == 1
        captured = capsys.readouterr()
        assert (captured.out, captured.err) == ("", "")
        report = json.loads((project / "out" / "new" / "report.json").read_text())
        assert len(report) == 3

    def test_no_colour_in_files(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        run(["check", "-o", "report.txt"])
        text = (project / "report.txt").read_text(encoding="utf-8")
        assert "\x1b" not in text
        assert "bäd.py:2:5: TFG201" in text

    def test_nothing_is_left_behind(self, project: Path) -> None:
        (project / "report.txt").write_text("old")
        before = sorted(os.listdir(project))
        assert run(["check", "-o", "report.txt"]) == 1
        assert sorted(os.listdir(project)) == before
        assert (project / "report.txt").read_text().endswith("files.\n")

    def test_an_old_report_survives_failure(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (project / "report.txt").write_text("old")

        def fail(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("tflintgrad.output.formats.full._summary", fail)
        assert run(["check", "-o", "report.txt"]) == 130
        assert (project / "report.txt").read_text() == "old"
        assert not list(project.glob("*.tmp"))

    @pytest.mark.parametrize("place", [".", "bad.py/report.txt", "nul\0.txt"])
    def test_places_that_cannot_be(
        self, place: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["check", "-o", place]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("Error: --output-file: ")
        assert len(captured.err.splitlines()) == 1

    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX devices and links")
    def test_devices_and_links_stay(self, project: Path) -> None:
        assert run(["check", "-o", os.devnull]) == 1
        assert not Path(os.devnull).is_file()
        (project / "real.txt").write_text("old")
        (project / "link.txt").symlink_to("real.txt")
        run(["check", "-o", "link.txt"])
        assert (project / "link.txt").is_symlink()
        assert "TFG201" in (project / "real.txt").read_text()

    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")
    def test_permissions_are_the_usual_ones(self, project: Path) -> None:
        (project / "other.txt").write_text("")
        run(["check", "-o", "report.txt"])
        assert (project / "report.txt").stat().st_mode == (project / "other.txt").stat().st_mode

    def test_in_a_process(self, tmp_path: Path) -> None:
        (tmp_path / "train.py").write_text(NUMPY_ESCAPE)
        finished = tflintgrad("check", "--output-format=sarif", "-o=x.sarif", cwd=tmp_path)
        assert (finished.returncode, finished.stdout) == (1, "")


class TestStatistics:
    def test_as_json_lines(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--statistics", "--output-format", "json-lines"]) == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert json.loads(line) == {"code": "TFG201", "name": "numpy-escape", "count": 3}

    def test_into_a_file(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--statistics", "-o", "counts.txt"]) == 1
        assert capsys.readouterr().out == ""
        assert (project / "counts.txt").read_text() == "3  TFG201[numpy-escape]\n"

    def test_only_as_text_or_json(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--statistics", "--output-format", "sarif"]) == 2
        assert "--statistics goes with --output-format full, " in capsys.readouterr().err
