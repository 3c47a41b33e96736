"""What is drawn of a program: pictures that tell the truth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.diagrams import program, sketch_of
from tests.support.paths import MISSED, PROGRAMS
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad import limits

CASES = [path for path in sorted(PROGRAMS.rglob("*.py")) if MISSED not in path.parents]


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
        assert len(sketch.boxes) == limits.MAX_BOXES
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
        for site in found.query_sites:
            sketch = found.diagram(site)
            assert sketch is not None
            codes = {item.finding.code for item in found.annotations_of(site)}
            assert {mark.code for mark in sketch.marks} == codes
            assert len(sketch.boxes) <= limits.MAX_BOXES
            assert all(box.text for box in sketch.boxes)
            lonely = set(range(len(sketch.boxes) - 1)) - {arrow.start for arrow in sketch.arrows}
            notes = {sketch.boxes[position].note for position in lonely}
            assert notes <= {"the target does not depend on it"}
            for arrow in sketch.arrows:
                start, end = sketch.boxes[arrow.start], sketch.boxes[arrow.end]
                assert arrow.again or arrow.start < arrow.end
                if arrow.label != "cut":  # then the gradient gets back along it
                    assert start.reached or not end.reached
