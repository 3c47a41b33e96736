"""Gradient functions of `@tf.custom_gradient` whose formula is not the derivative (rule 707)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tflintgrad.checks.base import CheckContext, Problem, check, problem
from tflintgrad.flow.library_models.custom_gradient import CustomGradient
from tflintgrad.flow.properties.numbers import number_of, slope_of

#: Where formula and slope are compared; some are outside the domain of a logarithm.
_POINTS: Final = (-2.3, -1.1, -0.35, 0.45, 1.3, 2.6, 3.7)
_FEWEST_POINTS: Final = 3
#: An epsilon in a denominator changes less than this.
_TOLERANCE: Final = 2e-3
#: Slopes below this say nothing: both functions are flat there.
_SMALL: Final = 1e-3


@check
def gradient_formulas(context: CheckContext) -> Iterator[Problem]:
    """Report smooth functions of one tensor whose gradient function computes another slope."""
    reported: set[int] = set()
    for event in context.graph.events:
        if event.kind != "custom-gradient":
            continue
        seen: CustomGradient = event.values[0].facts["custom"]
        pairs = _slopes(seen)
        if id(seen.gradient) in reported or not _is_false(pairs):
            continue
        assert seen.gradient is not None
        assert seen.answers is not None
        reported.add(id(seen.gradient))
        at, stated, true = max(pairs, key=lambda pair: abs(pair[1] - pair[2]))
        yield problem(
            "false-gradient-formula",
            seen.answers.facts.get("returned") or seen.gradient.node,
            at=f"{at:g}",
            stated=f"{stated:.3g}",
            true=f"{true:.3g}",
        )


def _slopes(seen: CustomGradient) -> list[tuple[float, float, float]]:
    """Return points, what the gradient function says there, and the slope of the function."""
    passed = seen.arguments
    if seen.result is None or seen.answers is None or seen.upstream is None:
        return []
    if len(passed.positional) != 1 or passed.keywords or passed.unpacked:
        return []
    source, (upstream, *others) = passed.positional[0], seen.upstream
    if others:
        return []
    found: list[tuple[float, float, float]] = []
    for at in _POINTS:
        stated = number_of(seen.answers, {source.number: at, upstream.number: 1.0})
        true = slope_of(seen.result, source, at)
        if stated is not None and true is not None:
            found.append((at, stated, true))
    return found


def _is_false(pairs: list[tuple[float, float, float]]) -> bool:
    """True if the formula differs everywhere, and no intent explains how it does.

    Functions that are linear, and formulas that are constant, replace a gradient on purpose: they
    pass it straight through, reverse it, or scale it. A formula that agrees somewhere clips it.
    """
    pairs = [pair for pair in pairs if max(abs(pair[1]), abs(pair[2])) > _SMALL]
    if len(pairs) < _FEWEST_POINTS:
        return False
    stated, true = [pair[1] for pair in pairs], [pair[2] for pair in pairs]
    if not _varies(stated) or not _varies(true):
        return False
    if any(abs(a - b) <= _TOLERANCE * abs(b) for a, b in zip(stated, true, strict=True)):
        return False
    ratios = [a / b for a, b in zip(stated, true, strict=True) if b != 0]
    return len(ratios) < len(pairs) or _varies(ratios)


def _varies(numbers: list[float]) -> bool:
    return max(numbers) - min(numbers) > _TOLERANCE * max(map(abs, numbers))
