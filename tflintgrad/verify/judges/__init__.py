"""How a claim is put to the test: one module per kind of claim, found by the rule's `judge`."""

from __future__ import annotations

from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.judges import exceptions, hygiene, intent, lost_gradients, singularities
from tflintgrad.verify.judges.trial import JUDGES, Judgement
from tflintgrad.verify.program_runs import Subject

#: What is asked of TensorFlow where the rule itself says nothing.
BY_EFFECT = {
    "none": "slope",
    "zero": "slope",
    "wrong": "slope",
    "nan": "singular",
    "error": "raising",
}


def judge(subject: Subject, finding: Finding) -> Verification:
    """Run what has to be run, and say what TensorFlow did."""
    name = rulebook().get(finding.code).judge or BY_EFFECT[finding.effect]
    if finding.effect == "error" and name in lost_gradients.NAMES:
        name = "raising"
    return JUDGES[name](Judgement(subject, finding))


__all__ = ["exceptions", "hygiene", "intent", "judge", "lost_gradients", "singularities"]
