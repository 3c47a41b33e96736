"""Every example of every rule is confirmed by running it; what to write instead is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.judge import read_rule
from tests.support.paths import RULES
from tests.support.sampling import some
from tests.support.verifier import Verifier, doubted, verdict_of
from tflintgrad import check_files
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.file_result import FileResult
from tflintgrad.verify.program_runs import Options

FILES = sorted(RULES.glob("TFG*.md"))
PROGRAMS = {
    program.name.replace(":", "-"): (file.name[: len("TFG000")], program)
    for file in FILES
    for program in read_rule(file)
    # Only a run of the user's own tells; nothing about a gradient.
    if not file.name.startswith(("TFG001", "TFG002"))
}
EXAMPLES = {name: found for name, found in PROGRAMS.items() if found[1].heading == "Example"}
REMEDIES = {name: found for name, found in PROGRAMS.items() if found[1].heading == "Use instead"}

pytestmark = pytest.mark.tensorflow


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A folder that is the same in every session, because a program's path is part of its key."""
    cache = request.config.cache
    kept = cache.mkdir("verified-rules") if cache is not None else None
    return kept or tmp_path_factory.mktemp("rules")


@pytest.fixture(scope="session")
def examples(
    verifier: Verifier, folder: Path, request: pytest.FixtureRequest
) -> dict[str, list[Finding]]:
    """Verify all programs at once, so that all cores are busy."""
    results: list[FileResult] = []
    for name in _asked(request, "example"):
        code, program = EXAMPLES[name]
        path = folder / f"{name}.py"
        path.write_text(program.text, encoding="utf-8")
        results += check_files([str(path)], Settings(select=(code,)))
    return verifier.results(results)


@pytest.fixture(scope="session")
def remedies(
    verifier: Verifier, folder: Path, request: pytest.FixtureRequest
) -> dict[str, list[Finding]]:
    names = _asked(request, "remedy")
    doubts = (doubted(folder / f"{name}.py", REMEDIES[name][1].text) for name in names)
    return verifier.results(doubts, Options(directions=1))


def _asked(request: pytest.FixtureRequest, argument: str) -> list[str]:
    """Return the programs that this session selects."""
    asked = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    return sorted({params[argument] for params in asked if argument in params})


@some("example", list(EXAMPLES), str, every=12)
def test_example_is_confirmed(examples: dict[str, list[Finding]], example: str) -> None:
    findings = examples[example]
    program = EXAMPLES[example][1]
    assert findings
    for finding in findings:
        verification = verdict_of(finding)
        assert verification.verdict == "confirmed", verification
        assert verification.evidence == "program"
        # An optimizer may complain about the None or the empty list that was confirmed.
        assert verification.effect in (program.label.effect, finding.effect), verification


@some("remedy", list(REMEDIES), str, every=10)
def test_what_to_write_instead_is_right(remedies: dict[str, list[Finding]], remedy: str) -> None:
    """It is not confirmed even if a false finding claims that it is wrong."""
    for finding in remedies[remedy]:
        verification = verdict_of(finding)
        assert verification.verdict != "confirmed", verification


def test_most_remedies_can_be_judged(remedies: dict[str, list[Finding]]) -> None:
    """A judge that never decides would pass the test above."""
    reasons = [verdict_of(f).reason for findings in remedies.values() for f in findings]
    agreeing = [reason for reason in reasons if reason.startswith("the gradient agrees")]
    assert len(agreeing) > 0.7 * len(reasons)
