"""Run every check over a graph and settle on one finding per cause."""

from __future__ import annotations

import re
from collections.abc import Iterable

import libcst as cst

# The imports below register the checks.
from tflintgrad import limits
from tflintgrad.checks import (  # noqa: F401
    conditional_cuts,
    custom_gradients,
    keras_variables,
    lost_gradients,
    overwritten_accumulator,
    singularities,
    state_misuse,
    tape_hygiene,
    tape_usage,
    wrong_targets,
)
from tflintgrad.checks.base import CHECKS, Check, CheckContext, Problem, shown
from tflintgrad.diagnostics import Finding, Spot, Step
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.source.syntax.spans import find_spans
from tflintgrad.timeouts import check_time

_EXCEPTION = re.compile(r"\b[A-Z][A-Za-z]*(?:Error|Exception)\b")


def run_checks(graph: Graph) -> list[Problem]:
    """What is wrong, once per cause."""
    survey = CheckContext(graph, graph.single_loops)
    problems = [problem for check in CHECKS for problem in _problems(check, survey)]
    graph.incomplete = graph.incomplete or survey.gave_up
    return _one_per_cause(_settled(problems))


def find_problems(graph: Graph) -> list[tuple[Finding, Problem]]:
    """The findings, each with the place in the graph it comes from."""
    return located(graph, run_checks(graph))


def located(graph: Graph, problems: list[Problem]) -> list[tuple[Finding, Problem]]:
    """Problems as findings: where they are takes as long to find out as what is wrong."""
    if not problems:
        return []
    spots = find_spots(_modules(graph, problems), _sites(problems))
    missing = [p.site for p in problems if id(p.site) not in spots]
    if missing:
        spots |= find_spots(graph.modules, missing)
    findings = [(_finding(graph, p, spots), p) for p in problems if id(p.site) in spots]
    return _one_per_line(findings)


def find_spots(modules: Iterable[Module], nodes: Iterable[cst.CSTNode]) -> dict[int, Spot]:
    """Where some nodes are, by identity; every module is looked through once at most."""
    wanted = {id(node): node for node in nodes}
    found: dict[int, Spot] = {}
    for module in modules:
        if not wanted:
            break
        for node, span in find_spans(module.tree, wanted.values()).items():
            found[node] = Spot(module.filename, span)
            del wanted[node]
    return found


def _modules(graph: Graph, problems: list[Problem]) -> list[Module]:
    """The modules in which the places of some problems are likely to be."""
    found = {id(graph.module): graph.module}
    for problem in problems:
        contexts = [value.context for value in (*problem.path, problem.culprit) if value]
        contexts += [query.context for query in (problem.query, *problem.also) if query]
        found.update((id(context.module), context.module) for context in contexts)
    return list(found.values())


def _problems(check: Check, survey: CheckContext) -> list[Problem]:
    """A check that fails costs its own findings only."""
    check_time()
    try:
        return list(check(survey))
    except Exception as error:
        graph = survey.graph
        graph.crashes.append((graph.module.tree, f"the check `{check.__name__}`", error))
        return []


def _settled(problems: list[Problem]) -> list[Problem]:
    """What only some of the classes do that may be meant is a warning, and names them."""
    seen: dict[tuple[str, int, tuple[str, ...]], set[str]] = {}
    for problem in problems:
        if problem.among is not None:
            name, names = problem.among
            seen.setdefault((problem.code, id(problem.site), names), set()).add(name)
    for problem in problems:
        if problem.among is None:
            continue
        _, names = problem.among
        hurt = seen[problem.code, id(problem.site), names]
        others = [name for name in names if name not in hurt]
        if others:
            problem.severity = "warning"
            problem.message += f", when the object is a {_list(hurt)} and not a {_list(others)}"
    return problems


def _list(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in sorted(names))


def _one_per_cause(problems: list[Problem]) -> list[Problem]:
    """The same mistake seen by several queries is one problem."""
    found: dict[tuple[str, int], Problem] = {}
    for problem in problems:
        key = (problem.code, id(problem.site))
        known = found.get(key)
        if known is None:
            found[key] = problem
            continue
        worse, other = known, problem
        if _badness(problem) > _badness(known):
            worse, other = problem, known
        worse.also = _other_queries(worse, [*known.also, *problem.also, other.query])
        found[key] = worse
    return list(found.values())


def _badness(problem: Problem) -> tuple[bool, bool]:
    return problem.severity == "error", problem.effect != "wrong"


def _other_queries(problem: Problem, queries: list[Query | None]) -> list[Query]:
    """The queries at other places, each place once."""
    own = problem.query.site if problem.query is not None else None
    places = {id(query.site): query for query in queries if query is not None}
    return [query for query in places.values() if query.site is not own]


def _one_per_line(findings: list[tuple[Finding, Problem]]) -> list[tuple[Finding, Problem]]:
    found: dict[tuple[str, str, int], tuple[Finding, Problem]] = {}
    for finding, problem in sorted(findings, key=lambda pair: (pair[0].span.start, pair[0].code)):
        key = (finding.filename, finding.code, finding.span.start.row)
        found.setdefault(key, (finding, problem))
    return list(found.values())


def _sites(problems: Iterable[Problem]) -> list[cst.CSTNode]:
    sites: list[cst.CSTNode] = []
    for problem in problems:
        sites.append(problem.site)
        if problem.query is not None:
            sites.append(problem.query.site)
        sites.extend(query.site for query in problem.also)
        sites.extend(value.site for value in problem.path if value.site is not None)
    return sites


def _finding(graph: Graph, problem: Problem, spots: dict[int, Spot]) -> Finding:
    spot = spots[id(problem.site)]
    return Finding(
        code=problem.code,
        message=problem.message,
        filename=spot.filename,
        span=spot.span,
        severity=problem.severity,
        effect=problem.effect,
        flow=tuple(_steps(problem, spots)),
        raises=problem.raises or _named_exception(problem),
        queries=_queries(problem, spots),
        implicit=problem.query is not None and not problem.query.explicit,
        programs=(graph.module.filename,),
    )


def _queries(problem: Problem, spots: dict[int, Spot]) -> tuple[Spot, ...]:
    queries = [query for query in (problem.query, *problem.also) if query is not None]
    return tuple(spots[id(query.site)] for query in queries if id(query.site) in spots)


def _named_exception(problem: Problem) -> str | None:
    """Checks that raise for one reason only say so in their message."""
    named = _EXCEPTION.search(problem.message) if problem.effect == "error" else None
    return named.group() if named is not None else None


def _steps(problem: Problem, spots: dict[int, Spot]) -> list[Step]:
    steps: list[Step] = []
    for index, value in enumerate(problem.path):
        spot = spots.get(id(value.site))
        if spot is None:
            continue
        is_culprit = value is problem.culprit
        if steps and _same_row(steps[-1], spot) and not is_culprit:
            continue
        label = "source" if index == 0 else _hurt(problem) if is_culprit else "flow"
        steps.append(Step(spot.filename, spot.span, label, _note(value, label)))  # type: ignore[arg-type]
    asked = spots.get(id(problem.query.site)) if problem.query is not None else None
    if asked is not None:
        steps.append(Step(asked.filename, asked.span, "target", "the gradient is asked for here"))
    if len(steps) > limits.MAX_PATH_STEPS:
        middle = len(steps) - limits.MAX_PATH_STEPS
        steps = steps[: limits.MAX_PATH_STEPS // 2] + steps[limits.MAX_PATH_STEPS // 2 + middle :]
    return steps


def _same_row(step: Step, spot: Spot) -> bool:
    return step.filename == spot.filename and step.span.start.row == spot.span.start.row


def _hurt(problem: Problem) -> str:
    """What happens to the gradient at the culprit."""
    return {"nan": "poison", "zero": "zero"}.get(problem.effect, "cut")


def _note(value: Value, label: str) -> str:
    if label == "poison":
        return "the gradient can become NaN or infinite here"
    if label == "zero":
        return "the gradient becomes zero here"
    if label == "source":
        return shown(value)
    if label == "cut":
        return "the gradient stops here"
    if (layer := value.facts.get("layer")) is not None:
        return f"`{layer.label or value.name or layer.name}` is called"
    computed = value.facts.get("called") or value.facts.get("op")
    if value.name and "<" not in value.name:
        return f"`{value.name}`"
    return f"`{computed}`" if computed else value.kind
