"""The texts of boxes: code where there is any, else words."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.checks.base import shown
from tflintgrad.diagnostics import Spot
from tflintgrad.flow.domain.objects import Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.output.diagrams.contraction import Group
from tflintgrad.output.diagrams.source_text import SourceText, one_line, printable
from tflintgrad.output.diagrams.subgraph import SourceGroup, Subgraph

if TYPE_CHECKING:
    import libcst as cst


class Captions:
    """The captions of one diagram; `spots` are those of its syntax nodes, by `id`."""

    def __init__(self, subgraph: Subgraph, source_text: SourceText, spots: dict[int, Spot]) -> None:
        self._subgraph = subgraph
        self._source_text = source_text
        self._spots = spots

    def query(self) -> str:
        """Return the code of the query, or words for a query that Keras makes."""
        query = self._subgraph.query
        if not query.explicit:
            return "Keras computes the gradient in fit()"
        return self._text(self._spots.get(id(query.site))) or query.method

    def tape(self) -> str:
        """Return the code of the tape; "" if everything counts as recorded."""
        tape = self._subgraph.query.tape
        if tape.records_everything:
            return ""
        if not tape.explicit:
            return "recorded by Keras"
        spot = self._spots.get(id(tape.site))
        return self._source_text.statement(spot) if spot is not None else "the tape"

    def source(self, source_group: SourceGroup) -> tuple[str, Spot | None]:
        """Return the text of a group of sources, and the spot where it comes from."""
        first = source_group.sources[0]
        names = list(dict.fromkeys(shown(source.value) for source in source_group.sources))
        spot = self._spots.get(id(first.value.site))
        if len(source_group.sources) > 1 and len(self._subgraph.source_groups) == 1:
            argument = self._spots.get(id(sources_argument(self._subgraph.query)))
            if argument is not None:
                return self._text(argument), argument
        if isinstance(first.group, Weights) and self._is_whole(source_group):
            where = self._spots.get(id(first.group.site))
            if where is not None and where != self._spots.get(id(self._subgraph.query.site)):
                return self._text(where), spot if len(names) == 1 else where
        if len(names) > 1 or first.group is not None:
            return _listed(names, len(source_group.sources)), spot
        return self._definition(spot) or _plain(names[0]), spot

    def _definition(self, spot: Spot | None) -> str:
        """Return the line that creates a source, or "" if it is a parameter or a definition."""
        text = self._text(spot)
        if spot is None or text.isidentifier() or text.startswith(("def ", "class ", "lambda")):
            return ""
        return self._source_text.caption(spot)

    def _is_whole(self, source_group: SourceGroup) -> bool:
        """True if no other group has sources of the same collection."""
        group = source_group.sources[0].group
        others = (other for other in self._subgraph.source_groups if other is not source_group)
        return not any(source.group is group for other in others for source in other.sources)

    def step(self, group: Group) -> str:
        """Return the text of a step: its line or expression."""
        spot = group.spot
        assert spot is not None
        return self._source_text.caption(spot)

    def extent(self, group: Group) -> str:
        """Return the file and lines of the steps that share a box."""
        spots = [self._source_text.in_cell(s) for s in (group.spot, *group.spots) if s is not None]
        files = {spot.filename for spot in spots}
        if len(files) > 1:
            return f"in {len(files)} files"
        rows = sorted({(spot.cell or 0, spot.span.start.row) for spot in spots})
        (cell, first), (last_cell, last) = rows[0], rows[-1]
        if cell != last_cell:
            where = f"cells {cell} to {last_cell}"
        else:
            where = f"lines {first} to {last}" if first != last else f"line {first}"
            where = f"cell {cell}, {where}" if cell else where
        here = self._spots[id(self._subgraph.query.site)].filename
        file = spots[0].filename
        return where if file == here else f"{printable(os.path.basename(file))}, {where}"

    def _text(self, spot: Spot | None) -> str:
        return self._source_text.expression(spot) if spot is not None else ""


def _plain(name: str) -> str:
    return one_line(name.replace("`", ""))


def sources_argument(query: Query) -> cst.CSTNode | None:
    """Return the syntax node of the sources in a query, or None if Keras makes the query."""
    nodes = query.arguments.nodes if query.explicit else {}
    return next((nodes[key] for key in ("sources", "source", "xs", 1) if key in nodes), None)


def _listed(names: list[str], count: int) -> str:
    """Return the names as a list, with "the weights of" only once."""
    if len(names) == 1 and count > 1:
        return f"{count} sources"
    first, *others = map(_plain, names[: limits.MAX_CAPTION_NAMES])
    text = ", ".join([first, *(name.removeprefix("the weights of ") for name in others)])
    more = len(names) - limits.MAX_CAPTION_NAMES
    return f"{text} and {more} more" if more > 0 else text
