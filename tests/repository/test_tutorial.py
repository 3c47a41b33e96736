"""The tutorial, executed as a reader does it: each output that it shows is what is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.documentation import blocks
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
PROGRAM = blocks(PAGE, "python")[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(PROGRAM)
    return tmp_path


def test_find_understand_and_fix(folder: Path) -> None:
    found = tflintgrad("check", "train.py", cwd=folder)
    assert found.returncode == 1
    assert found.stdout == blocks(PAGE, "text")[0]
    assert "numpy-escape" in tflintgrad("explain", "TFG201", cwd=folder).stdout
    assert tflintgrad("graph", "train.py", cwd=folder).stdout == blocks(PAGE, "text")[1]
    assert "instead:" in tflintgrad("op", "Tensor.numpy", cwd=folder).stdout
    dry = tflintgrad("check", "--fix", "--dry-run", "train.py", cwd=folder)
    assert dry.stdout == blocks(PAGE, "diff")[0]
    assert (folder / "train.py").read_text() == PROGRAM
    assert tflintgrad("check", "--fix", "train.py", cwd=folder).returncode == 0
    assert tflintgrad("check", "train.py", cwd=folder).returncode == 0
    assert tflintgrad("init", cwd=folder).returncode == 0


@pytest.mark.full
@pytest.mark.tensorflow
def test_on_tensorflow(folder: Path) -> None:
    """The loss stays the same until the fix, and falls after it; TensorFlow confirms it."""

    def losses() -> list[float]:
        command = [sys.executable, "train.py"]
        printed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        lines = printed.stdout.splitlines()
        assert ("None" in lines[0]) is ((folder / "train.py").read_text() == PROGRAM)
        return [float(line.split()[1]) for line in lines]

    assert len(set(losses())) == 1
    report = tflintgrad("verify", "--no-cache", "train.py", cwd=folder).stdout
    shown = blocks(PAGE, "text")[2]
    assert re.sub(r"[\d.]+", "N", shown) in re.sub(r"[\d.]+", "N", report)
    tflintgrad("check", "--fix", "train.py", cwd=folder)
    first, *_, last = losses()
    assert last < first
