"""What is written on boxes: source text where there is any, plain words otherwise."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.checks.base import shown
from tflintgrad.diagnostics import Spot
from tflintgrad.flow.domain.objects import Weights
from tflintgrad.flow.domain.queries import Query
from tflintgrad.output.diagrams.contraction import Group
from tflintgrad.output.diagrams.source_text import Texts, one_line, printable
from tflintgrad.output.diagrams.subgraph import Between, SourceGroup

if TYPE_CHECKING:
    import libcst as cst


class Captions:
    """Of one picture; `spots` are the places of everything in it."""

    def __init__(self, scene: Between, texts: Texts, spots: dict[int, Spot]) -> None:
        self._scene = scene
        self._texts = texts
        self._spots = spots

    def query(self) -> str:
        """The query as it is written, or who asks where nobody wrote it."""
        query = self._scene.query
        if not query.explicit:
            return "Keras asks for the gradient in fit()"
        return self._text(self._spots.get(id(query.site))) or query.method

    def tape(self) -> str:
        tape = self._scene.query.tape
        if tape.records_everything:
            return ""
        if not tape.explicit:
            return "recorded by Keras"
        spot = self._spots.get(id(tape.site))
        return self._texts.statement(spot) if spot is not None else "the tape"

    def source(self, origin: SourceGroup) -> tuple[str, Spot | None]:
        """What a source is called, and where it comes from."""
        first = origin.sources[0]
        names = list(dict.fromkeys(shown(source.value) for source in origin.sources))
        spot = self._spots.get(id(first.value.site))
        if len(origin.sources) > 1 and len(self._scene.origins) == 1:
            given = self._spots.get(id(sources_as_given(self._scene.query)))
            if given is not None:
                return self._text(given), given
        if isinstance(first.group, Weights) and self._is_whole(origin):
            where = self._spots.get(id(first.group.site))
            if where is not None and where != self._spots.get(id(self._scene.query.site)):
                return self._text(where), spot if len(names) == 1 else where
        if len(names) > 1 or first.group is not None:
            return _listed(names, len(origin.sources)), spot
        return self._definition(spot) or _plain(names[0]), spot

    def _definition(self, spot: Spot | None) -> str:
        """The line that makes a source, unless it is a parameter, or something said elsewhere."""
        text = self._text(spot)
        if spot is None or text.isidentifier() or text.startswith(("def ", "class ", "lambda")):
            return ""
        return self._texts.telling(spot)

    def _is_whole(self, origin: SourceGroup) -> bool:
        """Does everything that was asked for in one go fare alike?"""
        group = origin.sources[0].group
        others = (other for other in self._scene.origins if other is not origin)
        return not any(source.group is group for other in others for source in other.sources)

    def step(self, knot: Group) -> str:
        spot = knot.spot
        assert spot is not None
        return self._texts.telling(spot)

    def extent(self, knot: Group) -> str:
        """Where the steps are that share a box."""
        spots = [self._texts.placed(s) for s in (knot.spot, *knot.spots) if s is not None]
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
        here = self._spots[id(self._scene.query.site)].filename
        file = spots[0].filename
        return where if file == here else f"{printable(os.path.basename(file))}, {where}"

    def _text(self, spot: Spot | None) -> str:
        return self._texts.expression(spot) if spot is not None else ""


def _plain(name: str) -> str:
    return one_line(name.replace("`", ""))


def sources_as_given(query: Query) -> cst.CSTNode | None:
    """The syntax of what somebody asked the gradient for."""
    nodes = query.arguments.nodes if query.explicit else {}
    return next((nodes[key] for key in ("sources", "source", "xs", 1) if key in nodes), None)


def _listed(names: list[str], count: int) -> str:
    """Of several weights, the words come once."""
    if len(names) == 1 and count > 1:
        return f"{count} sources"
    first, *others = map(_plain, names[: limits.MAX_CAPTION_NAMES])
    text = ", ".join([first, *(name.removeprefix("the weights of ") for name in others)])
    more = len(names) - limits.MAX_CAPTION_NAMES
    return f"{text} and {more} more" if more > 0 else text
