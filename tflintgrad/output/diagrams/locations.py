"""The spots of the syntax nodes that diagrams show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.checks.runner import find_spots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import libcst as cst

    from tflintgrad.diagnostics import Spot
    from tflintgrad.flow.domain.module import Module


class SpotCache:
    """A cache of the spots of syntax nodes.

    A search goes through all of the code, so callers ask for many nodes at once.
    """

    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._spots: dict[int, Spot | None] = {}

    def find(self, nodes: Iterable[cst.CSTNode]) -> dict[int, Spot]:
        """Return the spots of nodes by `id`, without nodes that have none."""
        by_id = {id(node): node for node in nodes}
        new = {key: node for key, node in by_id.items() if key not in self._spots}
        if new:
            self._spots |= {**dict.fromkeys(new), **find_spots(self._modules, new.values())}
        return {key: spot for key in by_id if (spot := self._spots[key]) is not None}
