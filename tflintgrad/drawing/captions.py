"""What is written on boxes: source text where there is any, plain words otherwise."""

from __future__ import annotations

from tflintgrad.checks.problems import shown
from tflintgrad.drawing.between import Between, Origin
from tflintgrad.drawing.contract import Knot
from tflintgrad.drawing.words import Texts, one_line
from tflintgrad.findings import Spot
from tflintgrad.flow.objects import Weights

MAX_NAMES = 3


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

    def source(self, origin: Origin) -> tuple[str, Spot | None]:
        """What a source is called, and where it comes from."""
        first = origin.sources[0]
        names = list(dict.fromkeys(shown(source.value) for source in origin.sources))
        spot = self._spots.get(id(first.value.site))
        if isinstance(first.group, Weights) and self._is_whole(origin):
            where = self._spots.get(id(first.group.site))
            text = self._text(where)
            if text and not text.startswith(("def ", "class ")):
                return text, spot if len(names) == 1 else where
            return _listed(names), spot
        if len(names) > 1:
            return _listed(names), spot
        return self._definition(spot) or _plain(names[0]), spot

    def _definition(self, spot: Spot | None) -> str:
        """The line that makes a source, unless it is a parameter, or something said elsewhere."""
        text = self._text(spot)
        if spot is None or text.isidentifier() or text.startswith(("def ", "class ", "lambda")):
            return ""
        return self._texts.telling(spot)

    def _is_whole(self, origin: Origin) -> bool:
        """Does everything that was asked for in one go fare alike?"""
        group = origin.sources[0].group
        others = (other for other in self._scene.origins if other is not origin)
        return not any(source.group is group for other in others for source in other.sources)

    def step(self, knot: Knot) -> str:
        spot = knot.spot
        assert spot is not None
        return self._texts.telling(spot)

    def extent(self, knot: Knot) -> str:
        """Where the steps are that share a box."""
        spots = [s for s in (knot.spot, *knot.spots) if s is not None]
        files = {spot.filename for spot in spots}
        if len(files) != 1:
            return f"in {len(files)} files"
        rows = sorted({self._texts.placed(spot).span.start.row for spot in spots})
        cells = {self._texts.placed(spot).cell for spot in spots}
        if len(cells) > 1:
            return f"in {len(cells)} cells"
        return f"lines {rows[0]} to {rows[-1]}" if len(rows) > 1 else f"line {rows[0]}"

    def _text(self, spot: Spot | None) -> str:
        return self._texts.expression(spot) if spot is not None else ""


def _plain(name: str) -> str:
    return one_line(name.replace("`", ""))


def _listed(names: list[str]) -> str:
    """Of several weights, the words come once."""
    first, *others = map(_plain, names[:MAX_NAMES])
    text = ", ".join([first, *(name.removeprefix("the weights of ") for name in others)])
    more = len(names) - MAX_NAMES
    return f"{text} and {more} more" if more > 0 else text
