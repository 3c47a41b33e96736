"""Options that users of other linters look for: what is checked, by which settings, how briefly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.frontends.cli.entry import run


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "train.py").write_text(NUMPY_ESCAPE)
    (tmp_path / "src" / "broken.py").write_text("import tensorflow\ndef (:\n")
    (tmp_path / "old.py").write_text(NUMPY_ESCAPE)
    (tmp_path / "tflintgrad.toml").write_text('extend-exclude = ["old.py"]\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--show-files"]) == 0
    assert capsys.readouterr().out.splitlines() == ["src/broken.py", "src/train.py"]
    assert run(["check", "--show-files", "old.py", "--isolated"]) == 0
    assert capsys.readouterr().out == "old.py\n"


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--show-files", "none.py"]) == 2
    assert capsys.readouterr().err.startswith("error: none.py: ")
    assert run(["check", "--show-settings", "none.py"]) == 2


def test_settings_are_those_of_config(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--select", "TFG2", "src"]
    assert run(["config", *options]) == 0
    page = capsys.readouterr().out
    assert run(["check", "--show-settings", *options]) == 0
    assert capsys.readouterr().out == page
    assert 'extend-exclude = ["old.py"]  # tflintgrad.toml:1' in page


def test_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--quiet", "src/train.py"]) == 1
    shown = capsys.readouterr()
    assert "src/train.py:5:" in shown.out
    assert "Found" not in shown.out
    (Path("empty")).mkdir()
    assert run(["check", "-q", "empty"]) == 0
    assert capsys.readouterr() == ("", "")
    assert run(["check", "-q", "none.py"]) == 2
    assert "error: none.py" in capsys.readouterr().err
    assert run(["check", "-q", "--statistics", "src"]) == 1
    assert capsys.readouterr().err == ""


LONG = """\
import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    a = x * 2.0
    b = a + 1.0
    c = tf.exp(b)
    d = tf.round(c)
    e = d * 2.0
    f = tf.sin(e)
    loss = f + 1.0
print(tape.gradient(loss, x))
"""


def test_path_steps(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "long.py").write_text(LONG)
    assert run(["check", "long.py"]) == 1
    whole = capsys.readouterr().out
    assert "more step" not in whole
    assert run(["check", "long.py", "--max-path-steps", "4"]) == 1
    short = capsys.readouterr().out
    shown = [line for line in short.splitlines() if line.strip()[:2].rstrip(".").isdigit()]
    labels = [line.split()[1] for line in shown if line.startswith("    ")]
    assert labels[0] == "source"
    assert labels[-1] == "target"
    assert {"cut", "zero"} & set(labels)
    assert len(labels) == 4
    assert "more steps, `--max-path-steps 0` shows all" in short
    assert run(["check", "long.py", "--max-path-steps", "100"]) == 1
    assert capsys.readouterr().out == whole
    assert run(["check", "long.py", "--max-path-steps", "2"]) == 2
    assert "0 for all" in capsys.readouterr().err


def test_long_paths_are_folded(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = "".join(f"    e{n} = e{n - 1} * 1.5\n" for n in range(1, 30))
    text = LONG.replace("    e = d * 2.0\n", f"    e0 = d * 2.0\n{later}    e = e29\n")
    (project / "long.py").write_text(text)
    assert run(["check", "long.py"]) == 1
    folded = capsys.readouterr().out
    assert "--max-path-steps 0" in folded
    assert "the gradient stops here" in folded
    assert "e25" not in folded
    assert run(["check", "long.py", "--max-path-steps", "0"]) == 1
    whole = capsys.readouterr().out
    assert "e25" in whole
    assert "more step" not in whole
