"""TFG6xx: gradients that are NaN or infinite at ordinary inputs."""

from __future__ import annotations

from collections.abc import Iterator

from tflintgrad.checks.numbers import is_zero
from tflintgrad.checks.problems import Problem, Survey, check
from tflintgrad.flow import ops
from tflintgrad.flow.queries import Query
from tflintgrad.flow.reach import Reach
from tflintgrad.flow.values import Phi, Value

_WHERE = {"tf.where", "tf.compat.v1.where", "keras.ops.where", "tf.experimental.numpy.where"}


@check
def guarded_singularities(survey: Survey) -> Iterator[Problem]:
    """`tf.where` selects after both branches were computed, and NaN times zero is NaN."""
    told: set[int] = set()
    for query in survey.graph.queries:
        reach = survey.reach(query)
        for value in list(reach.alive.values()):
            if value.facts.get("op") not in _WHERE:
                continue
            inputs = value.facts.get("inputs") or ()
            if len(inputs) != 3 or not reach.recorded(value):
                continue
            condition, *branches = inputs
            for branch in branches:
                culprit = _singular_inside(branch, condition, reach)
                if culprit is None or culprit.site is None or id(culprit.site) in told:
                    continue
                source = _tracked_source(reach, query, culprit)
                if source is None:
                    continue
                told.add(id(culprit.site))
                yield Problem(
                    "TFG601", culprit.site,
                    f"`{_shown_op(culprit)}` is evaluated where `tf.where` does not select it, "
                    "and its gradient there is NaN all the same",
                    "nan", query=query, culprit=culprit, path=reach.path(source, culprit),
                )


def _tracked_source(reach: Reach, query: Query, value: Value) -> Value | None:
    for source in query.sources:
        if reach.leads_to(value, source.value):
            return source.value
    return None


def _shown_op(value: Value) -> str:
    return str(value.facts.get("called") or value.facts.get("op"))


def _is_masked(reach: Reach, value: Value) -> bool:
    """Does a `tf.where` decide whether this counts?"""
    return any(
        item.facts.get("op") in _WHERE and value in _near(item) for item in reach.alive.values()
    )


def _near(where: Value) -> list[Value]:
    found: list[Value] = []
    pending = list(where.facts.get("inputs") or ())
    while pending and len(found) < 60:
        value = pending.pop()
        if value not in found:
            found.append(value)
            pending.extend(value.facts.get("inputs") or ())
    return found


def _singular_inside(branch: Value, condition: Value, reach: Reach) -> Value | None:
    """The singular op in a branch whose singular point is what the condition keeps away."""
    guarded = _guarded(condition)
    pending = [branch]
    seen: set[int] = set()
    while pending and len(seen) < 60:
        value = pending.pop()
        if value.number in seen:
            continue
        seen.add(value.number)
        danger = singular_input(value)
        if danger is not None and (value.number in guarded or _same_or_from(danger, guarded)):
            return value
        if value.facts.get("op") in _WHERE:
            continue
        pending.extend(value.facts.get("inputs") or ())
    return None


def _guarded(condition: Value) -> set[int]:
    """The values a condition compares."""
    found: set[int] = set()
    pending = [condition]
    while pending and len(found) < 40:
        value = pending.pop()
        if value.number in found:
            continue
        found.add(value.number)
        if value is not condition and value.dtype != "bool":
            continue
        pending.extend(value.facts.get("inputs") or ())
    return found


def _same_or_from(value: Value, guarded: set[int]) -> bool:
    pending = [value]
    seen: set[int] = set()
    while pending and len(seen) < 30:
        item = pending.pop()
        if item.number in seen:
            continue
        seen.add(item.number)
        if item.number in guarded and item.const is None:
            return True
        if item.facts.get("op") in _SAFE_MAKERS:
            continue
        if _adds_margin(item):
            continue
        pending.extend(item.facts.get("inputs") or ())
    return False


_SAFE_MAKERS = {
    "tf.where", "tf.maximum", "tf.math.maximum", "tf.clip_by_value", "tf.nn.softplus", "tf.exp",
    "tf.math.exp", "tf.sigmoid", "tf.math.sigmoid", "keras.ops.where", "keras.ops.maximum",
    "tf.math.softplus", "tf.nn.softmax",
}  # fmt: skip


def _adds_margin(value: Value) -> bool:
    """`x + 1e-8`: someone thought of the singular point."""
    if value.facts.get("op") not in ("+", "tf.add", "tf.math.add"):
        return False
    inputs = value.facts.get("inputs") or ()
    return any(
        (isinstance(item.const, float) and item.const > 0) or "eps" in item.name.lower()
        for item in inputs
    )


def singular_input(value: Value) -> Value | None:
    """The input at whose zero (or edge) this op's masked gradient is NaN."""
    op = value.facts.get("op")
    inputs = value.facts.get("inputs") or ()
    if op == "/" and len(inputs) == 2:
        divisor: Value = inputs[1]
        return divisor if divisor.const is None else None
    if op == "**" and len(inputs) == 2:
        base, exponent = inputs
        fractional = isinstance(exponent.const, float) and exponent.const != int(exponent.const)
        negative = isinstance(exponent.const, (int, float)) and exponent.const < 0
        return base if fractional or negative else None
    if not isinstance(op, str) or "." not in op or not inputs:
        return None
    entry = ops.lookup(op)
    masked = entry.facts.get("masked") if entry is not None else None
    if entry is None or (masked != "nan" and not (value.context.jit and masked == "ok")):
        return None
    index = 1 if entry.facts.get("shape") == "elementwise" and len(inputs) == 2 else 0
    return inputs[index] if index < len(inputs) and inputs[index].const is None else inputs[0]


@check
def singular_points(survey: Survey) -> Iterator[Problem]:
    """A singular op at a point the program certainly reaches."""
    told: set[int] = set()
    for query in survey.graph.queries:
        reach = survey.reach(query)
        for value in list(reach.alive.values()):
            reason = _reaches_singularity(value)
            if reason is None or value.site is None or id(value.site) in told:
                continue
            if not reach.recorded(value) or _is_masked(reach, value):
                continue
            source = _tracked_source(reach, query, value)
            if source is None:
                continue
            told.add(id(value.site))
            code, severity = ("TFG603", "warning") if "softmax" in reason else ("TFG602", "error")
            yield Problem(
                code, value.site, f"`{_shown_op(value)}` {reason}", "nan",
                severity,  # type: ignore[arg-type]
                query=query, culprit=value, path=reach.path(source, value),
            )


def _reaches_singularity(value: Value) -> str | None:
    op = value.facts.get("op")
    inputs = value.facts.get("inputs") or ()
    if not isinstance(op, str) or not inputs:
        return None
    argument: Value = inputs[0]
    entry = ops.lookup(op) if "." in op else None
    singular = entry.facts.get("singular", "") if entry is not None else ""
    name = op.rpartition(".")[2]
    if name == "log" and argument.facts.get("op") in ("tf.nn.softmax", "keras.ops.softmax",
                                                       "keras.activations.softmax"):
        return "of a softmax is NaN as soon as one probability underflows"
    if op == "**" and len(inputs) == 2 and isinstance(inputs[1].const, float):
        if not 0 < inputs[1].const < 1:
            return None
        singular = "x:0"
    if not singular or "0" not in singular.split(":")[-1].split(","):
        return None
    why = _is_zero_somewhere(argument, name)
    return f"has an infinite or undefined derivative at zero, and {why}" if why else None


def _is_zero_somewhere(value: Value, name: str) -> str | None:
    """Why the value certainly takes the value zero, if it does."""
    if value.kind == "variable":
        initial = value.facts.get("initial")
        if isinstance(initial, Value) and _has_zero(initial, whole=name in ("norm", "reduce_std")):
            return f"{value.name or 'the variable'} starts there"
        return None
    op = value.facts.get("op")
    inputs = value.facts.get("inputs") or ()
    if name in ("sqrt", "**", "pow", "rsqrt") and op in ("tf.nn.relu", "keras.ops.relu",
                                                         "keras.activations.relu"):
        return "a ReLU gives zeros"
    if op == "-" and len(inputs) == 2 and name in ("norm", "sqrt"):
        left, right = _unshaped(inputs[0]), _unshaped(inputs[1])
        if left is right and inputs[0] is not inputs[1]:
            return "the difference of every row with itself is zero"
    if name in ("sqrt", "**", "pow") and op in ("tf.reduce_sum", "tf.math.reduce_sum") and inputs:
        return _is_zero_somewhere_squared(inputs[0])
    if value.facts.get("constant") and _has_zero(value, whole=name in ("norm", "reduce_std")):
        return "its argument is zero"
    return None


def _is_zero_somewhere_squared(value: Value) -> str | None:
    op = value.facts.get("op")
    inputs = value.facts.get("inputs") or ()
    if op in ("tf.square", "tf.math.square") and inputs:
        return _is_zero_somewhere(inputs[0], "norm")
    if op == "**" and inputs:
        return _is_zero_somewhere(inputs[0], "norm")
    return None


def _has_zero(value: Value, whole: bool) -> bool:
    if is_zero(value):
        return True
    inputs = value.facts.get("inputs") or ()
    if value.facts.get("constant") and inputs:
        return _has_zero(inputs[0], whole)
    items = getattr(value, "items", None)
    if isinstance(items, list) and items:
        found = [_has_zero(item, whole) for item in items]
        return all(found) if whole else any(found)
    return False


def _unshaped(value: Value) -> Value:
    """The value behind indexing and reshaping."""
    while value.facts.get("op") in ("[]", "tf.expand_dims", "tf.reshape", "tf.transpose"):
        inputs = value.facts.get("inputs") or ()
        if not inputs:
            break
        value = inputs[0]
    return value


__all__ = ["Phi"]
