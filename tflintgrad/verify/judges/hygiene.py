"""Judges of the family 9xx: the gradient is right, but time or memory is wasted."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.judgement import Judgement, judge_of


@judge_of("recording")
def recording(judgement: Judgement) -> Verification:
    """Judge whether a persistent tape was still recording at the query."""
    report = judgement.runs.as_is()
    seen = judgement.queries(report)
    if not seen:
        return judgement.not_reached(report)
    for query in seen:
        if query.persistent and query.recording:
            reason = "the persistent tape was recording during the query"
            return judgement.confirmed(judgement.finding.effect, reason, query)
    return judgement.refuted("the tape had stopped recording before the query", seen[0])


@judge_of("kept")
def kept(judgement: Judgement) -> Verification:
    """Judge whether a persistent tape outlives its last query."""
    report = judgement.runs.as_is()
    if not report.queries:
        return judgement.not_reached(report)
    if any(judgement.own_rows.contains(line) for line in report.live_tapes):
        reason = "the tape and all it recorded were alive when the program ended"
        return judgement.confirmed(judgement.finding.effect, reason, report.queries[0])
    return judgement.refuted("the tape was gone when the program ended", report.queries[0])


@judge_of("size")
def size(judgement: Judgement) -> Verification:
    """Judge whether a Jacobian is huge."""
    report = judgement.runs.as_is()
    seen = judgement.queries(report)
    if not seen:
        return judgement.not_reached(report)
    entries = max(query.result_size for query in seen)
    if entries > limits.LARGE_JACOBIAN_ENTRIES:
        reason = f"the Jacobian has {entries:,} entries"
        return judgement.confirmed(judgement.finding.effect, reason, seen[0])
    return judgement.refuted(f"the Jacobian has only {entries:,} entries", seen[0])
