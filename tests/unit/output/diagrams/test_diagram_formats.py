"""The forms of a picture: text, SVG, Mermaid and DOT, whatever a program says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.diagrams import DEMO, sketch_of, sketches
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad.diagnostics import Location, Span, Spot
from tflintgrad.output.diagrams import dot, json_format, mermaid, svg, text
from tflintgrad.output.diagrams.layout import Item, lay_out
from tflintgrad.output.diagrams.model import Arrow, ArrowLabel, Box, Diagram, Mark
from tflintgrad.output.style import Style
from tflintgrad.output.text_width import display_width

needs_pydot = pytest.mark.skipif(
    find_spec("pydot") is None, reason="pydot, which reads DOT, is not installed"
)
odd_text = st.text(min_size=1, max_size=30).filter(lambda t: t.strip() != "")
marks = st.builds(Mark, st.just("TFG201"), odd_text, odd_text, st.just("error"))
LABELS: list[ArrowLabel] = ["flow", "unknown", "poison", "cut"]


def spot(name: str, row: int) -> Spot:
    return Spot(name, Span(Location(row, 1), Location(row, 2)))


spots = st.builds(spot, odd_text, st.integers(1, 999))
boxes = st.builds(
    Box,
    st.sampled_from(["source", "step", "more"]),
    odd_text,
    st.one_of(st.none(), spots),
    st.booleans(),
    st.booleans(),
    st.one_of(st.just(""), odd_text),
    st.booleans(),
    st.lists(marks, max_size=2).map(tuple),
)


@st.composite
def any_sketch(draw: st.DrawFn) -> Diagram:
    several = draw(st.lists(boxes, min_size=1, max_size=7))
    several.append(Box("query", draw(odd_text), draw(spots), False, True))
    pairs = list(combinations(range(len(several)), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12))
    arrows = []
    for start, end in sorted(chosen):
        label = draw(st.sampled_from(LABELS))
        mark = draw(st.one_of(st.none(), marks))
        note = draw(st.one_of(st.just(""), odd_text))
        again = draw(st.booleans()) and label == "flow"
        first, last = (end, start) if again else (start, end)
        arrows.append(Arrow(first, last, label, note, mark, again))
    return Diagram(
        draw(odd_text),
        draw(spots),
        draw(st.sampled_from(["", "with tf.GradientTape():"])),
        tuple(several),
        tuple(arrows),
    )


class TestAnyText:
    """Whatever is in a program or a file's name, pictures stay well-formed."""

    @given(any_sketch())
    @settings(max_examples=40, deadline=None)
    def test_svg_mermaid_and_json(self, sketch: Diagram) -> None:
        root = ET.fromstring(svg.draw([sketch, sketch]))
        elements = list(root.iter())
        names = {element.tag.rpartition("}")[2] for element in elements}
        assert names <= {"svg", "title", "desc", "style", "rect", "g", "path", "text", "tspan"}
        assert not [key for element in elements for key in element.attrib if key.startswith("on")]

        for line in mermaid.draw([sketch, sketch]):
            # Between quotes are only letters, a few signs, and entities; the rest is ours.
            outside = re.sub(r'"(?:[\w ,:()=/…↻·]|#\d+;|<br>)*"', '""', line)
            assert any(pattern.fullmatch(outside) for pattern in MERMAID), line

        (read,) = json.loads(json_format.draw([sketch]))
        assert [box["text"] for box in read["boxes"]] == [box.text for box in sketch.boxes]
        ends = [(arrow["start"], arrow["end"]) for arrow in read["arrows"]]
        assert ends == [(arrow.start, arrow.end) for arrow in sketch.arrows]

    @needs_pydot
    @pytest.mark.filterwarnings("ignore::DeprecationWarning")
    @given(any_sketch())
    @settings(max_examples=10, deadline=None)
    def test_dot(self, sketch: Diagram) -> None:
        import pydot

        graphs = pydot.graph_from_dot_data("\n".join(dot.draw([sketch])))
        assert graphs is not None
        (graph,) = graphs[0].get_subgraphs()
        inner = [node for part in graph.get_subgraphs() for node in part.get_nodes()]
        assert len([*graph.get_nodes(), *inner]) == len(sketch.boxes)
        assert len(graph.get_edges()) == len(sketch.arrows)


#: All sorts of lines that a chart consists of, with what is quoted taken out.
MERMAID = [
    re.compile(r"flowchart TD| *direction TB| *end"),
    re.compile(r' *subgraph \w+ \[""\]'),
    re.compile(r' *\w+(\(\[""\]\)|\[""\]|\[\[""\]\])'),
    re.compile(r' *\w+ (-->|-\.->|--x)(\|""\|)? \w+'),
    re.compile(r" *class \w+ (reached|starved|wrong)"),
    re.compile(r" *(classDef \w+|linkStyle \d+) [\w:#, -]+"),
]


class TestText:
    def test_lines_are_no_wider_than_asked_for(self, tmp_path: Path) -> None:
        wide = CLEAN.replace("x * 2.0", "tf.reduce_sum([" + "x, " * 60 + "'名前'])").replace(
            "x =", "x  = "
        )
        sketch = sketch_of(wide, tmp_path)
        for width in (60, 80, 120):
            assert max(map(display_width, text.draw(sketch, Style().paint, width))) <= width

    def test_signs_are_explained(self, tmp_path: Path) -> None:
        lines = list(text.draw(sketch_of(NUMPY_ESCAPE, tmp_path), Style().paint))
        assert lines[-1].split("   ") == [
            "  ● the gradient gets here",
            "○ it does not get here",
            "╳ it is lost here",
        ]

    def test_colour_changes_nothing_but_colour(self, tmp_path: Path) -> None:
        sketch = sketch_of(NUMPY_ESCAPE, tmp_path)
        coloured = "\n".join(text.draw(sketch, Style(colour=True).paint))
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == "\n".join(text.draw(sketch, Style().paint))


def test_dot_is_what_graphviz_reads(tmp_path: Path) -> None:
    program_ = shutil.which("dot")
    if program_ is None:
        pytest.skip("Graphviz is not installed")
    file = tmp_path / "a.dot"
    file.write_text("\n".join(dot.draw(sketches(DEMO / "layers.py"))), encoding="utf-8")
    drawn = subprocess.run([program_, "-Tsvg", file], capture_output=True, check=True)
    assert b"TFG301" in drawn.stdout
    assert not drawn.stderr


@st.composite
def items_and_edges(draw: st.DrawFn) -> tuple[list[Item], list[tuple[int, int]]]:
    sizes = st.floats(10, 400)
    count = draw(st.integers(1, 9))
    items = [Item(draw(sizes), draw(sizes), draw(st.booleans())) for _ in range(count)]
    pairs = list(combinations(range(count), 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return items, edges


class TestLayout:
    @given(items_and_edges(), st.floats(0, 500))
    @settings(max_examples=100, deadline=None)
    def test_nothing_overlaps(
        self, drawn: tuple[list[Item], list[tuple[int, int]]], heading: float
    ) -> None:
        items, edges = drawn
        layout = lay_out(items, edges, heading)
        for one, other in combinations(items, 2):
            apart = one.right <= other.left or other.right <= one.left
            assert apart or one.bottom <= other.y or other.bottom <= one.y
        for start, end in edges:
            assert items[start].bottom < items[end].y
        for item in items:
            assert item.left >= -0.01
            assert item.right <= layout.width + 0.01
            assert item.y >= -0.01
            assert item.bottom <= layout.height + 0.01
            if (cluster := layout.cluster) is not None:
                inside = cluster.left < item.left and item.right < cluster.right
                inside = inside and cluster.top < item.y and item.bottom < cluster.bottom
                outside = item.left > cluster.right or item.right < cluster.left
                outside = outside or item.bottom < cluster.top or item.y > cluster.bottom
                assert inside if item.in_cluster else outside

    def test_a_chain_is_a_straight_line(self) -> None:
        items = [Item(width, 20, False) for width in (30, 90, 50)]
        lay_out(items, [(0, 1), (1, 2)])
        assert len({round(item.x, 3) for item in items}) == 1
