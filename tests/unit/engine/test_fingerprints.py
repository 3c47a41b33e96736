"""What makes two findings the same: path, rule, the text of the line, and a count."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tflintgrad.diagnostics import Finding, Location, Span
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.fingerprints import Fingerprint, fingerprints

PROGRAM = ["a = x.numpy()", "if a:", "    a = x.numpy()", "b = y.numpy()", "b = y.numpy()"]


def checked(lines: list[str], path: str = "a.py", message: str = "m") -> FileResult:
    """What a rule would say that reports every `.numpy()`."""
    findings = tuple(
        Finding(
            "TFG201",
            message,
            path,
            Span(Location(row, 1), Location(row, 2)),
            "error",
            "none",
        )
        for row, line in enumerate(lines, 1)
        if ".numpy()" in line
    )
    return FileResult(path, findings, text="\n".join(lines) + "\n")


def test_key() -> None:
    found = fingerprints(checked(PROGRAM))
    assert found == [
        Fingerprint("a.py", "TFG201", "a = x.numpy()", 1),
        Fingerprint("a.py", "TFG201", "a = x.numpy()", 2),
        Fingerprint("a.py", "TFG201", "b = y.numpy()", 1),
        Fingerprint("a.py", "TFG201", "b = y.numpy()", 2),
    ]
    assert len({item.digest for item in found}) == 4


def test_path() -> None:
    assert fingerprints(checked(PROGRAM), "./src//a.py")[0].path == "src/a.py"
    first, second = checked(PROGRAM, "a.py"), checked(PROGRAM, "b.py")
    assert fingerprints(first)[0].digest != fingerprints(second)[0].digest
    assert fingerprints(first, "same.py") == fingerprints(second, "same.py")


def test_wording_and_place_do_not_count() -> None:
    indented = ["", "if True:", *(f"\t{line}" for line in PROGRAM)]
    assert fingerprints(checked(indented, message="new")) == fingerprints(checked(PROGRAM))


def test_rule_counts() -> None:
    result = checked(PROGRAM)
    other = replace(result, findings=(replace(result.findings[0], code="TFG202"),))
    assert fingerprints(other)[0].digest != fingerprints(result)[0].digest


def test_digest_stays() -> None:
    """Baselines and code scanning remember it: it must not change from version to version."""
    known = Fingerprint("src/a.py", "TFG201", "größe = x.numpy()", 2).digest
    assert known == "bb5df38e2b89f433c9d4cdbb5b7cf613"


def test_a_finding_outside_the_text() -> None:
    item = replace(
        checked(PROGRAM).findings[0], span=Span(Location(99, 1), Location(99, 2)), cell=None
    )
    assert fingerprints(FileResult("a.py", (item,)))[0].text == ""


LINES = st.lists(st.sampled_from(["pass", "# x", "", "y = 1"]), max_size=3)


@settings(deadline=None)
@given(st.lists(LINES, min_size=len(PROGRAM) + 1, max_size=len(PROGRAM) + 1))
def test_edits_elsewhere_change_nothing(between: list[list[str]]) -> None:
    edited: list[str] = [*between[0]]
    for line, more in zip(PROGRAM, between[1:], strict=True):
        edited += [line, *more]
    assert fingerprints(checked(edited)) == fingerprints(checked(PROGRAM))
