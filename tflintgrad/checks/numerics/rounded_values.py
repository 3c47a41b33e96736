"""Gradients that are NaN where rounding makes a value 0, 1 or infinite."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.checks.numerics.nan_paths import is_masked, shown_op, tracked_source
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.activations import activation_of, probabilities_of
from tflintgrad.flow.properties.cosines import contains_similarity, cosine_of
from tflintgrad.flow.properties.ranges import inputs_of, range_of, unshaped
from tflintgrad.knowledge.roles import is_a

#: Beyond this number, `exp` is infinite in 32-bit floats.
OVERFLOW = 88.0
#: Numbers below this one are zero in 16-bit floats.
ZERO_IN_HALF = 2.98e-8
#: Beyond this number, the hyperbolic tangent is exactly 1 in 32-bit floats.
ROUNDED_TO_ONE = 10.0


@check
def rounded_values(context: CheckContext) -> Iterator[Problem]:
    """Report ops whose gradient is NaN once rounding has made their input a singular point."""
    reported: set[int] = set()
    for query in context.graph.queries:
        reach = context.reach(query)
        for value in list(reach.must_reach.values()):
            if value.site is None or id(value.site) in reported:
                continue
            found = next((kind for rule in _RULES if (kind := rule(value)) is not None), None)
            if found is None or not reach.is_recorded(value) or is_masked(reach, value):
                continue
            source = tracked_source(reach, query, value)
            if source is not None:
                reported.add(id(value.site))
                yield _problem(found, value, value.site, query, reach.path(source, value))


def _problem(
    found: str, value: Value, site: cst.CSTNode, query: Query, path: list[Value]
) -> Problem:
    rules = {
        "softmax": "log-of-softmax",
        "sigmoid": "log-of-softmax/sigmoid",
        "complement": "log-of-softmax/complement",
        "half": "log-of-softmax/half",
        "tanh": "log-of-softmax/tanh",
        "parallel": "angle-of-cosine",
        "self": "angle-of-cosine/self",
        "exp: softplus": "overflowing-exponential",
        "exp: sigmoid": "overflowing-exponential/sigmoid",
        "exp: softmax": "overflowing-exponential/softmax",
        "exp: logsumexp": "overflowing-exponential/logsumexp",
    }
    return problem(rules[found], site, query, path=path, culprit=value, op=shown_op(value))


# --- logarithms of probabilities ----------------------------------------------------------


def _log_of_probability(value: Value) -> str | None:
    inputs = inputs_of(value)
    if computed_by(value, "log1p") and len(inputs) == 1:
        negated = inputs_of(inputs[0])
        is_negation = inputs[0].facts.get("op") == "-" and len(negated) == 1
        return "tanh" if is_negation and _is_squared_tanh(negated[0]) else None
    if not computed_by(value, "log") or len(inputs) != 1:
        return None
    argument = inputs[0]
    found = probabilities_of(_chosen(argument))
    if found is not None:
        logits = inputs_of(found.made)
        if logits and contains_similarity(logits[0]):
            return None  # a cosine over a temperature has bounds, so nothing underflows
        return "softmax" if found.is_softmax else "sigmoid"
    parts = inputs_of(argument)
    if computed_by(argument, "add") and len(parts) == 2 and _vanishes(*parts):
        return "half"
    if computed_by(argument, "subtract") and len(parts) == 2 and parts[0].const == 1:
        inner = probabilities_of(_chosen(parts[1]))
        if inner is not None:
            return "complement"
        return "tanh" if _is_squared_tanh(parts[1]) else None
    return None


def _vanishes(*parts: Value) -> bool:
    """True for a probability in 16-bit floats, and an epsilon that such a float rounds to zero."""
    epsilons = [item for item in parts if isinstance(item.const, float)]
    others = [item for item in parts if item not in epsilons]
    if len(epsilons) != 1 or len(others) != 1 or not 0 < epsilons[0].const < ZERO_IN_HALF:
        return False
    found = probabilities_of(others[0])
    layer = found.made.facts.get("layer") if found is not None and found.bare else None
    return layer is not None and layer.in_half


def _is_squared_tanh(value: Value) -> bool:
    """True for the square of the hyperbolic tangent of a number that may be large."""
    inputs = inputs_of(value)
    is_square = computed_by(value, "square") or (
        computed_by(value, "power") and len(inputs) == 2 and inputs[1].const == 2
    )
    if not is_square and not (computed_by(value, "multiply") and inputs[0] is inputs[-1]):
        return False
    layer = inputs[0].facts.get("layer")
    if layer is not None:
        return is_a(activation_of(layer) or "", "hyperbolic_tangent")
    if not computed_by(inputs[0], "hyperbolic_tangent"):
        return False
    bounds = range_of(inputs_of(inputs[0])[0])
    return bounds is None or bounds.high > ROUNDED_TO_ONE or bounds.low < -ROUNDED_TO_ONE


def _chosen(value: Value) -> Value:
    """Return p for `reduce_sum(one_hot * p)`, which chooses one probability of each row."""
    inputs = inputs_of(value)
    product = inputs_of(inputs[0]) if inputs else ()
    if not computed_by(value, "reduce_sum") or not computed_by(inputs[0], "multiply"):
        return value
    others = [item for item in product if not computed_by(unshaped(item), "one_hot")]
    return others[0] if len(others) == 1 == len(product) - 1 else value


# --- angles ----------------------------------------------------------------------------------


def _angle_of_cosine(value: Value) -> str | None:
    inputs = inputs_of(value)
    if not computed_by(value, "arc_cosine") or not inputs:
        return None
    cosine = cosine_of(inputs[0])
    if cosine is None:
        return None
    return "self" if cosine.with_itself else "parallel"


# --- overflow ---------------------------------------------------------------------------------


def _overflow(value: Value) -> str | None:
    """Return which of softplus, sigmoid, softmax and logsumexp is written with `exp` here."""
    inputs = inputs_of(value)
    if computed_by(value, "log1p") and _grows(inputs[0]):
        return "exp: softplus"
    if computed_by(value, "log") and inputs:
        inner = inputs[0]
        if _one_plus_exponential(inner) is not None:
            return "exp: softplus"
        summed = inputs_of(inner)
        if computed_by(inner, "reduce_sum") and summed and _grows(summed[0]):
            return "exp: logsumexp"
    if computed_by(value, "divide") and len(inputs) == 2:
        above, below = inputs
        if _one_plus_exponential(below) is not None and (above.const == 1 or _grows(above)):
            return "exp: sigmoid"
        summed = inputs_of(below)
        if computed_by(below, "reduce_sum") and summed and _grows(summed[0]) and _grows(above):
            return "exp: softmax"
    return None


def _one_plus_exponential(value: Value) -> Value | None:
    """Return `exp(x)` of `1 + exp(x)`, if it can overflow."""
    inputs = inputs_of(value)
    if not computed_by(value, "add") or len(inputs) != 2:
        return None
    for one, other in (inputs, inputs[::-1]):
        if one.const == 1 and _grows(other):
            return other
    return None


def _grows(value: Value) -> bool:
    """True for `exp(x)` of a number without an upper bound."""
    value = unshaped(value)
    inputs = inputs_of(value)
    if not computed_by(value, "exp") or not inputs:
        return False
    bounds = range_of(inputs[0])
    return bounds is not None and bounds.high > OVERFLOW


_Rule = Callable[[Value], str | None]
_RULES: tuple[_Rule, ...] = (_log_of_probability, _angle_of_cosine, _overflow)
