"""`frontends.cli.observed_zeros`: zeros of a run, judged by finite differences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding, Location, Span, Verification
from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli import observed_zeros
from tflintgrad.frontends.cli.verify_results import VerifySettings, verify_settings

OBSERVED = Verification("confirmed", "observed in 3 of 3 calls", "zero", "run")
ZERO = Finding(
    code="TFG001",
    message="this query gave zeros",
    filename="train.py",
    span=Span(Location(1, 1), Location(1, 2)),
    severity="warning",
    effect="zero",
    verification=OBSERVED,
)
NONE = replace(ZERO, effect="none")


@pytest.mark.parametrize(
    ("judged", "verdict"),
    [
        (Verification("refuted", "rightly"), None),
        (Verification("inconclusive", "flat here", expected=1e-7, tolerance=1e-4), None),
        (Verification("inconclusive", "steep here", expected=1.0, tolerance=1e-4), "inconclusive"),
        (Verification("confirmed", "though it changes", "zero"), "confirmed"),
    ],
)
def test_only_right_zeros_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: Verification, verdict: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text("x = 1\n")
    asked: list[str] = []

    def answer(result: FileResult, settings: VerifySettings) -> Verification:
        asked.extend(result.findings[0].programs)
        return judged

    monkeypatch.setattr(observed_zeros, "judged_alone", answer)
    settings = verify_settings(Settings(), unsafe=False, cache=False)
    command = ["python", "train.py", "--epochs", "1"]
    left = list(observed_zeros.without_right_zeros([ZERO, NONE], command, settings))
    assert asked == ["train.py"]
    assert left[-1] is NONE
    found = [item.verification.verdict for item in left[:-1] if item.verification]
    assert found == ([verdict] if verdict else [])


def test_a_zero_without_a_script_is_inconclusive() -> None:
    settings = verify_settings(Settings(), unsafe=False, cache=False)
    (left,) = observed_zeros.without_right_zeros([ZERO], ["pytest", "tests"], settings)
    assert left.verification is not None
    assert left.verification.verdict == "inconclusive"
    assert left.verification.reason.startswith("observed in 3 of 3 calls; ")
