"""tflintgrad as a library."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import tflintgrad
from tests.support.fake_analysis import HEAD, install
from tflintgrad.engine.check_in_memory import check_bytes, check_text
from tflintgrad.knowledge.rules import RulebookError


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_everything_public_is_there() -> None:
    for name in tflintgrad.__all__:
        assert getattr(tflintgrad, name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        tflintgrad.nonsense  # type: ignore[attr-defined]  # noqa: B018  # the mistake under test


def test_import_is_cheap() -> None:
    program = "import sys, tflintgrad; print(*(n for n in sys.modules if n.startswith('tflint')))"
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert set(finished.stdout.split()) == {"tflintgrad", "tflintgrad._version"}


def test_check_source() -> None:
    findings = tflintgrad.check_source(HEAD + "b = w.numpy(); a = x.numpy()\n", "a.py")
    locations = [(item.filename, item.span.start.row, item.span.start.column) for item in findings]
    assert locations == [("a.py", 2, 5), ("a.py", 2, 20)]


def test_check_source_without_findings() -> None:
    assert tflintgrad.check_source("") == []
    assert tflintgrad.check_source(HEAD) == []
    assert tflintgrad.check_source("x.numpy()") == []


def test_check_source_with_settings() -> None:
    settings = tflintgrad.Settings(ignore=("TFG201",))
    assert tflintgrad.check_source(HEAD + "x.numpy()\n", settings=settings) == []


def test_byte_order_mark_and_line_endings() -> None:
    (finding,) = tflintgrad.check_source("\ufeff" + (HEAD + "x.numpy()\n").replace("\n", "\r\n"))
    assert (finding.span.start.row, finding.span.start.column) == (2, 1)


def test_text_that_no_file_can_hold() -> None:
    (finding,) = tflintgrad.check_source(HEAD + "x = '\ud800'\n")
    assert finding.code == "TFG000"


def test_unknown_rule_is_an_error_before_the_first_file() -> None:
    with pytest.raises(RulebookError, match="'TFG888' is neither a rule nor a prefix"):
        tflintgrad.check([], tflintgrad.Settings(select=("TFG888",)))


def test_missing_file(tmp_path: Path) -> None:
    (result,) = tflintgrad.check_files([str(tmp_path / "gone.py")])
    assert result.error
    assert result.error.endswith("gone.py: no such file or directory")


def test_only_findings(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HEAD + "x.numpy()\nCRASH\n")
    (tmp_path / "b.py").write_text(HEAD + "x.numpy()\ny.numpy()\n")
    paths = [str(tmp_path / name) for name in ("a.py", "b.py", "gone.py")]
    with pytest.warns(UserWarning, match="failed|no such file") as told:
        found = list(tflintgrad.check(paths))
    assert [Path(finding.filename).name for finding in found] == ["b.py", "b.py"]
    assert [str(item.message).partition(": ")[2].split(":")[0] for item in told] == [
        "analysis failed",
        "no such file or directory",
    ]
    with pytest.raises(FrozenInstanceError):
        found[0].code = "TFG888"  # type: ignore[misc]  # it is frozen


def test_results_are_frozen() -> None:
    result = check_text(HEAD, "a.py")
    with pytest.raises(FrozenInstanceError):
        result.path = "b.py"  # type: ignore[misc]  # it is frozen


def test_crash_is_a_warning() -> None:
    result = check_text(HEAD + "CRASH\n", "a.py")
    assert result.findings == ()
    assert result.warnings == (
        "a.py: analysis failed: RecursionError: maximum recursion depth exceeded",
    )


def test_broken_text_that_cannot_matter_is_reported() -> None:
    (result,) = check_bytes(b"x = = 1\n", "a.py")
    (finding,) = result.findings
    assert (finding.code, finding.span.start.column) == ("TFG000", 5)


def test_broken_file_that_cannot_matter_is_reported_in_a_tree_as_well(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = BROKEN BROKEN\n")
    for searched in (tmp_path, path):
        (result,) = tflintgrad.check_files([str(searched)])
        assert [item.code for item in result.findings] == ["TFG000"]
