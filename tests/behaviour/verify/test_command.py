"""`tflintgrad verify`, `check --verify` and `repro` from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad.diagnostics import Verdict, Verification
from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli import verify_results
from tflintgrad.frontends.cli.entry import run
from tflintgrad.verify import runner_client

LIBRARY = """\
import numpy as np
import tensorflow as tf


def step(model, x, y):
    with tf.GradientTape() as tape:
        loss = tf.constant(np.mean(np.square(model(x) - y)))
    return tape.gradient(loss, model.trainable_variables)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(NUMPY_ESCAPE)
    (tmp_path / "good.py").write_text(CLEAN)
    return tmp_path


def judged(monkeypatch: pytest.MonkeyPatch, verdict: Verdict) -> None:
    """Every finding gets this verdict, and nothing is run."""

    def verified(
        results: Iterable[FileResult],
        settings: verify_results.VerifySettings,
        *,
        prove_fixes: bool = False,
    ) -> Iterator[FileResult]:
        verification = Verification(verdict, "as it was seen", "none", "program", "cpu:0")
        for result in results:
            findings = tuple(replace(f, verification=verification) for f in result.findings)
            judged = replace(result, findings=findings)
            yield verify_results.confirmed_only(judged) if settings.only_confirmed else judged

    monkeypatch.setattr(verify_results, "with_verdicts", verified)


class TestExitCode:
    @pytest.mark.parametrize(
        ("verdict", "code"), [("confirmed", 1), ("inconclusive", 1), ("refuted", 0)]
    )
    @pytest.mark.parametrize("spelt", [["verify"], ["check", "--verify"]])
    def test_follows_the_verdict(
        self,
        project: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        verdict: Verdict,
        code: int,
        spelt: list[str],
    ) -> None:
        judged(monkeypatch, verdict)
        assert run([*spelt, "bad.py"]) == code
        printed = capsys.readouterr().out
        assert f"verified: {verdict}" in printed
        assert "as it was seen" in printed
        assert f"Verified: 1 {verdict}." in printed

    def test_only_confirmed(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        judged(monkeypatch, "inconclusive")
        assert run(["verify", "--only-confirmed", "bad.py"]) == 0
        assert "TFG201" not in capsys.readouterr().out
        judged(monkeypatch, "confirmed")
        assert run(["verify", "--only-confirmed", "bad.py"]) == 1

    def test_what_an_observed_run_does_not_reach_is_inconclusive_and_counts(
        self, project: Path
    ) -> None:
        done = tflintgrad("verify", "--run", "--", "true", cwd=project)
        assert done.returncode == 1
        assert "verified: inconclusive" in done.stdout
        assert "the run never reached line 6" in done.stdout
        assert "Found 1 problem in 1 of 2 files. Verified: 1 inconclusive." in done.stdout

    def test_without_tensorflow(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(runner_client, "find_spec", lambda name: None)
        assert run(["verify", "good.py"]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert lines == ["Error: TensorFlow is not installed: pip install 'tflintgrad[verify]'"]

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["verify", "--run"], "after `--`"),
            (["verify", "--run", "--"], "after `--`"),
            (["verify", "--run", "--", "no-such-command"], "cannot start `no-such-command`"),
            (["verify", "--timeout", "0", "good.py"], "--timeout"),
            (["repro", "bad.py"], "FILE:LINE"),
            (["repro", "bad.py:1"], f"see line {NUMPY_ESCAPE_ROW}"),
            (["repro", "good.py:3"], "no finding in this file"),
            (["repro", "missing.py:3"], "missing.py"),
        ],
    )
    def test_misuse(
        self,
        project: Path,
        capsys: pytest.CaptureFixture[str],
        arguments: list[str],
        complaint: str,
    ) -> None:
        assert run(arguments) == 2
        assert complaint in capsys.readouterr().err


class TestRepro:
    def test_standalone(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "library.py").write_text(LIBRARY)
        assert run(["repro", "library.py:7"]) == 0
        text = capsys.readouterr().out
        compile(text, "repro.py", "exec")
        assert "np.mean(" in text
        assert "import tensorflow as tf" in text
        assert "library.py:7" in text

    def test_by_the_query(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """The line of the query that gave None selects the same finding."""
        assert run(["repro", "bad.py:6"]) == 0
        assert ".numpy()" in capsys.readouterr().out


@pytest.mark.tensorflow
class TestForReal:
    def test_json_then_from_the_cache(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
        (project / "pyproject.toml").write_text("[project]\nname = 'x'\n")
        (project / "library.py").write_text(LIBRARY)
        first = tflintgrad("verify", "--output-format", "json", ".", cwd=project)
        assert first.returncode == 1, first.stderr
        assert "verified with TensorFlow" in first.stderr
        assert "file writes confined" in first.stderr
        bad, library = json.loads(first.stdout)
        assert bad["filename"] == "bad.py"
        verification = bad["verification"]
        assert set(verification) == {
            "verdict", "effect", "evidence", "device", "reason",
            "tape", "expected", "difference", "tolerance", "seeds",
        }  # fmt: skip
        assert verification["verdict"] == "confirmed"
        assert verification["effect"] == "none"
        assert verification["evidence"] == "program"
        assert verification["device"] == "cpu:0"
        assert verification["tape"] is None
        assert verification["expected"] == pytest.approx(2.0, abs=0.01)
        assert library["verification"]["verdict"] == "confirmed"
        assert library["verification"]["evidence"] == "path"

        again = tflintgrad("verify", "--output-format", "json", ".", cwd=project)
        assert again.stdout == first.stdout
        # Nobody started TensorFlow, so there is nothing to say about where it ran.
        assert "verified with" not in again.stderr
        (project / "bad.py").write_text(NUMPY_ESCAPE.replace("2.0", "5.0"))
        changed = tflintgrad("verify", "--output-format", "json", "bad.py", cwd=project)
        (bad,) = json.loads(changed.stdout)
        assert bad["verification"]["expected"] == pytest.approx(5.0, abs=0.01)

    def test_other_device(self, project: Path) -> None:
        done = tflintgrad(
            "verify", "--no-cache", "--device", "cpu:1", "--output-format", "json", "bad.py",
            cwd=project,
        )  # fmt: skip
        (finding,) = json.loads(done.stdout)
        assert finding["verification"]["device"] == "cpu:1"
        assert not (project / ".tflintgrad_cache").exists()

    def test_missing_device(self, project: Path) -> None:
        done = tflintgrad("verify", "--device", "gpu:7", "good.py", cwd=project)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert "gpu:7" in done.stderr

    def test_repro_runs(self, project: Path) -> None:
        (project / "library.py").write_text(LIBRARY)
        done = tflintgrad("repro", "--run", "library.py:7", cwd=project)
        assert done.returncode == 0, done.stderr
        assert "# confirmed: " in done.stdout

    def test_standard_input(self, project: Path) -> None:
        """The editor's text is judged, not the file of that name."""
        done = tflintgrad(
            "verify", "--no-cache", "--output-format", "json", "--stdin-filename", "good.py", "-",
            cwd=project,
            stdin=NUMPY_ESCAPE.encode(),
        )  # fmt: skip
        (finding,) = json.loads(done.stdout)
        assert finding["verification"]["verdict"] == "confirmed"
        assert finding["verification"]["evidence"] == "program"
