"""Casts of complex numbers to floats, which drop the imaginary part."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad import limits
from tflintgrad.checks.base import CheckContext, Problem, check, problem, shown
from tflintgrad.checks.numerics.nan_paths import tracked_source
from tflintgrad.flow.domain.provenance import computed_by
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.properties.ranges import inputs_of


@check
def complex_casts(context: CheckContext) -> Iterator[Problem]:
    """Report casts to float of values that have an imaginary part."""
    for query in context.graph.queries:
        reach = context.reach(query)
        reached = list(reach.must_reach.values())
        for value in reached:
            inputs = inputs_of(value)
            if value.site is None or value.dtype != "float" or not computed_by(value, "cast"):
                continue
            if not inputs or inputs[0].dtype != "complex" or not _has_imaginary_part(inputs[0]):
                continue
            if any(computed_by(v, "imaginary") and inputs_of(v)[:1] == inputs[:1] for v in reached):
                continue  # the imaginary part is used beside it
            source = tracked_source(reach, query, value) if reach.is_recorded(value) else None
            if source is not None:
                yield problem(
                    "imaginary-part-dropped",
                    value.site,
                    query,
                    path=reach.path(source, value),
                    culprit=value,
                    name=shown(inputs[0]),
                )


def _has_imaginary_part(value: Value, depth: int = 0) -> bool:
    """True if the imaginary part is not zero: a spectrum, or `tf.complex(x, y)`."""
    inputs = inputs_of(value)
    if depth >= limits.MAX_PATTERN_STEPS or not inputs:
        return False
    if computed_by(value, "spectrum"):
        return True
    if computed_by(value, "complex_number"):
        return len(inputs) == 2 and not (
            computed_by(inputs[1], "zeros") or inputs[1].const is not None
        )
    if value.facts.get("op") == "[]" or computed_by(value, "keeps_values", "reshape"):
        return _has_imaginary_part(inputs[0], depth + 1)
    if computed_by(value, "add", "subtract") and len(inputs) == 2:
        # The sum of a number and its conjugate has none, but no conjugate is known to have one.
        parts = [_has_imaginary_part(item, depth + 1) for item in inputs]
        return any(parts) and all(
            part or _is_real(item) for part, item in zip(parts, inputs, strict=True)
        )
    if computed_by(value, "multiply", "divide") and len(inputs) == 2:
        return any(
            _has_imaginary_part(one, depth + 1) and _is_real(other)
            for one, other in (inputs, inputs[::-1])
        )
    return False


def _is_real(value: Value) -> bool:
    """True for a factor without an imaginary part: a number, or a float that was cast."""
    if isinstance(value.const, (int, float)):
        return True
    inputs = inputs_of(value)
    return bool(inputs) and computed_by(value, "cast") and inputs[0].dtype == "float"
