"""The folder of the key `rules`: what functions of the project's own libraries do to gradients."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tflintgrad as library
from tests.support.paths import ROOT
from tflintgrad import limits
from tflintgrad.frontends.cli.entry import run
from tflintgrad.knowledge.own_ops import InvalidOps, own_lines

PROGRAM = """\
import acme_ops
import tensorflow as tf
from acme_ops import pick

values, mask = tf.Variable([1.0, 2.0]), tf.Variable([0.5, 0.5])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(acme_ops.hard_mask(values, mask)) + tf.reduce_sum(pick(values))
print(tape.gradient(loss, [values, mask]))
"""
OPS = """\
# Acme's own operations
acme_ops.pick = acme_ops.nn.pick

acme_ops.nn.pick(values:flow, *, name)
acme_ops.hard_mask(values:flow, mask:none)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lint").mkdir()
    (tmp_path / "lint" / "ops.txt").write_text(OPS)
    (tmp_path / "tflintgrad.toml").write_text('rules = "lint"\n')
    (tmp_path / "train.py").write_text(PROGRAM)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert run(["check", "--output-format=concise", *options]) in (0, 1)
    return capsys.readouterr().out


def test_a_line_makes_a_finding(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "train.py:7:26: TFG301[no-gradient-op] `acme_ops.hard_mask` has no gradient, so no"
    assert found(capsys).startswith(line)
    assert found(capsys).startswith(line)
    assert found(capsys, "--isolated") == ""
    (project / "lint" / "ops.txt").write_text(OPS.replace("mask:none", "mask:flow"))
    assert found(capsys) == ""


def test_pictures_agree_with_the_finding(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "train.py"]) == 0
    picture = capsys.readouterr().out
    assert re.search(r"tf\.Variable\(\[0\.5, 0\.5\]\) +line 5 +gets None", picture)
    assert "code that was not analysed" not in picture
    for _ in range(2):  # the second time from the cache
        run(["check", "--output-format=html"])
        page = capsys.readouterr().out
        assert "<svg" in page
        assert "code that was not analysed" not in page
    (project / "tflintgrad.toml").unlink()
    run(["graph", "train.py"])
    assert "code that was not analysed" in capsys.readouterr().out


def test_folders_have_tables_of_their_own(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "other"):
        (project / name).mkdir()
        (project / name / "train.py").write_text(PROGRAM)
    (project / "other" / "tflintgrad.toml").touch()
    rows = found(capsys, "-j2").splitlines()
    assert [row.partition(":")[0] for row in rows] == ["one/train.py", "train.py"]


def test_the_code_of_the_project_counts_more(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "acme_ops.py").write_text(
        "def hard_mask(values, mask):\n    return values * mask\n\npick = hard_mask\n"
    )
    assert found(capsys) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("acme.f(x:nothing)", "line 1 is neither `name(argument:class, argument) -> result` nor"),
        ("\nacme.f(x:none", "line 2 is neither"),
        ("f(x:none)", "line 1 is neither"),
        ("acme.f(x:none) -> tensor", "line 1 is neither"),
        ("tf.exp(x:none)", "line 1: tf.exp is in the op table that comes with tflintgrad"),
        ("keras.ops.exp = acme.exp", "line 1: keras.ops.exp is in the op table"),
        ("acme.f(x:none)\nacme.f(x:flow)", "line 2: acme.f has a line already"),
        ("\xff", "not in UTF-8"),
        (None, "no such file or directory"),
        ("#" * (limits.MAX_CONFIGURATION_BYTES + 1), "it is larger than 512 KiB"),
    ],
)
def test_a_mistake_is_one_error(project: Path, text: str | None, words: str) -> None:
    path = project / "lint" / "ops.txt"
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text.encode("latin-1"))
    with pytest.raises(library.ConfigurationError) as caught:
        library.configured().in_folder(str(project))
    assert str(caught.value).startswith(f"{project / 'tflintgrad.toml'}:1: rules: {path}: {words}")


def test_the_page_shows_lines_that_are_right() -> None:
    page = (ROOT / "docs" / "own-libraries.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(# lint/ops.txt\n.*?)```", page, re.DOTALL)
    assert len(own_lines(shown).splitlines()) == 6
    words = re.findall(r"^\| `(.*?)` \|", page, re.MULTILINE)
    assert len(words) == 9
    for word in (part for row in words for part in row.split("`, `")):
        assert own_lines(f"acme.f(x:{word})")
    with pytest.raises(InvalidOps):
        own_lines("acme.f(x:word)")
