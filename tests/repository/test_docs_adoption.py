"""What docs/adoption.md says about comments and the library is so.

Its commands are run with those of all pages, by test_docs_commands.py.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.documentation import blocks
from tests.support.git_repositories import branched
from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad.engine.check_in_memory import check_text

PAGE = (ROOT / "docs" / "adoption.md").read_text(encoding="utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A branch with one old finding, one new one, and a comment that silences nothing."""
    source = tmp_path / "src"
    source.mkdir()
    (source / "train.py").write_text(NUMPY_ESCAPE + "print(x)  # noqa: TFG3\n")
    branched(tmp_path)
    (source / "new.py").write_text(NUMPY_ESCAPE)
    return tmp_path


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
