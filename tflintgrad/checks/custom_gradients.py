"""TFG7xx: functions under `@tf.custom_gradient`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import Function, Gradients
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.traversal import all_behind, all_edges, uncut_edges, walk_back
from tflintgrad.flow.domain.values import Sequence, Value, alternatives
from tflintgrad.flow.models.custom_gradient import CustomGradient, used_variables


@check
def custom_gradients(survey: CheckContext) -> Iterator[Problem]:
    told: set[int] = set()
    for event in survey.graph.events:
        if event.kind != "custom-gradient":
            continue
        seen: CustomGradient = event.values[0].facts["custom"]
        recorded = bool(event.context.recording)
        counted = _count(seen, recorded)
        for problem in (_no_pair(seen), _no_variables(seen), counted, _upstream(seen)):
            if problem is not None and id(problem.site) not in told:
                told.add(id(problem.site))
                yield problem


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
    return Problem(
        "TFG704",
        seen.returned.facts.get("returned") or seen.function.node,
        "a function under `@tf.custom_gradient` returns `(result, gradient function)`",
        "error",
    )


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
        if value.facts.get("trainable", True) and id(value) not in passed
    ]
    if not used:
        return None
    return Problem(
        "TFG701",
        seen.gradient.node,
        f"the function uses the variable `{used[0].name or 'of a layer'}`, and its gradient "
        "function takes no `variables`: TensorFlow raises `TypeError`",
        "error",
    )


def _count(seen: CustomGradient, recorded: bool) -> Problem | None:
    if seen.answers is None or seen.gradient is None or seen.arguments.unpacked:
        return None
    if seen.gradient.node.params.star_kwarg is not None:
        return None
    parameters = seen.function.node.params
    if isinstance(parameters.star_arg, cst.Param) or parameters.star_kwarg is not None:
        return None
    if seen.arguments.is_synthetic:
        if seen.function.facts.get("not_followed"):
            return None  # somebody calls it, who knows with what
        expected = len(parameters.params) + len(parameters.posonly_params)
        expected -= seen.function.owner is not None  # TensorFlow does not count `self`
        if seen.function.defaults:
            return None
    else:
        expected = sum(map(_tensors, seen.arguments.positional))
        if not recorded and expected != len(seen.arguments.positional):
            return None  # lists in the place of tensors, where nobody asks for a gradient
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
    if given == expected or seen.arguments.keywords:
        return None
    return Problem(
        "TFG702",
        answers.facts.get("returned") or answers.site or seen.function.node,
        f"{given} gradient{'s' if given != 1 else ''} for {expected} argument"
        f"{'s' if expected != 1 else ''}: TensorFlow raises `ValueError`",
        "error",
    )


def _tensors(value: Value) -> int:
    """How many tensors an argument is: a list counts each of its items."""
    if isinstance(value, Sequence) and value.exact:
        return sum(map(_tensors, value.items))
    return 1


def _no_variable_gradients(answers: Value, seen: CustomGradient) -> Problem:
    return Problem(
        "TFG702",
        answers.facts.get("returned") or answers.site or seen.function.node,
        "with `variables`, the gradient function returns a pair: gradients of the arguments, and "
        "a list of gradients of the variables",
        "error",
    )


def _upstream(seen: CustomGradient) -> Problem | None:
    if seen.answers is None or seen.upstream is None or seen.gradient is None:
        return None
    if seen.answers.kind in (kinds.NONE, kinds.UNKNOWN) or _is_zero(seen.answers):
        return None
    outputs = getattr(seen.result, "items", None) or [seen.result]
    ignored = [
        _depends(seen.answers, {upstream.number}) is False
        for upstream, output in zip(seen.upstream, outputs, strict=False)
        if len(outputs) == 1 or _varies_with(output, seen)
    ]
    if not any(ignored):
        return None
    return Problem(
        "TFG703",
        seen.gradient.node,
        "the gradient function ignores the gradient that comes from above: the chain rule "
        "breaks as soon as anything follows this function",
        "wrong",
    )


def _varies_with(output: Value, seen: CustomGradient) -> bool:
    """Does this output have a slope? A mask beside the result does not."""
    given = {value.number for value in _with_slope(seen)}
    return any(item.number in given for item in walk_back(output, uncut_edges))


def _with_slope(seen: CustomGradient) -> list[Value]:
    """The arguments for which the gradient function answers more than zero."""
    arguments, answers = seen.arguments.all(), seen.answers
    if not isinstance(answers, Sequence) or len(answers.items) != len(arguments):
        return arguments
    pairs = zip(arguments, answers.items, strict=True)
    return [value for value, answer in pairs if not _is_zero(answer)]


def _is_zero(value: Value) -> bool:
    """Zeros block the gradient on purpose."""
    if isinstance(value, Sequence):
        return all(_is_zero(item) for item in value.items)
    plainly = value.kind is kinds.NUMBER and value.const == 0
    return plainly or value.kind is kinds.NONE or computed_by(value, "zeros")


def _depends(value: Value, goals: set[int]) -> bool | None:
    """False only when every part of the value is understood and none is upstream."""
    behind = all_behind(value)
    if behind is None:
        return None
    if any(item.number in goals for item in behind):
        return True
    return None if any(item.facts.get("opaque") for item in behind) else False


@check
def cuts_in_gradients(survey: CheckContext) -> Iterator[Problem]:
    """A cut in a gradient function matters to whoever differentiates a second time."""
    told: set[int] = set()
    for query in survey.graph.queries:
        taken = survey.reach(query).reached.values()
        for inner in [value for value in taken if isinstance(value, Gradients)]:
            for value in survey.reach(inner.query).reached.values():
                seen = value.facts.get("custom")
                if not isinstance(seen, CustomGradient) or seen.answers is None:
                    continue
                for culprit in _cut_answers(seen):
                    if culprit.site is not None and id(culprit.site) not in told:
                        told.add(id(culprit.site))
                        yield Problem(
                            "TFG705",
                            culprit.site,
                            "the gradient stops here, inside a gradient function that is itself "
                            "differentiated",
                            "wrong",
                            query=query,
                            culprit=culprit,
                        )


def _cut_answers(seen: CustomGradient) -> list[Value]:
    """Cuts between what the gradient function is given and what it answers."""
    assert seen.answers is not None
    given = {v.number for v in (*seen.arguments.all(), *(seen.upstream or []))}
    found: list[Value] = []

    def inside(value: Value) -> Iterable[Value]:
        return () if value.number in given else all_edges(value)

    for value in walk_back(seen.answers, inside):
        for edge in value.edges:
            cut = edge.cut
            if cut is None or cut.harmless:
                continue
            if any(item.number in given for item in walk_back(edge.to)):
                found.append(value)
                break
    return found
