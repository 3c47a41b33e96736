"""`tflintgrad init`: what it writes is valid, and it replaces nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad._version import __version__
from tflintgrad.frontends.cli import starter
from tflintgrad.frontends.cli.entry import run

HOOKS = ".pre-commit-config.yaml"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hooks(folder: Path) -> list[str]:
    """The ids of all hooks, of a file that pre-commit accepts."""
    path = folder / HOOKS
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", path], check=True)
    repos = yaml.safe_load(path.read_text(encoding="utf-8"))["repos"]
    return [hook["id"] for repo in repos for hook in repo["hooks"]]


def test_an_empty_folder(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init"]) == 0
    assert "Wrote tflintgrad.toml\nWrote .pre-commit-config.yaml\n" in capsys.readouterr().out
    assert hooks(project) == ["tflintgrad"]
    assert run(["config"]) == 0
    assert "ignore = []  # tflintgrad.toml:" in capsys.readouterr().out
    (project / "train.py").write_text(NUMPY_ESCAPE)
    assert run(["check"]) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_existing_files_are_extended(project: Path, end: str) -> None:
    before = f'[project]{end}name = "p"{end}version = "1"'
    (project / "pyproject.toml").write_bytes(before.encode())
    old = f"# ours{end}repos:{end}- repo: local{end}  hooks:{end}  - id: a{end}    name: a{end}"
    old += f"    entry: a{end}    language: system{end}"
    (project / HOOKS).write_bytes(old.encode())
    assert run(["init"]) == 0
    written = (project / "pyproject.toml").read_bytes().decode()
    assert written.startswith(f"{before}{end}{end}[tool.tflintgrad]{end}")
    assert written.count("\n") == written.count(end)
    assert (project / HOOKS).read_bytes().decode().startswith(old)
    assert hooks(project) == ["a", "tflintgrad"]
    assert not (project / "tflintgrad.toml").exists()
    assert run(["check"]) == 0


def test_nothing_is_replaced(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tflintgrad.toml").write_text('ignore = ["TFG2"]\n')
    (project / HOOKS).write_text("repos: []  # no tflintgrad\n")
    assert run(["init"]) == 0
    shown = capsys.readouterr()
    assert "tflintgrad.toml configures tflintgrad already" in shown.err
    assert "has a hook of tflintgrad already" in shown.err
    assert shown.out == ""
    assert (project / "tflintgrad.toml").read_text() == 'ignore = ["TFG2"]\n'


@pytest.mark.parametrize("text", ["repos: []\n", "repos:\n  - repo: local\nfail_fast: true\n", ""])
def test_unusual_hooks_are_left_to_the_user(
    text: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / HOOKS).write_text(text)
    assert run(["init"]) == 0
    assert "add this to them:\n  - repo: https://" in capsys.readouterr().err
    assert (project / HOOKS).read_text() == text


def test_a_broken_pyproject(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text("[project\n")
    assert run(["init"]) == 2
    assert "pyproject.toml: not valid TOML" in capsys.readouterr().err
    assert [path.name for path in project.iterdir()] == ["pyproject.toml"]


def test_dry_run(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "--dry-run"]) == 0
    assert "+++ tflintgrad.toml\n" in capsys.readouterr().out
    assert list(project.iterdir()) == []


def test_the_revision_is_that_of_a_release(monkeypatch: pytest.MonkeyPatch) -> None:
    class Released:
        def read_text(self, name: str) -> None:
            assert name == "direct_url.json"

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Released())
    assert f"rev: v{__version__}\n" in starter.hook(".").after
    monkeypatch.undo()
    assert "rev: main\n" in starter.hook(".").after  # the tests run from the sources
