"""Judges of trainings: which weights a training step moves."""

from __future__ import annotations

from tflintgrad.diagnostics import Verification
from tflintgrad.verify.judges.judgement import JUDGES, Judgement, judge_of
from tflintgrad.verify.protocol import ObservedTraining, ObservedWeight, Report


@judge_of("moved")
def moved(judgement: Judgement) -> Verification:
    """Judge whether a weight that the loss depends on is in no list of sources and never moves."""
    if judgement.finding.effect == "error":
        return JUDGES["raising"](judgement)
    report = judgement.runs.as_is()
    queries = [query for query in judgement.queries(report) if query.raised is None]
    for query in queries:
        stuck = [w for w in report.weights if w.missing and w.trainable and not w.moved]
        if query.missing_variables and stuck:
            reason = f"{_listed(stuck)}: used by the loss, in no list of sources, and never changed"
            return judgement.confirmed("none", reason, query)
    training = _training(judgement, report)
    if not queries and training is not None:
        stuck = [weight for weight in report.weights if weight.trainable and not weight.moved]
        if stuck and not any(weight.moved for weight in training.weights):
            reason = f"the model has no trainable weights, and {_listed(stuck)} never changed"
            return judgement.confirmed("none", reason, None)
    if not queries:
        return judgement.not_reached(report)
    return judgement.refuted("every variable that the loss uses is trained", queries[0])


@judge_of("still")
def still(judgement: Judgement) -> Verification:
    """Judge whether no trainable weight of the program changed."""
    report = judgement.runs.as_is()
    weights = [weight for weight in report.weights if weight.trainable]
    if not weights:
        return judgement.not_reached(report)
    changed = [weight for weight in weights if weight.moved]
    if changed:
        return judgement.refuted(f"the program changed {_listed(changed)}", None)
    reason = f"the program changed none of {len(weights)} trainable weights"
    return judgement.confirmed(judgement.finding.effect, reason, None)


@judge_of("left")
def left(judgement: Judgement) -> Verification:
    """Judge whether weights of an output that has no loss stay, while others change."""
    if judgement.finding.effect == "error":
        return JUDGES["raising"](judgement)
    verdict = JUDGES["source"](judgement)
    weights = [weight for weight in judgement.runs.as_is().weights if weight.trainable]
    stuck = [weight for weight in weights if not weight.moved]
    if verdict.verdict == "confirmed" or not stuck or len(stuck) == len(weights):
        return verdict
    reason = f"the program changed {len(weights) - len(stuck)} weights, and not {_listed(stuck)}"
    return judgement.confirmed(judgement.finding.effect, reason, None)


@judge_of("unused")
def unused(judgement: Judgement) -> Verification:
    """Judge whether the weights that are made where a layer is called are never trained."""
    verdict = JUDGES["source"](judgement)
    if verdict.verdict == "confirmed":
        return verdict
    report = judgement.runs.as_is()
    own = judgement.own_rows
    made = [w for w in report.weights if any(own.contains(line) for line in w.made)]
    made = [weight for weight in made if weight.trainable]
    others = [weight for weight in report.weights if weight.moved]
    if made and others and not any(weight.moved for weight in made):
        reason = f"{len(others)} weights changed, and {_listed(made)} did not"
        return judgement.confirmed("none", reason, None)
    return verdict


@judge_of("training")
def training(judgement: Judgement) -> Verification:
    """Judge whether a call of `fit` leaves weights that are trainable, or changes frozen ones."""
    report = judgement.runs.as_is()
    seen = _training(judgement, report)
    if seen is None:
        return judgement.not_reached(report)
    if not seen.weights:
        return judgement.inconclusive("the model has no weights to compare")
    if judgement.finding.effect == "wrong":
        changed = [weight for weight in seen.weights if weight.moved and not weight.trainable]
        if changed:
            reason = f"this call changed {_listed(changed)}, which should be frozen"
            return judgement.confirmed("wrong", reason, None)
        return judgement.refuted("no frozen weight changed", None)
    stuck = [weight for weight in seen.weights if not weight.moved]
    if len(stuck) == len(seen.weights):
        reason = f"this call changed none of {len(stuck)} weights"
        return judgement.confirmed("none", reason, None)
    left = [weight for weight in stuck if weight.trainable]
    if left:
        reason = f"this call did not change {_listed(left)}, although trainable"
        return judgement.confirmed("none", reason, None)
    return judgement.refuted("every trainable weight changed", None)


def _training(judgement: Judgement, report: Report) -> ObservedTraining | None:
    """Return the last training that the finding's rows, or those of its query, start."""
    ranges = [judgement.own_rows, *judgement.runs.query_rows(judgement.finding)]
    found = [
        item
        for item in report.trainings
        if any(rows.contains(line) for rows in ranges for line in item.lines)
    ]
    return found[-1] if found else None


def _listed(weights: list[ObservedWeight]) -> str:
    """Return the names of the first few weights."""
    names = [f"`{weight.name}`" for weight in weights[:3]]
    more = f" and {len(weights) - 3} more" if len(weights) > 3 else ""
    return ", ".join(names) + more
