"""What docs/adoption.md and the README say about old code works as they say."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, tflintgrad
from tests.programs import NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad.api import check_text
from tflintgrad.cli.run import run

PAGE = (ROOT / "docs" / "adoption.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
OLD_CODE = README.partition("### Old code\n")[2].partition("\n### ")[0]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


COMMANDS = [
    line.partition("#")[0].strip()
    for text in (PAGE, OLD_CODE)
    for block in blocks(text, "console")
    for line in block.splitlines()
]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A branch with one old finding, one new one, and a comment that silences nothing."""
    source = tmp_path / "src"
    source.mkdir()
    (source / "train.py").write_text(NUMPY_ESCAPE + "print(x)  # noqa: TFG3\n")
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-C", str(tmp_path)]
    for arguments in (
        ["init", "--quiet", "--initial-branch=main"],
        ["add", "--all"],
        ["commit", "--quiet", "--message", "old"],
        ["checkout", "--quiet", "-b", "topic"],
    ):
        subprocess.run([*git, *arguments], check=True)
    (source / "new.py").write_text(NUMPY_ESCAPE)
    return tmp_path


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 8
    assert all(command.startswith("tflintgrad ") for command in COMMANDS)


def test_commands(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    for command in COMMANDS:
        assert run(shlex.split(command)[1:]) in (0, 1), command
    assert run(["check", "--no-baseline"]) == 0


def test_the_library(repository: Path) -> None:
    tflintgrad("baseline", "src/new.py", cwd=repository)
    with (repository / "src" / "new.py").open("a") as file:
        file.write("print(x)  # noqa: TFG3\n")
    before = (repository / "src" / "train.py").read_text()
    (program,) = blocks(PAGE, "python")
    subprocess.run([sys.executable, "-c", program], cwd=repository, check=True)
    assert (repository / "src" / "train.py").read_text() == before
    assert (repository / "src" / "new.py").read_text() == NUMPY_ESCAPE + "print(x)\n"


@pytest.mark.parametrize("comment", re.findall(r"`(# [^`]+)`(?=.*\|.*\|$)", PAGE, re.MULTILINE))
def test_the_table_of_comments(comment: str) -> None:
    """Each of them silences this finding: at the end of its line, or on a line of its own."""
    lines = NUMPY_ESCAPE.splitlines()
    behind = [*lines]
    behind[NUMPY_ESCAPE_ROW - 1] += f"  {comment}"
    programs = ["\n".join(behind), "\n".join([comment, *lines])]
    silent = [
        not any(item.code == "TFG201" for item in check_text(text, "a.py").findings)
        for text in programs
    ]
    assert any(silent)
