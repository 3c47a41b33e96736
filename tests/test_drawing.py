"""`tflintgrad graph`: pictures that tell the truth, in every form.

The pictures are in tests/golden; UPDATE_GOLDEN=1 draws them anew.
"""

from __future__ import annotations

import json
import os
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

from tests.command import ROOT, tflintgrad
from tests.programs import CLEAN, NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad.cli.run import run
from tflintgrad.drawing import data, dot, mermaid, svg, text
from tflintgrad.drawing.compose import MAX_BOXES
from tflintgrad.drawing.layout import Item, lay_out
from tflintgrad.drawing.program import Program
from tflintgrad.drawing.sketch import Arrow, ArrowLabel, Box, Mark, Sketch
from tflintgrad.findings import Location, Span, Spot
from tflintgrad.report._style import Style
from tflintgrad.widths import cells
from tflintgrad.workspace import Workspace

GOLDEN = Path(__file__).parent / "golden"
DEMO = ROOT / "examples" / "demo_project"
FORMATS = ("text", "mermaid", "dot", "json")  # the SVG is in docs/
CASES = sorted((Path(__file__).parent / "cases").glob("*.py"))

needs_pydot = pytest.mark.skipif(
    find_spec("pydot") is None, reason="pydot, which reads DOT, is not installed"
)


def program(path: Path) -> Program:
    return Program(Workspace({str(path): path.name}), str(path))


def sketches(path: Path) -> list[Sketch]:
    found = program(path)
    return [sketch for asked in found.asked if (sketch := found.sketch(asked)) is not None]


def sketch_of(source: str, tmp_path: Path) -> Sketch:
    """The picture of the only query in a program."""
    file = tmp_path / "train.py"
    file.write_text(source, encoding="utf-8")
    (found,) = sketches(file)
    return found


def compare(actual: str, golden: Path) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(actual, encoding="utf-8")
    assert actual == golden.read_text(encoding="utf-8")


class TestWhatIsDrawn:
    def test_a_cut(self, tmp_path: Path) -> None:
        sketch = sketch_of(NUMPY_ESCAPE, tmp_path)
        assert [(box.kind, box.text, box.reached, box.recorded) for box in sketch.boxes] == [
            ("source", "x = tf.Variable(3.0)", False, False),
            ("step", "x.numpy()", True, True),
            ("step", "y = tf.constant(x.numpy()) * 2.0", True, True),
            ("query", "tape.gradient(y, x)", True, False),
        ]
        assert [(a.start, a.end, a.label) for a in sketch.arrows] == [
            (0, 1, "cut"),
            (1, 2, "flow"),
            (2, 3, "flow"),
        ]
        mark = sketch.arrows[0].mark
        assert mark is not None
        assert mark.code == "TFG201"
        assert sketch.boxes[0].note == "gets None"
        assert sketch.tape == "with tf.GradientTape() as tape:"

    def test_nothing_wrong(self, tmp_path: Path) -> None:
        sketch = sketch_of(CLEAN, tmp_path)
        assert all(box.reached for box in sketch.boxes)
        assert sketch.boxes[0].note == "gets its gradient"
        assert not sketch.marks

    def test_an_unwatched_source(self, tmp_path: Path) -> None:
        sketch = sketch_of(CLEAN.replace("tf.Variable", "tf.constant"), tmp_path)
        mark = sketch.arrows[0].mark
        assert mark is not None
        assert (sketch.arrows[0].label, mark.code) == ("cut", "TFG102")
        assert not sketch.boxes[0].reached

    def test_a_singular_point(self, tmp_path: Path) -> None:
        guarded = "tf.where(x > 0.0, tf.math.log(x), 0.0)"
        sketch = sketch_of(CLEAN.replace("x * 2.0", guarded), tmp_path)
        (marked,) = [arrow for arrow in sketch.arrows if arrow.mark is not None]
        assert marked.label == "poison"
        assert sketch.boxes[marked.end].text == "tf.math.log(x)"

    def test_conditions_are_nobodys_business(self, tmp_path: Path) -> None:
        source = CLEAN.replace("x * 2.0", "tf.where(x > 0.0, x * 2.0, x)")
        assert [arrow.label for arrow in sketch_of(source, tmp_path).arrows] == ["flow", "flow"]

    def test_unknown_code(self, tmp_path: Path) -> None:
        source = "import elsewhere\n" + CLEAN.replace("x * 2.0", "elsewhere.f(x)")
        assert [arrow.label for arrow in sketch_of(source, tmp_path).arrows] == ["unknown", "flow"]

    def test_what_was_computed_before_the_tape(self, tmp_path: Path) -> None:
        source = CLEAN.replace("with tf", "z = tf.exp(x)\nwith tf").replace("x * 2.0", "z * 2.0")
        sketch = sketch_of(source, tmp_path)
        assert [(box.text, box.recorded) for box in sketch.boxes[1:3]] == [
            ("z = tf.exp(x)", False),
            ("y = z * 2.0", True),
        ]
        mark = sketch.arrows[0].mark
        assert mark is not None
        assert mark.code == "TFG101"

    def test_a_helper_without_a_cut_is_one_step(self, tmp_path: Path) -> None:
        helper = "def f(a):\n    b = a * 2.0\n    c = tf.exp(b)\n    return c + b\n\n"
        sketch = sketch_of(
            CLEAN.replace("x = tf", helper + "x = tf").replace("x * 2.0", "f(x)"), tmp_path
        )
        assert [box.text for box in sketch.boxes] == [
            "x = tf.Variable(3.0)",
            "y = f(x)",
            "tape.gradient(y, x)",
        ]

    def test_a_helper_with_a_cut_is_shown_from_within(self, tmp_path: Path) -> None:
        helper = "def f(a):\n    b = a * 2.0\n    c = tf.round(b)\n    return c\n\n"
        sketch = sketch_of(
            CLEAN.replace("x = tf", helper + "x = tf").replace("x * 2.0", "f(x)"), tmp_path
        )
        assert [box.text for box in sketch.boxes[1:-1]] == ["b = a * 2.0", "c = tf.round(b)"]

    def test_an_iteration_that_adds_up(self, tmp_path: Path) -> None:
        loop = "y = 0.0\n    for i in range(3):\n        y += x * i"
        sketch = sketch_of(CLEAN.replace("y = x * 2.0", loop), tmp_path)
        assert [box.text for box in sketch.boxes if box.repeats] == ["y += x * i"]

    def test_a_circle_of_steps_goes_back_once(self, tmp_path: Path) -> None:
        loop = "    for i in range(3):\n        a = tf.exp(h)\n        h = tf.tanh(a)\n"
        body = f"h = x * 1.0\n{loop}    y = h"
        sketch = sketch_of(CLEAN.replace("y = x * 2.0", body), tmp_path)
        back = [arrow for arrow in sketch.arrows if arrow.again]
        assert [(sketch.boxes[a.start].text, sketch.boxes[a.end].text) for a in back] == [
            ("h = tf.tanh(a)", "a = tf.exp(h)")
        ]

    def test_a_source_that_does_not_matter(self, tmp_path: Path) -> None:
        source = CLEAN.replace("x = tf", "w = tf.Variable(1.0)\nx = tf").replace(
            "(y, x)", "(y, [w, x])"
        )
        notes = [box.note for box in sketch_of(source, tmp_path).boxes if box.kind == "source"]
        assert notes == ["the target does not depend on it", "gets its gradient"]

    def test_long_programs_fit_on_a_screen(self, tmp_path: Path) -> None:
        steps = "\n".join(f"    y{i} = tf.exp(y{i - 1}) * {i}.5" for i in range(1, 60))
        body = f"y0 = x * 1.0\n{steps}\n    y = tf.round(y59)"
        sketch = sketch_of(CLEAN.replace("y = x * 2.0", body), tmp_path)
        assert len(sketch.boxes) == MAX_BOXES
        shared = [box for box in sketch.boxes if box.kind == "more"]
        hidden = sum(int(box.text.split()[1]) for box in shared)
        assert hidden + len(sketch.boxes) - len(shared) == 63
        assert all(re.fullmatch(r"lines \d+ to \d+", box.note) for box in shared)
        # What is next to the cut is still there.
        assert "y59 = tf.exp(y58) * 59.5" in [box.text for box in sketch.boxes]

    def test_comments_and_line_breaks_are_left_out(self, tmp_path: Path) -> None:
        body = 'y = tf.reduce_sum(  # why\n        x * len("#"),\n    )'
        sketch = sketch_of(CLEAN.replace("y = x * 2.0", body), tmp_path)
        assert sketch.boxes[1].text == 'y = tf.reduce_sum( x * len("#"), )'

    @pytest.mark.parametrize("path", CASES[::40], ids=lambda path: path.stem)
    def test_pictures_tell_the_truth(self, path: Path) -> None:
        found = program(path)
        for asked in found.asked:
            sketch = found.sketch(asked)
            assert sketch is not None
            codes = {claim.finding.code for claim in found.claims_about(asked)}
            assert {mark.code for mark in sketch.marks} == codes
            assert len(sketch.boxes) <= MAX_BOXES
            assert all(box.text for box in sketch.boxes)
            lonely = set(range(len(sketch.boxes) - 1)) - {arrow.start for arrow in sketch.arrows}
            notes = {sketch.boxes[position].note for position in lonely}
            assert notes <= {"the target does not depend on it"}
            for arrow in sketch.arrows:
                start, end = sketch.boxes[arrow.start], sketch.boxes[arrow.end]
                assert arrow.again or arrow.start < arrow.end
                if arrow.label != "cut":  # then the gradient gets back along it
                    assert start.reached or not end.reached


class TestCommand:
    @pytest.mark.parametrize("form", FORMATS)
    def test_golden(self, form: str) -> None:
        finished = tflintgrad("graph", "losses.py:9", "--output-format", form, cwd=DEMO)
        assert finished.returncode == 0, finished.stderr
        compare(finished.stdout, GOLDEN / f"graph.{form}")

    def test_the_picture_in_the_documentation(self) -> None:
        finished = tflintgrad(
            "graph", "examples/demo_project/losses.py:9", "--output-format", "svg", cwd=ROOT
        )
        compare(finished.stdout, ROOT / "docs" / "graph-example.svg")

    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        assert run(["graph", *arguments]) == 0
        return capsys.readouterr().out

    @pytest.fixture(autouse=True)
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A project in which train.py is hurt by a cut in losses.py."""
        monkeypatch.chdir(tmp_path)
        (tmp_path / "pyproject.toml").write_text("")
        (tmp_path / "losses.py").write_text(
            "import tensorflow as tf\n\n\n"
            "def loss(x):\n    n = x.numpy()\n    return tf.constant(n)\n"
        )
        (tmp_path / "train.py").write_text(
            "import tensorflow as tf\nimport losses\n\nx = tf.Variable(3.0)\n"
            "with tf.GradientTape() as tape:\n    y = losses.loss(x)\ntape.gradient(y, x)\n"
            "with tf.GradientTape() as other:\n    z = tf.exp(x)\n    z = z * 2.0\n"
            "other.gradient(z, x)\n"
        )
        return tmp_path

    def test_all_queries_of_a_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        drawn = self.run(capsys, "train.py")
        assert re.findall(r"^(\d\. \S+)", drawn, re.MULTILINE) == [
            "1. train.py:7",
            "2. train.py:11",
        ]

    def test_the_query_on_a_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, "train.py:11").startswith("train.py:11  other.gradient(z, x)\n")

    def test_a_line_on_the_way(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(capsys, "train.py:9").startswith("train.py:11  ")

    def test_a_finding_that_hurts_another_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        drawn = self.run(capsys, "losses.py:5")
        assert drawn.startswith("train.py:7  ")
        assert "losses.py:5" in drawn
        assert self.run(capsys, "losses.py") == drawn

    def test_a_file_whose_name_ends_like_a_line(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "odd:7").write_text(CLEAN)
        assert self.run(capsys, "odd:7").startswith("odd:7:6  ")

    @pytest.mark.parametrize(
        ("name", "beginning"),
        [
            ("a.svg", "<svg "),
            ("a.gv", "digraph "),
            ("a.mmd", "flowchart "),
            ("a.txt", "train.py:7 "),
        ],
    )
    def test_files_are_written_as_they_are_called(
        self, name: str, beginning: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.run(capsys, "train.py:7", "--output-file", name) == ""
        assert (project / name).read_text(encoding="utf-8").startswith(beginning)

    @pytest.mark.parametrize(
        ("place", "message"),
        [
            ("nothing.py", "nothing.py: no such file or directory"),
            ("nothing.py:3", "nothing.py: no such file or directory"),
            ("losses.py:1", "losses.py:1: no gradient is asked for or lost here"),
            (
                "train.py:999",
                "train.py:999: no gradient is asked for or lost here; it is in line 7, 11",
            ),
            ("empty.py", "empty.py: no gradient is asked for"),
            ("broken.py", "broken.py:1:2: unexpected indent"),
            ("misspelt.py:4", "misspelt.py:4: TFG503 is not about the path of a gradient"),
            ("bytes.py", "bytes.py: cannot be decoded as utf-8: unexpected byte 0xff"),
            ("cells.ipynb", "cells.ipynb: is not a notebook: line 1 column 2: "),
        ],
    )
    def test_what_cannot_be_drawn(
        self, place: str, message: str, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "empty.py").write_text("")
        (project / "broken.py").write_text("  x = 1\n")
        (project / "bytes.py").write_bytes(b"x = '\xff'\n")
        (project / "cells.ipynb").write_text("[")
        (project / "misspelt.py").write_text(
            "import tensorflow as tf\nx = tf.Variable(1.0)\n"
            "with tf.GradientTape() as t: y = x * x\n"
            "t.gradient(y, x, output_gradient=1.0)\n"
        )
        assert run(["graph", place]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"Error: {message}")
        assert captured.err.count("\n") == 1

    def test_output_that_cannot_be_written(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["graph", "train.py", "--output-file", "train.py/bug.svg"]) == 2
        assert "train.py/bug.svg: " in capsys.readouterr().err

    def test_notebooks(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        first, second = NUMPY_ESCAPE.split("with ")
        cells_ = [
            {"cell_type": "code", "source": part} for part in ("# 1", first, "with " + second)
        ]
        (project / "nb.ipynb").write_text(json.dumps({"cells": cells_, "nbformat": 4}))
        drawn = self.run(capsys, "nb.ipynb:cell 3:2")
        assert drawn.startswith("nb.ipynb:cell 3:3  tape.gradient(y, x)\n")
        assert "x = tf.Variable(3.0)" in drawn
        assert "cell 2, line 3" in drawn

    def test_colour(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert "\x1b[1;31m╳\x1b[0m" in self.run(capsys, "train.py:7")


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
def any_sketch(draw: st.DrawFn) -> Sketch:
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
    return Sketch(
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
    def test_svg_mermaid_and_json(self, sketch: Sketch) -> None:
        root = ET.fromstring(svg.draw([sketch, sketch]))
        elements = list(root.iter())
        names = {element.tag.rpartition("}")[2] for element in elements}
        assert names <= {"svg", "title", "desc", "style", "rect", "g", "path", "text", "tspan"}
        assert not [key for element in elements for key in element.attrib if key.startswith("on")]

        for line in mermaid.draw([sketch, sketch]):
            # Between quotes are only letters, a few signs, and entities; the rest is ours.
            outside = re.sub(r'"(?:[\w ,:()=/…↻·]|#\d+;|<br>)*"', '""', line)
            assert any(pattern.fullmatch(outside) for pattern in MERMAID), line

        (read,) = json.loads(data.draw([sketch]))
        assert [box["text"] for box in read["boxes"]] == [box.text for box in sketch.boxes]
        ends = [(arrow["start"], arrow["end"]) for arrow in read["arrows"]]
        assert ends == [(arrow.start, arrow.end) for arrow in sketch.arrows]

    @needs_pydot
    @pytest.mark.filterwarnings("ignore::DeprecationWarning")
    @given(any_sketch())
    @settings(max_examples=10, deadline=None)
    def test_dot(self, sketch: Sketch) -> None:
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
            assert max(map(cells, text.draw(sketch, Style().paint, width))) <= width

    def test_signs_are_explained(self, tmp_path: Path) -> None:
        lines = list(text.draw(sketch_of(NUMPY_ESCAPE, tmp_path), Style().paint))
        assert lines[-1].split("   ") == [
            "  ● the gradient gets here",
            "○ it does not",
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
            if (frame := layout.frame) is not None:
                inside = frame.left < item.left and item.right < frame.right
                inside = inside and frame.top < item.y and item.bottom < frame.bottom
                outside = item.left > frame.right or item.right < frame.left
                outside = outside or item.bottom < frame.top or item.y > frame.bottom
                assert inside if item.framed else outside

    def test_a_chain_is_a_straight_line(self) -> None:
        items = [Item(width, 20, False) for width in (30, 90, 50)]
        lay_out(items, [(0, 1), (1, 2)])
        assert len({round(item.x, 3) for item in items}) == 1


def test_rows_that_people_name(tmp_path: Path) -> None:
    """The line of a finding, as `check` prints it, is what `graph` takes."""
    file = tmp_path / "train.py"
    file.write_text(NUMPY_ESCAPE)
    checked = tflintgrad("check", "--output-format", "concise", "train.py", cwd=tmp_path)
    place = checked.stdout.rsplit(":", 2)[0].split(" ")[0].rsplit(":", 1)[0]
    assert place == f"train.py:{NUMPY_ESCAPE_ROW}"
    assert "TFG201" in tflintgrad("graph", place, cwd=tmp_path).stdout
