"""Rules of the family 9xx: the gradient is right, and something is wasted."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.trial import Judgement, judge_of


@judge_of("recording")
def recording(trial: Judgement) -> Verification:
    report = trial.subject.natural()
    seen = trial.queries(report)
    if not seen:
        return trial.not_reached(report)
    for query in seen:
        if query.persistent and query.recording:
            reason = "the persistent tape was recording when it was asked"
            return trial.confirmed(trial.finding.effect, reason, query)
    return trial.refuted("the tape had stopped recording when it was asked", seen[0])


@judge_of("kept")
def kept(trial: Judgement) -> Verification:
    report = trial.subject.natural()
    if not report.queries:
        return trial.not_reached(report)
    if any(trial.own_rows.holds(place) for place in report.alive_tapes):
        reason = "the tape and all it recorded were alive when the program ended"
        return trial.confirmed(trial.finding.effect, reason, report.queries[0])
    return trial.refuted("the tape was gone when the program ended", report.queries[0])


@judge_of("size")
def size(trial: Judgement) -> Verification:
    report = trial.subject.natural()
    seen = trial.queries(report)
    if not seen:
        return trial.not_reached(report)
    entries = max(query.entries for query in seen)
    if entries > limits.LARGE_JACOBIAN_ENTRIES:
        reason = f"the Jacobian has {entries:,} entries"
        return trial.confirmed(trial.finding.effect, reason, seen[0])
    return trial.refuted(f"the Jacobian has only {entries:,} entries", seen[0])
