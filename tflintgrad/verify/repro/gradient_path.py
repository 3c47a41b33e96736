"""The path of a problem: the values from source to target that a reproduction has to keep."""

from __future__ import annotations

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.flow.domain.objects import Instance, Layer, Weights
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.rules import rulebook


class GradientPath:
    """The path, without what only holds the source together (a model around its layer)."""

    def __init__(self, path: list[Value], culprit: Value | None, repro: str) -> None:
        self.path = _without_owners(path)
        self.culprit = culprit
        #: How the rule's page says that the effect is shown.
        self.repro = repro
        self.before: dict[int, Value] = {
            after.number: value for value, after in zip(self.path, self.path[1:], strict=False)
        }
        self._related: dict[int, bool] = {value.number: True for value in self.path}

    def __contains__(self, value: Value) -> bool:
        return value.number in self.before or value is self.source

    @property
    def source(self) -> Value:
        return self.path[0]

    @property
    def target(self) -> Value:
        return self.path[-1]

    def is_related_beyond(self, value: Value) -> bool:
        """Like `is_related`, for a value other than the source itself."""
        return value is not self.source and self.is_related(value)

    @property
    def source_is_called(self) -> bool:
        """Is the source a layer, and the first step to apply it to something?"""
        return len(self.path) > 1 and self.path[1].facts.get("layer") is self.source

    def is_related(self, value: Value) -> bool:
        """Does it depend on anything of the path, so that its numbers matter?"""
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


def spine_of(problem: Problem) -> GradientPath:
    repro = rulebook().get(problem.code).repro
    return GradientPath(problem.path, problem.culprit, repro)


def _without_owners(path: list[Value]) -> list[Value]:
    """Of a layer, the models and objects that own it, the one that is called stays."""
    first = next((i for i, value in enumerate(path) if not isinstance(value, _OWNERS)), len(path))
    owners, rest = path[:first], [v for v in path[first:] if not isinstance(v, _OWNERS)]
    if not owners:
        return rest
    layers = [owner for owner in owners if isinstance(owner, Layer)] or owners
    used = rest[0].facts.get("layer") if rest else None
    return [used if used in layers and used is not None else layers[-1], *rest]


_OWNERS = (Layer, Instance, Weights)
