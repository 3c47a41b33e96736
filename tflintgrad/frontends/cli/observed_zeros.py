"""Zeros that a run showed and no rule explains: finite differences tell whether they are right."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli.verify_results import judged_alone
from tflintgrad.source.decoding import DecodeError, decode
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.diagnostics import Finding, Verification
    from tflintgrad.frontends.cli.verify_results import VerifySettings


def without_right_zeros(
    findings: Iterable[Finding], command: Sequence[str], settings: VerifySettings
) -> Iterator[Finding]:
    """Yield the findings, but no zero that is right: a bias before a normalisation has one.

    The script of the command runs again in the sandbox, without its arguments. Where that does
    not decide, the verdict on a zero is `inconclusive`.
    """
    script = next((item for item in command if item.endswith(".py") and os.path.isfile(item)), "")
    for finding in findings:
        if finding.effect != "zero" or finding.verification is None:
            yield finding
            continue
        verdict = _verdict(finding, script, settings) if script else None
        if verdict is not None and (verdict.verdict == "refuted" or _is_zero(verdict)):
            continue
        if verdict is None or verdict.verdict == "inconclusive":
            reason = f"{finding.verification.reason}; finite differences do not tell if it is right"
            verdict = replace(finding.verification, verdict="inconclusive", reason=reason)
        yield replace(finding, verification=verdict)


def _verdict(finding: Finding, script: str, settings: VerifySettings) -> Verification | None:
    claim = replace(finding, programs=(script,), verification=None)
    try:
        text = decode(read_bytes(finding.filename))
        return judged_alone(FileResult(finding.filename, (claim,), text=text), settings)
    except (click.ClickException, Unreadable, DecodeError):  # no TensorFlow here, or no sandbox
        return None


def _is_zero(verdict: Verification) -> bool:
    """True if the measured slope is zero, within what finite differences can tell."""
    if verdict.verdict == "confirmed" or verdict.expected is None:
        return False
    return abs(verdict.expected) <= (verdict.tolerance or 0.0)
