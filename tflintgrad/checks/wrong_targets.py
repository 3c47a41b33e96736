"""TFG5xx: gradients that come out, and are not the ones that were meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, inside_loop, shown
from tflintgrad.checks.keras_variables import keeps_statistics
from tflintgrad.flow.domain.objects import Gradients, Weights
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.query_sources import expand_sources
from tflintgrad.flow.domain.traversal import all_behind, all_edges, walk_back
from tflintgrad.flow.domain.values import Phi, Sequence, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.reachability import Reachability

_SPELLINGS = {
    "output_gradient": "output_gradients",
    "grad_ys": "output_gradients",
    "source": "sources",
    "targets": "target",
    "unconnected_gradient": "unconnected_gradients",
}
_JACOBIAN = re.compile(r"jac|hess|hvp|^[jh]$|sensitivity_matrix", re.IGNORECASE)
_PER_OUTPUT = re.compile(
    rf"{_JACOBIAN.pattern}|per_(example|sample|output|step|class)", re.IGNORECASE
)


@check
def misspelt_arguments(survey: CheckContext) -> Iterator[Problem]:
    for event in survey.graph.events:
        if event.kind == "misspelt":
            method, _, keyword = event.note.partition(":")
            right = _SPELLINGS.get(keyword)
            hint = f": did you mean `{right}`?" if right and right != keyword else ""
            yield Problem(
                "TFG503",
                event.site,
                f"`{method}()` has no argument `{keyword}` and raises `TypeError`{hint}",
                "error",
            )


@check
def summed_targets(survey: CheckContext) -> Iterator[Problem]:
    """A vector target is summed; a Jacobian, Hessian or per-example gradient was meant."""
    for query in survey.graph.queries:
        if query.method != "gradient" or not query.explicit:
            continue
        if query.arguments.get(2, "output_gradients") is not None:
            continue
        if any("diag" in name for name in _names_around(query)):
            continue
        target = query.target
        names = _names_around(query)
        if isinstance(target, Sequence):
            yield from _summed_list(survey.reach(query), query, target)
        elif any(_PER_OUTPUT.search(name) for name in names) and _is_vector(query, names):
            yield Problem(
                "TFG502",
                query.site,
                f"{shown(target)} is not a scalar: `gradient` adds up the gradients of its "
                "elements",
                "wrong",
                "warning",
                query=query,
            )
        elif _mixes_outputs(survey.reach(query), query, target):
            yield Problem(
                "TFG502",
                query.site,
                f"{shown(target)} stacks several outputs: `gradient` gives the sum of their "
                "gradients, not one row per output",
                "wrong",
                "warning",
                query=query,
            )


def _names_around(query: Query) -> list[str]:
    """What the result is called, and the function that asks: evidence of intent."""
    names = list(query.result.facts.get("names", [])) if query.result is not None else []
    return [*names, query.context.function]


def _is_vector(query: Query, names: list[str]) -> bool:
    """Does the target have several elements whose gradients are not meant to be added up?"""
    target = query.target
    several = [source.value for source in query.sources if source.value.scalar is not True]
    if target.scalar is True or any(_elementwise(target, value) for value in several):
        return False
    if isinstance(target, Gradients):
        return any(source.value.scalar is False for source in target.query.sources)
    if any(_JACOBIAN.search(name) for name in names):
        return target.scalar is False
    # One gradient per example is meant for parameters; for the inputs, rows do not mix.
    parameters = ("variable", "layer", "model")
    return (
        target.kind == "tensor"
        and target.is_op
        and all(source.value.kind in parameters for source in query.sources)
    )


def _elementwise(target: Value, source: Value) -> bool:
    """Is every element of the target a function of one element of the source?"""
    behind = all_behind(target, limit=limits.MAX_NEAR_VALUES)
    if behind is None:
        return True  # for all we know
    towards = [v for v in behind if _is_behind(source, v)]
    return source in towards and all(v is source or _keeps_elements(v) for v in towards)


def _is_behind(source: Value, value: Value) -> bool:
    return any(item is source for item in walk_back(value, limit=limits.MAX_NEAR_VALUES))


def _keeps_elements(value: Value) -> bool:
    entry = entry_of(value)
    return entry is not None and entry.facts.get("shape") == "elementwise"


def _mixes_outputs(reach: Reachability, query: Query, target: Value) -> bool:
    """`tf.stack([f(x), g(x)])` for one vector `x`: different functions, added up."""
    if not computed_by(target, "stack") or len(query.sources) != 1:
        return False
    source = query.sources[0].value
    if source.scalar is not False:
        return False
    for value in target.facts.get("inputs") or ():
        if isinstance(value, Sequence) and value.exact and len(value.items) > 1:
            mixed = all(reach.leads_to(item, source) for item in value.items)
            return mixed and not _are_different_elements(value.items, source)
    return False


def _are_different_elements(items: list[Value], source: Value) -> bool:
    """`[f(x[0]), g(x[1])]`: each is a function of an element of its own, so nothing is added up."""
    behind = [all_behind(item, limit=limits.MAX_CLOSE_VALUES) for item in items]
    indices = [_element_used(values, source) for values in behind if values is not None]
    different = None not in indices and len(set(indices)) == len(indices)
    return different or len(indices) < len(items)


def _element_used(behind: list[Value], source: Value) -> int | None:
    """The one constant index through which a value depends on the source."""
    found: set[int | None] = set()
    for value in behind:
        if source in (value.facts.get("inputs") or ()):
            index = value.facts.get("index")
            is_element = value.facts.get("op") == "[]" and isinstance(index, int)
            found.add(index if is_element else None)
    return found.pop() if len(found) == 1 else None


def _summed_list(reach: Reachability, query: Query, target: Sequence) -> Iterator[Problem]:
    unpacked = query.result.facts.get("unpacked") if query.result is not None else None
    if not target.exact or len(target.items) < 2:
        return
    if unpacked != len(target.items) and not _repeats_a_source(query.asked, len(target.items)):
        return
    asked = query.asked
    if isinstance(asked, Weights):
        return
    one_each = isinstance(asked, Sequence) and len(asked.items) == len(target.items)
    one_each = one_each and not _repeats_a_source(asked, len(target.items))
    if isinstance(asked, Sequence) and one_each and not _shared(reach, target, asked):
        return
    yield Problem(
        "TFG504",
        query.site,
        "the gradients of several targets are added up: one call gives one sum, not one "
        "gradient per target",
        "wrong",
        "warning",
        query=query,
    )


def _repeats_a_source(asked: Value, count: int) -> bool:
    """`[shared] * len(losses)`: one gradient per target was expected."""
    return (
        isinstance(asked, Sequence)
        and asked.exact
        and len(asked.items) == count
        and all(item is asked.items[0] for item in asked.items)
    )


def _shared(reach: Reachability, target: Sequence, asked: Sequence) -> bool:
    """One model per target, and a target that depends on more than its own."""
    if not all(isinstance(item, Weights) for item in asked.items):
        return False
    for index, goal in enumerate(target.items):
        for other, group in enumerate(asked.items):
            leaves = [source.value for source in expand_sources(group)]
            if other != index and any(reach.leads_to(goal, leaf) for leaf in leaves):
                return True
    return False


@check
def mismatched_pairs(survey: CheckContext) -> Iterator[Problem]:
    for event in survey.graph.events:
        if event.kind == "assign-to-gradient":
            yield Problem(
                "TFG505",
                event.site,
                "gradients and variables change places here: a gradient has no `assign`",
                "error",
            )
        if event.kind != "apply-gradients" or event.note != "paired":
            continue
        _optimizer, _pairs, gradients, variables = event.values
        if _are_variables(gradients) and _are_gradients(variables):
            yield Problem(
                "TFG505",
                event.site,
                "gradients come first in each pair, then the variable they belong to",
                "error",
            )
            continue
        query = _query_behind(gradients)
        if query is None:
            continue
        if _differ(survey.reach(query), query.asked, variables):
            yield Problem(
                "TFG505",
                event.site,
                f"these gradients were asked for {shown(query.asked)}, and are applied to "
                f"{shown(variables)}",
                "wrong",
                query=query,
            )


def _are_gradients(value: Value) -> bool:
    return isinstance(value, Gradients)


def _are_variables(value: Value) -> bool:
    if isinstance(value, Sequence):
        return bool(value.items) and all(item.kind == "variable" for item in value.items)
    return isinstance(value, Weights)


def _query_behind(value: Value) -> Query | None:
    """The one query these gradients come from, also after clipping or scaling each."""
    queries: list[Query] = []
    for item in all_behind(value, _until_gradients, limits.MAX_NEAR_VALUES) or ():
        if isinstance(item, Gradients):
            queries.append(item.query)
        elif (
            item.facts.get("reordered")
            or (isinstance(item, Phi) and len(item.edges) > 1)
            or (item.kind == "unknown" and not isinstance(item, Phi))
        ):
            return None
    return queries[0] if len(queries) == 1 else None


def _until_gradients(value: Value) -> Iterable[Value]:
    return () if isinstance(value, Gradients) else all_edges(value)


def _differ(reach: Reachability, asked: Value, applied: Value) -> bool:
    """Are these certainly two different lists of variables?"""
    if isinstance(asked, Weights) and isinstance(applied, Weights):
        if asked.owner is applied.owner:
            return asked.name != applied.name and keeps_statistics(asked.owner)
        # Gradients of a copy that are applied to the original are a way to train in parallel:
        # a mix-up is when both took part in the same target.
        leaves = [source.value for source in expand_sources(applied)]
        if asked.owner.kind == "unknown":
            return False
        own = [query.asked for query in reach.tape.queries if query is not reach.query]
        return any(reach.surely_reaches(leaf) for leaf in leaves) or any(
            isinstance(other, Weights) and other.owner is applied.owner for other in own
        )
    if isinstance(asked, Sequence) and isinstance(applied, Sequence):
        if "parts" in asked.facts and "parts" in applied.facts:
            return _permuted(asked.facts["parts"], applied.facts["parts"])
        if applied.facts.get("reordered") and not asked.facts.get("reordered"):
            return True
        if not asked.exact or not applied.exact or len(asked.items) != len(applied.items):
            return False
        pairs = list(zip(asked.items, applied.items, strict=True))
        return all(a.kind == b.kind == "variable" for a, b in pairs) and any(
            a is not b for a, b in pairs
        )
    return False


def _permuted(asked: tuple[Value, ...], applied: tuple[Value, ...]) -> bool:
    """`a.weights + b.weights` against `b.weights + a.weights`."""
    owners = [[p.owner for p in parts if isinstance(p, Weights)] for parts in (asked, applied)]
    known = all(len(parts) == len(asked) > 1 for parts in owners) and len(asked) == len(applied)
    return known and owners[0] != owners[1] and all(o in owners[0] for o in owners[1])


@check
def stale_gradients(survey: CheckContext) -> Iterator[Problem]:
    """Gradients computed once and applied again and again."""
    optimizers = _optimizers(survey)
    for event in survey.graph.events:
        if event.kind == "apply-gradients" and event.note == "paired":
            moved, gradients = event.values[3], event.values[2]
        elif event.kind == "assign" and event.note in ("assign_sub", "assign_add"):
            moved, *inputs = event.values
            gradients = inputs[0] if inputs else moved
        else:
            continue
        query = _query_behind(gradients)
        if query is None or len(optimizers.get(id(event.site), ())) > 1:
            continue  # or another one applies them in every iteration
        outer, inner = query.context.loops, event.context.loops
        extra = [number for number, _ in inner[len(outer) :]]
        if inner[: len(outer)] != outer or not extra or _varies(moved, extra):
            continue
        if _drawn_inside(gradients, extra):
            continue
        if any(number not in survey.single_loops for number in extra):
            yield Problem(
                "TFG507",
                event.site,
                "these gradients were computed once, before the loop: every further step applies "
                "them at weights they do not belong to",
                "wrong",
                "warning",
                query=query,
            )


def _optimizers(survey: CheckContext) -> dict[int, set[int]]:
    """Which apply gradients at a place, by its node."""
    found: dict[int, set[int]] = {}
    for event in survey.graph.events:
        if event.kind == "apply-gradients":
            found.setdefault(id(event.site), set()).add(event.values[0].number)
    return found


def _drawn_inside(value: Value, loops: list[int]) -> bool:
    """Does the loop go through the gradients, one in each iteration?"""
    behind = all_behind(value, _until_gradients, limits.MAX_CLOSE_VALUES)
    return behind is None or any(
        _is_drawn(item, loops) for item in behind if not isinstance(item, Gradients)
    )


def _is_drawn(item: Value, loops: list[int]) -> bool:
    if item.facts.get("element_of") is not None:
        return True
    if isinstance(item, Phi) and item.facts.get("element"):
        return True
    inside = any(inside_loop(item.context.loops, number) for number in loops)
    return inside and isinstance(item, (Phi, Sequence))


def _varies(value: Value, loops: list[int]) -> bool:
    """Is it another variable in every iteration?"""
    if isinstance(value, Sequence):
        parts = [*value.items, *([value.rest] if value.rest is not None else [])]
        return any(_varies(part, loops) for part in parts)
    if isinstance(value, Weights):
        return _varies(value.owner, loops)
    if isinstance(value, Phi) or value.facts.get("element"):
        return True
    return any(inside_loop(value.context.loops, n) for n in loops)
