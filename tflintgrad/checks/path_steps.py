"""The steps of a finding: from the source, past the mistake, to the query."""

from __future__ import annotations

import libcst as cst

from tflintgrad import limits
from tflintgrad.checks.base import Problem, coded, shown
from tflintgrad.diagnostics import EdgeLabel, Spot, Step
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.syntax.bindings import dotted_name

# What the last step of a path says.
_EXPLICIT = "the gradient is requested here"
_IMPLICIT = "Keras computes the gradient in `{method}`"
# What a step says that is the mistake.
_PLACES: dict[EdgeLabel, str] = {
    "cut": "the gradient stops here",
    "zero": "the gradient becomes zero here",
    "poison": "the gradient can become NaN or infinite here",
    "wrong": "the gradient goes wrong here",
}


def steps_of(problem: Problem, spots: dict[int, Spot]) -> list[Step]:
    """Return the steps of a problem; `spots` are those of its nodes, by id."""
    steps = _origin(problem, spots)
    for index, value in enumerate(problem.path):
        is_culprit = value is problem.culprit
        spot = spots.get(id(_step_site(problem) if is_culprit else value.site))
        if spot is None or _is_empty_display(value.site):
            continue
        if steps and _same_row(steps[-1], spot) and not is_culprit:
            continue
        label: EdgeLabel = "source" if index == 0 else "flow"
        if is_culprit and index > 0:
            label = _culprit_label(problem)
        steps.append(Step(spot.filename, spot.span, label, _note(value, label)))
    steps += _beside(problem, spots)
    query = spots.get(id(problem.query.site)) if problem.query is not None else None
    if problem.query is not None and query is not None and not problem.after_query:
        steps.append(Step(query.filename, query.span, "target", _request(problem.query)))
    if len(steps) > limits.MAX_PATH_STEPS:
        middle = len(steps) - limits.MAX_PATH_STEPS
        steps = steps[: limits.MAX_PATH_STEPS // 2] + steps[limits.MAX_PATH_STEPS // 2 + middle :]
    return steps


def _request(query: Query) -> str:
    """Return what happens at a query."""
    if query.explicit:
        return _EXPLICIT
    called = query.site.func if isinstance(query.site, cst.Call) else None
    written = called.attr.value if isinstance(called, cst.Attribute) else ""
    trains = written in names_with("fit")
    return _IMPLICIT.format(method=written if trains else query.method)


def _beside(problem: Problem, spots: dict[int, Spot]) -> list[Step]:
    """Return the mistake as a step where it is no value of the path."""
    culprit, label = problem.culprit, _culprit_label(problem)
    if not problem.path:
        return []
    if problem.origin is not None:
        node, note = problem.origin
    elif culprit is not None and culprit.site is not None and culprit not in problem.path:
        node, note = culprit.site, _PLACES[label]
    else:
        return []
    spot = spots.get(id(node))
    return [Step(spot.filename, spot.span, label, note)] if spot is not None else []


def _step_site(problem: Problem) -> cst.CSTNode | None:
    """Return the code of the step that is the mistake: what a cut names, or what computes it."""
    culprit = problem.culprit
    if culprit is None:
        return None
    cuts = (edge.cut for edge in culprit.edges if edge.cut is not None)
    is_named = any(cut.site is problem.site for cut in cuts)
    # In `fit`, Keras computes all of a model; the mistake is in a part of it.
    is_implicit = problem.query is not None and culprit.site is problem.query.site
    return problem.site if is_named or is_implicit else culprit.site


def _origin(problem: Problem, spots: dict[int, Spot]) -> list[Step]:
    """Return where a mistake begins and where it is, for problems without a path."""
    begin = spots.get(id(problem.origin[0])) if problem.origin is not None else None
    if problem.origin is None or begin is None or problem.path:
        return []
    here, label = spots[id(problem.site)], _culprit_label(problem)
    if _same_row(Step(begin.filename, begin.span, label, ""), here):
        return []
    steps = [Step(begin.filename, begin.span, "origin", problem.origin[1])]
    is_right = label == "cut" and bool(rulebook().variant(problem.rule).outcome)
    at_query = problem.query is not None and problem.site is problem.query.site
    if not at_query and not is_right:
        steps.append(Step(here.filename, here.span, label, _PLACES[label]))
    return steps


def _same_row(step: Step, spot: Spot) -> bool:
    return step.filename == spot.filename and step.span.start.row == spot.span.start.row


def _culprit_label(problem: Problem) -> EdgeLabel:
    """Return what happens to the gradient at the culprit."""
    if problem.effect == "nan":
        return "poison"
    if problem.effect == "zero":
        return "zero"
    return "cut" if _is_lost(problem) else "wrong"


def _is_lost(problem: Problem) -> bool:
    """True if some gradient ends at the culprit; otherwise there is one, and it is another."""
    if rulebook().get(problem.code).effect != "wrong":
        return True
    if problem.culprit is None:
        return False
    edges = problem.culprit.edges
    taken = {id(value) for value in problem.path}
    edges = [edge for edge in edges if id(edge.to) in taken] or edges
    return any(edge.label == "cut" for edge in edges)


def _is_empty_display(site: cst.CSTNode | None) -> bool:
    """True for `[]`: what was put into it later is on the path, its beginning is not."""
    return isinstance(site, (cst.List, cst.Dict)) and not site.elements


def _callee(value: Value) -> str:
    """Return how the program names what it calls at a value's site; empty if it has no name."""
    return dotted_name(value.site.func) if isinstance(value.site, cst.Call) else ""


def _note(value: Value, label: EdgeLabel) -> str:
    if label in _PLACES:
        return _PLACES[label]
    if label == "source":
        return shown(value)
    if (layer := value.facts.get("layer")) is not None:
        called = layer.label or _callee(value)
        return f"`{called}` is called" if called else f"a `{layer.name}` is called"
    computed = value.facts.get("called") or value.facts.get("op")
    if text := coded(value.site):
        return text
    if value.name and "<" not in value.name:
        return f"`{value.name}`"
    return f"`{computed}`" if computed else value.kind.name
