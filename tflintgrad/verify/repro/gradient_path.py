"""The path of a problem: the values from source to target that a reproduction must contain."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.rules import rulebook


class GradientPath:
    """The values of a path, without the owners of the source (a model around its layer)."""

    def __init__(self, path: list[Value], culprit: Value | None, repro: str) -> None:
        self.values = _without_owners(path)
        self.culprit = culprit
        #: How the rule's page says that the effect is shown.
        self.repro = repro
        #: The step before each value of the path, by the value's number.
        self.before: dict[int, Value] = {
            after.number: value for value, after in zip(self.values, self.values[1:], strict=False)
        }
        self._related: dict[int, bool] = {value.number: True for value in self.values}

    def __contains__(self, value: Value) -> bool:
        return value.number in self.before or value is self.source

    @property
    def source(self) -> Value:
        """The first value."""
        return self.values[0]

    @property
    def target(self) -> Value:
        """The last value."""
        return self.values[-1]

    def is_related_beyond(self, value: Value) -> bool:
        """True if the value depends on the path and is not the source itself."""
        return value is not self.source and self.is_related(value)

    @property
    def source_is_called(self) -> bool:
        """True if the source is a layer and the first step is a call of it."""
        return len(self.values) > 1 and self.values[1].facts.get("layer") is self.source

    def is_related(self, value: Value) -> bool:
        """True if the value depends on a value of the path, so that its numbers matter."""
        known = self._related.get(value.number)
        if known is None:
            known = any(
                item.number in self.before
                for item in walk_back(value, limit=limits.MAX_RELATED_VALUES)
            ) or any(
                item is self.source for item in walk_back(value, limit=limits.MAX_RELATED_VALUES)
            )
            self._related[value.number] = known
        return known


def gradient_path_of(problem: Problem) -> GradientPath:
    """Return the path of a problem."""
    repro = rulebook().get(problem.code).repro
    return GradientPath(problem.path, problem.culprit, repro)


def _without_owners(path: list[Value]) -> list[Value]:
    """Remove the objects that own a layer, except for the layer or model that is called."""
    first = next((i for i, value in enumerate(path) if not isinstance(value, _OWNERS)), len(path))
    owners, rest = path[:first], [v for v in path[first:] if not isinstance(v, _OWNERS)]
    if not owners:
        return rest
    layers = [owner for owner in owners if isinstance(owner, Layer)] or owners
    used = rest[0].facts.get("layer") if rest else None
    return [used if used in layers and used is not None else layers[-1], *rest]


_OWNERS = (Layer, Instance, Weights)
