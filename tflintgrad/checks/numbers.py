"""TFG5xx: gradients that come out, and are not the ones that were meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflintgrad.checks.problems import Problem, Survey, check, shown
from tflintgrad.flow.queries import Query
from tflintgrad.flow.reach import Reach
from tflintgrad.flow.values import (
    Gradients,
    Phi,
    Sequence,
    Tape,
    Value,
    Weights,
    alternatives,
)

_SPELLINGS = {
    "output_gradient": "output_gradients",
    "grad_ys": "output_gradients",
    "source": "sources",
    "targets": "target",
    "unconnected_gradient": "unconnected_gradients",
}
_PER_OUTPUT = re.compile(
    r"jac|hess|per_(example|sample|output|step|class)|hvp|second_deriv|curvature", re.IGNORECASE
)


@check
def misspelt_arguments(survey: Survey) -> Iterator[Problem]:
    for event in survey.graph.events:
        if event.kind == "misspelt":
            method, _, keyword = event.note.partition(":")
            right = _SPELLINGS.get(keyword)
            hint = f": did you mean `{right}`?" if right and right != keyword else ""
            yield Problem(
                "TFG503", event.site,
                f"`{method}()` has no argument `{keyword}` and raises `TypeError`{hint}", "error",
            )


@check
def overwritten_accumulators(survey: Survey) -> Iterator[Problem]:
    """A loop leaves only its last value behind, where the sum was meant."""
    told: set[int] = set()
    for query in survey.graph.queries:
        for value in _overwritten(survey.reach(query), query):
            site = value.facts.get("bound") or value.site
            if site is None or id(site) in told:
                continue
            told.add(id(site))
            yield Problem(
                "TFG501", site,
                f"{shown(value)} is overwritten in every iteration: only the last one counts",
                "wrong", query=query, culprit=value,
            )


def _overwritten(reach: Reach, query: Query) -> Iterator[Value]:
    """Values on the target's path, bound in a loop the query is not in, that forget the past."""
    pending: list[Value] = [query.target]
    seen: set[int] = set()
    while pending:
        value = pending.pop()
        if value.number in seen or len(seen) > 200:
            continue
        seen.add(value.number)
        loops = value.context.loops[len(query.context.loops) :]
        before = value.facts.get("rebinds")
        if (
            loops
            and value.facts.get("bound") is not None
            and value.is_op
            and isinstance(before, Value)
            and _starts_a_sum(before, value)
            and not _remembers(value, loops[0][0])
        ):
            yield value
        if isinstance(value, Phi) or not loops:
            pending.extend(edge.to for edge in value.edges if reach.obstacle(value, edge) is None)


def _starts_a_sum(before: Value, value: Value) -> bool:
    """Was the name initialised to zero outside the loop?"""
    outer = [item for item in alternatives(before) if item.context.loops != value.context.loops]
    return any(is_zero(item) for item in outer)


def is_zero(value: Value) -> bool:
    if isinstance(value.const, (int, float)) and value.const == 0 and value.kind == "number":
        return True
    if value.facts.get("op") in ("tf.zeros", "tf.zeros_like"):
        return True
    inputs = value.facts.get("inputs") or ()
    if value.facts.get("constant") and inputs:
        return all(is_zero(item) for item in inputs)
    if isinstance(value, Sequence):
        return bool(value.items) and all(is_zero(item) for item in value.items)
    return False


def _remembers(value: Value, loop: int) -> bool:
    """Does the value depend on anything an earlier iteration left behind?"""
    pending = [value]
    seen: set[int] = set()
    while pending and len(seen) < 5000:
        item = pending.pop()
        if item.number in seen:
            continue
        seen.add(item.number)
        if isinstance(item, Phi) and item.loop and item.context.loops[-1:] and any(
            number == loop for number, _ in item.context.loops
        ) and len(item.edges) > 1:
            return True
        if item.kind == "state" and any(number == loop for number, _ in item.context.loops):
            return True
        if item.facts.get("opaque"):
            continue
        pending.extend(edge.to for edge in item.edges)
    return False


@check
def summed_targets(survey: Survey) -> Iterator[Problem]:
    """A vector target is summed; a Jacobian, Hessian or per-example gradient was meant."""
    for query in survey.graph.queries:
        if query.method != "gradient" or not query.explicit:
            continue
        if query.arguments.get(2, "output_gradients") is not None:
            continue
        names = query.result.facts.get("names", []) if query.result is not None else []
        target = query.target
        if isinstance(target, Sequence):
            yield from _summed_list(query, target)
        elif _is_vector(target) and any(_PER_OUTPUT.search(name) for name in names):
            yield Problem(
                "TFG502", query.site,
                f"{shown(target)} is not a scalar: `gradient` sums over its elements, "
                f"and `{names[0]}` gets the sum",
                "wrong", "warning", query=query,
            )
        elif _mixes_outputs(survey.reach(query), query, target):
            yield Problem(
                "TFG502", query.site,
                f"{shown(target)} stacks several outputs: `gradient` gives the sum of their "
                "gradients, not one row per output",
                "wrong", "warning", query=query,
            )


def _is_vector(target: Value) -> bool:
    if target.scalar is False:
        return True
    if isinstance(target, Gradients):
        return any(_is_vector(source.value) for source in target.query.sources)
    return False


def _mixes_outputs(reach: Reach, query: Query, target: Value) -> bool:
    """`tf.stack([f(x), g(x)])` for one vector `x`: different functions, added up."""
    if target.facts.get("op") != "tf.stack" or len(query.sources) != 1:
        return False
    source = query.sources[0].value
    if source.scalar is not False:
        return False
    for value in target.facts.get("inputs") or ():
        if isinstance(value, Sequence) and value.exact and len(value.items) > 1:
            return all(reach.leads_to(item, source) for item in value.items)
    return False


def _summed_list(query: Query, target: Sequence) -> Iterator[Problem]:
    unpacked = query.result.facts.get("unpacked") if query.result is not None else None
    if isinstance(query.asked, (Sequence, Weights)) or unpacked is None:
        return
    if target.exact and len(target.items) > 1 and unpacked == len(target.items):
        yield Problem(
            "TFG504", query.site,
            "the gradients of several targets are added up: one call gives one sum, not one "
            "gradient per target",
            "wrong", "warning", query=query,
        )


@check
def mismatched_pairs(survey: Survey) -> Iterator[Problem]:
    for event in survey.graph.events:
        if event.kind != "apply-gradients" or event.note != "paired":
            continue
        _optimizer, _pairs, gradients, variables = event.values
        if _are_variables(gradients) and _are_gradients(variables):
            yield Problem(
                "TFG505", event.site,
                "gradients come first in each pair, then the variable they belong to", "error",
            )
            continue
        query = _query_behind(gradients)
        if query is None:
            continue
        if _differ(query.asked, variables):
            yield Problem(
                "TFG505", event.site,
                f"these gradients were asked for {shown(query.asked)}, and are applied to "
                f"{shown(variables)}",
                "wrong", query=query,
            )


def _are_gradients(value: Value) -> bool:
    return isinstance(value, Gradients)


def _are_variables(value: Value) -> bool:
    if isinstance(value, Sequence):
        return bool(value.items) and all(item.kind == "variable" for item in value.items)
    return isinstance(value, Weights)


def _query_behind(value: Value) -> Query | None:
    """The one query these gradients come from, also after clipping or scaling each."""
    found: set[int] = set()
    queries: list[Query] = []
    pending = [value]
    while pending and len(found) < 500:
        item = pending.pop()
        if item.number in found:
            continue
        found.add(item.number)
        if isinstance(item, Gradients):
            queries.append(item.query)
            continue
        if isinstance(item, Phi) and len(item.edges) > 1:
            return None
        pending.extend(edge.to for edge in item.edges)
    return queries[0] if len(queries) == 1 else None


def _differ(asked: Value, applied: Value) -> bool:
    """Are these certainly two different lists of variables?"""
    if isinstance(asked, Weights) and isinstance(applied, Weights):
        if asked.owner is applied.owner or asked.name != applied.name:
            return False
        known = ("layer", "model", "instance")
        both = asked.owner.kind in known and applied.owner.kind in known
        parameters = asked.owner.kind == applied.owner.kind == "unknown"
        return both or (parameters and _both_named(asked.owner, applied.owner))
    if isinstance(asked, Sequence) and isinstance(applied, Sequence):
        if not asked.exact or not applied.exact or len(asked.items) != len(applied.items):
            return False
        pairs = list(zip(asked.items, applied.items))
        return all(a.kind == b.kind == "variable" for a, b in pairs) and any(
            a is not b for a, b in pairs
        )
    return False


def _both_named(left: Value, right: Value) -> bool:
    """Two different parameters or attributes, each known only by its name."""
    return bool(left.name and right.name and left.name != right.name) and not (
        isinstance(left, Phi) or isinstance(right, Phi)
    ) and bool(left.facts.get("parameter") and right.facts.get("parameter"))


@check
def stale_gradients(survey: Survey) -> Iterator[Problem]:
    """Gradients computed once and applied again and again."""
    for event in survey.graph.events:
        if event.kind != "apply-gradients" or event.note != "paired":
            continue
        query = _query_behind(event.values[2])
        if query is None:
            continue
        outer, inner = query.context.loops, event.context.loops
        extra = inner[len(outer) :]
        if inner[: len(outer)] != outer or not extra:
            continue
        if query.context.calls != event.context.calls:
            continue
        if any(number not in survey.single_loops for number, _ in extra):
            yield Problem(
                "TFG507", event.site,
                "these gradients were computed once, before the loop: every further step applies "
                "them at weights they do not belong to",
                "wrong", "warning", query=query,
            )


__all__ = ["Tape"]
