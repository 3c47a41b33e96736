"""Where the code is that pictures show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.checks.runner import find_spots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import libcst as cst

    from tflintgrad.diagnostics import Spot
    from tflintgrad.flow.domain.module import Module


class Spots:
    """The places of nodes, each looked for once.

    A look goes through all of the code, so whoever needs many asks for all of them first.
    """

    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._known: dict[int, Spot | None] = {}

    def of(self, nodes: Iterable[cst.CSTNode]) -> dict[int, Spot]:
        """By `id`, as far as they are somewhere."""
        wanted = {id(node): node for node in nodes}
        new = {key: node for key, node in wanted.items() if key not in self._known}
        if new:
            self._known |= {**dict.fromkeys(new), **find_spots(self._modules, new.values())}
        known = {key: self._known[key] for key in wanted}
        return {key: spot for key, spot in known.items() if spot is not None}
