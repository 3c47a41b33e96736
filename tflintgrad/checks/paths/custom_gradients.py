"""Functions under `@tf.custom_gradient` (rules 7xx)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.cuts import CutKind
from tflintgrad.flow.domain.graph import Event
from tflintgrad.flow.domain.objects import Function, Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import all_behind, may_find, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Edge, Sequence, Value, alternatives
from tflintgrad.flow.domain.variables import is_trainable
from tflintgrad.flow.library_models.custom_gradient import CustomGradient, used_variables
from tflintgrad.flow.reachability import Reachability


@check
def custom_gradients(context: CheckContext) -> Iterator[Problem]:
    """Report functions that TensorFlow rejects, and gradient functions that ignore their input."""
    reported: set[int] = set()
    for event in context.graph.events:
        if event.kind != "custom-gradient":
            continue
        seen: CustomGradient = event.values[0].facts["custom"]
        recorded = bool(event.context.recording)
        counted = _count(seen, recorded)
        bypassed = _bypassed(seen, event)
        for found in (_no_pair(seen), _no_variables(seen), counted, _upstream(seen), bypassed):
            if found is not None and id(found.site) not in reported:
                reported.add(id(found.site))
                yield found


def _no_pair(seen: CustomGradient) -> Problem | None:
    returned = seen.returned
    halfway = seen.result is not None and seen.gradient is None
    if halfway and isinstance(returned, Sequence) and returned.items[1].kind is kinds.TENSOR:
        return _not_a_pair(seen)
    if seen.result is not None or returned.kind in (kinds.UNKNOWN,):
        return None
    if isinstance(returned, Sequence) and (not returned.exact or _may_be_pair(returned)):
        return None
    if returned.kind not in (kinds.TENSOR, kinds.TUPLE, kinds.NONE, kinds.FUNCTION, kinds.VARIABLE):
        return None
    if len(alternatives(returned)) > 1:
        return None
    return _not_a_pair(seen)


def _not_a_pair(seen: CustomGradient) -> Problem:
    return problem("no-gradient-pair", seen.returned.facts.get("returned") or seen.function.node)


def _may_be_pair(returned: Sequence) -> bool:
    return len(returned.items) == 2 and not isinstance(returned.items[0], Function)


def _no_variables(seen: CustomGradient) -> Problem | None:
    if seen.gradient is None or seen.result is None:
        return None
    parameters = seen.gradient.node.params
    names = {p.name.value for p in (*parameters.params, *parameters.kwonly_params)}
    if "variables" in names or parameters.star_kwarg is not None:
        return None
    passed = {id(value) for value in seen.arguments.all()}
    used = [
        value
        for value in used_variables(seen.result, seen.arguments)
        if is_trainable(value) and id(value) not in passed
    ]
    if not used:
        return None
    variable = shown(used[0]) if used[0].name else "a variable of a layer"
    rule, function = "missing-variables-argument", seen.function.node
    return problem(rule, seen.gradient.node, variable=variable, function=function)


def _count(seen: CustomGradient, recorded: bool) -> Problem | None:
    if seen.answers is None or seen.gradient is None or seen.arguments.unpacked:
        return None
    if seen.gradient.node.params.star_kwarg is not None:
        return None
    parameters = seen.function.node.params
    if isinstance(parameters.star_arg, cst.Param) or parameters.star_kwarg is not None:
        return None
    if seen.arguments.is_synthetic:
        if seen.function.is_not_followed:
            return None  # it is called with unknown arguments
        expected = len(parameters.params) + len(parameters.posonly_params)
        expected -= seen.function.owner is not None  # TensorFlow does not count `self`
        if seen.function.defaults:
            return None
    else:
        if not _fits(seen):
            return None  # another function of that name is meant
        expected = sum(map(_tensors, seen.arguments.positional))
        if not recorded and expected != len(seen.arguments.positional):
            return None  # lists in the place of tensors, where no gradient is requested
    answers = seen.answers
    if isinstance(answers, Sequence) and answers.exact:
        given = len(answers.items)
        own = seen.gradient.node.params
        if "variables" in {p.name.value for p in (*own.params, *own.kwonly_params)}:
            return None
    elif answers.kind is kinds.TENSOR:
        given = 1
        takes = {p.name.value for p in seen.gradient.node.params.params}
        used = used_variables(seen.result, seen.arguments) if seen.result is not None else []
        if "variables" in takes and used:
            return _no_variable_gradients(answers, seen)
    else:
        return None
    if given == expected or _keywords_only(seen):
        return None
    traced = answers.context.mode == "traced"
    return problem(
        "wrong-gradient-count/traced" if traced else "wrong-gradient-count",
        answers.facts.get("returned") or answers.site or seen.function.node,
        gradients=_counted(given, "gradient"),
        arguments=_counted(expected, "argument"),
    )


def _fits(seen: CustomGradient) -> bool:
    """True if the function takes as many arguments as the call passes."""
    parameters = seen.function.node.params
    taken = [*parameters.posonly_params, *parameters.params][seen.function.owner is not None :]
    needed = [item for item in taken if item.default is None]
    passed = len(seen.arguments.positional)
    return passed <= len(taken) and passed + len(seen.arguments.keywords) >= len(needed)


def _keywords_only(seen: CustomGradient) -> bool:
    """True if a call passes no argument by position, so that the decorator sees none."""
    passed = seen.arguments
    return bool(passed.keywords) and not passed.positional and not passed.unpacked


def _bypassed(seen: CustomGradient, event: Event) -> Problem | None:
    """Return the problem of a call with keywords, which the decorator does not support."""
    if seen.arguments.is_synthetic or not seen.arguments.keywords or seen.gradient is None:
        return None
    if event.context.mode == "traced":
        return problem("custom-gradient-bypassed/traced", seen.arguments.site)
    tensors = [v for v in seen.arguments.keywords.values() if v.kind in _DIFFERENTIABLE]
    recorded = event.context.recording and event.context.mode == "eager"
    if not tensors or not _keywords_only(seen) or not recorded:
        return None
    tapes = event.context.recording
    query = next((query for tape in tapes for query in tape.queries if query.explicit), None)
    if query is None:
        return None
    name = seen.function.node.name.value if isinstance(seen.function.node, cst.FunctionDef) else ""
    return problem(
        "custom-gradient-bypassed",
        seen.arguments.site,
        query,
        function=f"`{name}`" if name else "the function",
    )


_DIFFERENTIABLE: Final = (kinds.TENSOR, kinds.VARIABLE, kinds.GRADIENTS)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _tensors(value: Value) -> int:
    """Return how many tensors an argument holds: a list counts each of its items."""
    if isinstance(value, Sequence) and value.exact:
        return sum(map(_tensors, value.items))
    return 1


def _no_variable_gradients(answers: Value, seen: CustomGradient) -> Problem:
    return problem(
        "wrong-gradient-count/variables",
        answers.facts.get("returned") or answers.site or seen.function.node,
    )


def _upstream(seen: CustomGradient) -> Problem | None:
    if seen.answers is None or seen.upstream is None or seen.gradient is None:
        return None
    if seen.answers.kind in (kinds.NONE, kinds.UNKNOWN) or _is_zero(seen.answers):
        return None
    outputs = getattr(seen.result, "items", None) or [seen.result]
    is_unknown = seen.result is None or seen.result.kind is kinds.UNKNOWN
    if is_unknown and len(seen.gradient.node.params.params) > 1:
        return None  # the result may be several outputs
    ignored = [
        _depends(seen.answers, {upstream.number}, seen.arguments.is_synthetic) is False
        for upstream, output in zip(seen.upstream, outputs, strict=False)
        if len(outputs) == 1 or _varies_with(output, seen)
    ]
    if not any(ignored):
        return None
    return problem("upstream-ignored", seen.gradient.node)


def _varies_with(output: Value, seen: CustomGradient) -> bool:
    """True if this output has a slope; a mask beside the result has none."""
    given = {value.number for value in _with_slope(seen)}
    return any(item.number in given for item in walk_back(output, uncut_edges))


def _with_slope(seen: CustomGradient) -> list[Value]:
    """Return the arguments for which the gradient function returns more than zero."""
    arguments, answers = seen.arguments.all(), seen.answers
    if not isinstance(answers, Sequence) or len(answers.items) != len(arguments):
        return arguments
    pairs = zip(arguments, answers.items, strict=True)
    return [value for value, answer in pairs if not _is_zero(answer)]


def _is_zero(value: Value) -> bool:
    """True for zeros and `None`, which block the gradient on purpose."""
    if isinstance(value, Sequence):
        return all(_is_zero(item) for item in value.items)
    plainly = value.kind is kinds.NUMBER and value.const == 0
    return plainly or value.kind is kinds.NONE or computed_by(value, "zeros")


def _depends(value: Value, goals: set[int], with_history: bool) -> bool | None:
    """True if a value depends on one of `goals`; None if some part of it is unknown.

    `with_history`: what existed before counts as well. The program does not call such a function,
    and what is not known of its data says that it may be meant for a library.
    """
    first = 0 if with_history else min(goals)

    def since(item: Value) -> list[Value]:
        # What was made before the upstream gradient cannot depend on it, known or not.
        return [edge.to for edge in item.edges if edge.to.number >= first]

    behind = all_behind(value, since)
    if behind is None:
        return None
    if any(item.number in goals for item in behind):
        return True
    return None if any(item.facts.get("opaque") for item in behind) else False


@check
def cuts_in_gradients(context: CheckContext) -> Iterator[Problem]:
    """Report cuts in a gradient function that is differentiated a second time."""
    reported: set[int] = set()
    for query in context.graph.queries:
        taken = context.reach(query).reached.values()
        for inner in [value for value in taken if isinstance(value, Gradients)]:
            reach = context.reach(inner.query)
            for value in reach.reached.values():
                seen = value.facts.get("custom")
                if not isinstance(seen, CustomGradient) or seen.answers is None:
                    continue
                if not _is_passed(reach, value):
                    continue
                for culprit in _cut_answers(seen):
                    if culprit.site is not None and id(culprit.site) not in reported:
                        reported.add(id(culprit.site))
                        yield problem(
                            "cut-inside-gradient",
                            culprit.site,
                            query,
                            culprit=culprit,
                            effect="wrong" if _has_other_terms(query, inner, seen) else None,
                        )


def _is_passed(reach: Reachability, value: Value) -> bool:
    """True if a gradient passes the value on its way to a source, which it is not itself."""
    return any(
        value not in reach.aliases(source.value) and reach.leads_to(value, source.value)
        for source in reach.query.sources
    )


def _has_other_terms(query: Query, inner: Gradients, seen: CustomGradient) -> bool:
    """True if a second derivative is left without the cut, so that it only lacks a term."""
    assert seen.answers is not None
    if may_find(seen.answers, seen.arguments.all(), uncut_edges):
        return True

    def around(value: Value) -> Iterable[Value]:
        return () if value is inner else uncut_edges(value)

    return may_find(query.target, [source.value for source in query.sources], around)


def _cut_answers(seen: CustomGradient) -> list[Value]:
    """Return values with a cut between the arguments of the gradient function and its results."""
    assert seen.answers is not None
    given = {v.number for v in (*seen.arguments.all(), *(seen.upstream or []))}
    found: list[Value] = []

    def inside(value: Value) -> Iterable[Value]:
        if value.number in given:
            return ()
        return [edge.to for edge in value.edges if not _only_chooses(edge)]

    for value in walk_back(seen.answers, inside):
        for edge in value.edges:
            cut = edge.cut
            if cut is None or cut.shape_only or _only_chooses(edge):
                continue
            if any(item.number in given for item in walk_back(edge.to)):
                found.append(value)
                break
    return found


def _only_chooses(edge: Edge) -> bool:
    """True for a condition or an index: it chooses among numbers and has no slope."""
    cut = edge.cut
    return cut is not None and (
        cut.selects or cut.kind is CutKind.COMPARISON or edge.to.dtype == "bool"
    )
