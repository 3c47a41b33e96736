"""Run every check over a graph and settle on one finding per cause."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

# The imports below register the checks.
from tflintgrad.checks.advice import outcome_of, specific_help
from tflintgrad.checks.base import CHECKS, Check, CheckContext, Problem
from tflintgrad.checks.keras import (  # noqa: F401
    inference_calls,
    optimizer_variables,
    single_unit_softmax,
    untracked_weights,
    unused_layers,
    weight_lists,
)
from tflintgrad.checks.losses import (  # noqa: F401
    bootstrapped_targets,
    broadcast_losses,
    coupled_derivatives,
    gathered_tables,
    layer_losses_left_out,
    loss_arguments,
    loss_scaling,
    metrics_as_losses,
    summed_targets,
    unreduced_terms,
    weighted_reductions,
    whole_batch_norms,
)
from tflintgrad.checks.numerics import (  # noqa: F401
    complex_casts,
    empty_rows,
    guarded_singularities,
    infinite_scores,
    rounded_values,
    singular_points,
)
from tflintgrad.checks.path_steps import steps_of
from tflintgrad.checks.paths import (  # noqa: F401
    conditional_cuts,
    constant_paths,
    custom_gradients,
    cut_paths,
    detached_targets,
    gradient_formulas,
    partial_cuts,
    second_derivatives,
    straight_through,
    terms_without_gradient,
)
from tflintgrad.checks.tapes import (  # noqa: F401
    costly_queries,
    raising_calls,
    unrelated_sources,
    unwatched_sources,
)
from tflintgrad.checks.traces import (  # noqa: F401
    frozen_numbers,
    variables_as_arguments,
)
from tflintgrad.checks.updates import (  # noqa: F401
    clipped_gradients,
    concatenated_gradients,
    gradient_accumulators,
    mismatched_pairs,
    overwritten_sums,
    sparse_gradients,
    stale_gradients,
    updated_copies,
    zero_learning_rates,
)
from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.queries import Query
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.source.syntax.spans import find_spans
from tflintgrad.timeouts import check_limits


def run_checks(graph: Graph) -> list[Problem]:
    """Return all problems of a program, once per cause."""
    context = CheckContext(graph, graph.single_loops)
    problems = [problem for check in CHECKS for problem in _problems(check, context)]
    graph.incomplete = graph.incomplete or context.gave_up
    return _one_per_cause(_qualified(problems))


def find_problems(graph: Graph) -> list[tuple[Finding, Problem]]:
    """Return the findings, each with the problem it comes from."""
    return located(graph, run_checks(graph))


def located(graph: Graph, problems: list[Problem]) -> list[tuple[Finding, Problem]]:
    """Return problems as findings; computing positions takes as long as the checks."""
    if not problems:
        return []
    spots = find_spots(_modules(graph, problems), _sites(problems))
    missing = [p.site for p in problems if id(p.site) not in spots]
    if missing:
        spots |= find_spots(graph.modules, missing)
    findings = [(_finding(graph, p, spots), p) for p in problems if id(p.site) in spots]
    return _with_fixes(graph, _one_per_line(findings))


def _with_fixes(
    graph: Graph, findings: list[tuple[Finding, Problem]]
) -> list[tuple[Finding, Problem]]:
    """Return the findings with the fixes of those whose rule has one."""
    if not any(rulebook().get(finding.code).fix != "no" for finding, _ in findings):
        return findings
    from tflintgrad.checks.fixes.fix_findings import fixes_of

    try:
        return fixes_of(graph.modules, findings)
    except Exception as error:  # a fix that crashes costs no finding
        graph.crashes.append((graph.module.tree, "the fixes", error))
        return findings


def find_spots(modules: Iterable[Module], nodes: Iterable[cst.CSTNode]) -> dict[int, Spot]:
    """Return the spots of some nodes by id; every module is searched once at most."""
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
    """Return the modules in which the nodes of some problems are likely to be."""
    found = {id(graph.module): graph.module}
    for problem in problems:
        contexts = [value.context for value in (*problem.path, problem.culprit) if value]
        contexts += [query.context for query in (problem.query, *problem.also) if query]
        found.update((id(context.module), context.module) for context in contexts)
    return list(found.values())


def _problems(check: Check, context: CheckContext) -> list[Problem]:
    """Run one check; one that crashes costs only its own problems."""
    check_limits()
    try:
        return list(check(context))
    except Exception as error:
        graph = context.graph
        graph.crashes.append((graph.module.tree, f"the check `{check.__name__}`", error))
        return []


def _qualified(problems: list[Problem]) -> list[Problem]:
    """Turn problems of only some possible classes into warnings that name the classes."""
    seen: dict[tuple[str, int, tuple[str, ...]], set[str]] = {}
    for problem in problems:
        if problem.among is not None:
            name, names = problem.among
            seen.setdefault((problem.code, id(problem.site), names), set()).add(name)
    for problem in problems:
        if problem.among is None:
            continue
        _, names = problem.among
        affected = seen[problem.code, id(problem.site), names]
        others = [name for name in names if name not in affected]
        if others:
            problem.severity = "warning"
            problem.message += f" when the object is a {_list(affected)} and not a {_list(others)}"
    return problems


def _list(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in sorted(names))


def _one_per_cause(problems: list[Problem]) -> list[Problem]:
    """Merge problems that several queries have for the same reason."""
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
    """Return the queries at other sites, each site once."""
    own = problem.query.site if problem.query is not None else None
    by_site = {id(query.site): query for query in queries if query is not None}
    return [query for query in by_site.values() if query.site is not own]


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
        if problem.origin is not None:
            sites.append(problem.origin[0])
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
        help=specific_help(problem),
        outcome=outcome_of(problem),
        flow=tuple(steps_of(problem, spots)),
        raises=problem.raises,
        queries=_queries(problem, spots),
        implicit=problem.query is not None and not problem.query.explicit,
        programs=(graph.module.filename,),
    )


def _queries(problem: Problem, spots: dict[int, Spot]) -> tuple[Spot, ...]:
    queries = [query for query in (problem.query, *problem.also) if query is not None]
    return tuple(spots[id(query.site)] for query in queries if id(query.site) in spots)
