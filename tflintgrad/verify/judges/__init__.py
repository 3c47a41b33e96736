"""Judges decide whether TensorFlow shows a finding's effect.

There is one module per kind of claim. A rule names its judge in its front matter (`judge = "…"`).
"""

from __future__ import annotations

from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.verify.judges import (
    bootstrapped,
    constants,
    corrected,
    corrected_calls,
    counterfactual,
    exceptions,
    hygiene,
    lost_gradients,
    operand_shapes,
    optimizer_steps,
    outputs,
    singularities,
    traced_state,
    trainings,
)
from tflintgrad.verify.judges.judgement import JUDGES, Judgement
from tflintgrad.verify.program_runs import ProgramRuns

#: The judge of a rule that names none, by the finding's effect.
BY_EFFECT = {
    "none": "slope",
    "zero": "slope",
    "wrong": "slope",
    "nan": "singular",
    "error": "raising",
}


def judge(runs: ProgramRuns, finding: Finding) -> Verification:
    """Run the program as often as necessary and return the verdict on a finding."""
    name = rulebook().get(finding.code).judge or BY_EFFECT[finding.effect]
    if finding.effect == "error" and name in lost_gradients.NAMES:
        name = "raising"
    return JUDGES[name](Judgement(runs, finding))


__all__ = [
    "bootstrapped",
    "constants",
    "corrected",
    "corrected_calls",
    "counterfactual",
    "exceptions",
    "hygiene",
    "judge",
    "lost_gradients",
    "operand_shapes",
    "optimizer_steps",
    "outputs",
    "singularities",
    "traced_state",
    "trainings",
]
