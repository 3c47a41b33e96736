"""The numbers of verified programs: `verify.seed`, `verify.draws` and `verify.inputs`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.verifier import Verifier, verdict_of
from tflintgrad.config.verify_input_types import Inputs
from tflintgrad.diagnostics import Verification
from tflintgrad.engine.analyze_program import Program, find_problems_in
from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli import verify_results
from tflintgrad.frontends.cli.entry import run
from tflintgrad.verify.program_runs import Options
from tflintgrad.verify.repro import Reproduction, reproduce
from tflintgrad.verify.verdict_cache import key_of

#: With seed 0 the number is positive, with seed 1 it is zero.
BY_CHANCE = """\
import tensorflow as tf

x = tf.Variable(tf.nn.relu(tf.random.uniform([], -0.2, 0.8)))
with tf.GradientTape() as tape:
    y = tf.where(x > 0.0, tf.math.log(x), 0.0)
print(tape.gradient(y, x))
"""
ENTROPY = """\
import tensorflow as tf


def entropy(p):
    with tf.GradientTape() as tape:
        tape.watch(p)
        loss = tf.reduce_sum(tf.where(p > 0.0, p * tf.math.log(p), 0.0))
    return tape.gradient(loss, p)
"""
IMAGES = """\
import numpy as np
import tensorflow as tf


def resized(images, labels):
    with tf.GradientTape() as tape:
        tape.watch(images)
        small = tf.image.resize(images, [2, 2])
        loss = tf.constant(np.mean(small.numpy() - labels))
    return tape.gradient(loss, images)
"""
TRAINER = """\
import numpy as np
import tensorflow as tf


class Trainer:
    def step(self, batch, rate):
        with tf.GradientTape() as tape:
            out = self.encoder(batch)
            loss = tf.constant(np.mean(out.numpy() @ self.weights * rate))
        return tape.gradient(loss, self.encoder.trainable_variables)
"""
FILE = """\
import numpy as np
import tensorflow as tf

data = np.load("gone.npy")
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    loss = tf.constant(np.mean(w.numpy() * data))
print(tape.gradient(loss, w))
"""


def rebuilt(text: str, **inputs: Any) -> Reproduction:
    """Inputs as a configuration has them."""
    ((finding, problem),) = find_problems_in(Program(text, "library.py", exact=True))
    return reproduce(finding, problem, text, Inputs().read("verify.inputs", inputs))


def lines(text: str, **inputs: Any) -> list[str]:
    return rebuilt(text, **inputs).text.splitlines()


class TestReproduction:
    def test_a_range_in_the_guessed_shape(self) -> None:
        written = lines(ENTROPY, p={"low": 0.1, "high": 0.9})
        assert "p = tf.random.uniform((2, 2), 0.1, 0.9)" in written

    def test_whole_numbers_are_floats_where_a_gradient_is_asked_for(self) -> None:
        assert "p = tf.constant([0, 1], tf.float32)" in lines(ENTROPY, p=[0, 1])

    def test_shapes_let_operations_stay_that_need_them(self) -> None:
        assert not any("tf.image.resize(" in line for line in lines(IMAGES) if line[0:1] != "#")
        images, labels = {"shape": [1, 4, 4, 3]}, {"shape": [2], "dtype": "float64", "value": 1}
        written = rebuilt(IMAGES, images=images, labels=labels)
        assert "images = tf.random.uniform((1, 4, 4, 3), 0.0, 1.0)\n" in written.text
        assert "labels = tf.constant(1, tf.float64, shape=(2,))\n" in written.text
        assert "    small = tf.image.resize(images, [2, 2])\n" in written.text
        assert written.used_inputs == ("images", "labels")

    def test_attributes_and_plain_numbers(self) -> None:
        inputs = {"encoder": {"shape": [8, 3]}, "self.weights": {"shape": [3, 3]}, "rate": 2}
        written = rebuilt(TRAINER, **inputs)
        assert "weights = tf.Variable(tf.random.uniform((8, 3), 0.0, 1.0))" in written.text
        assert "rate = 2\n" in written.text
        assert "np.mean(out.numpy() @ weights_2 * rate)" in written.text
        assert set(written.used_inputs) == set(inputs)

    def test_what_is_read_from_a_file(self) -> None:
        written = lines(FILE, data={"shape": [4], "low": -1})
        assert any(
            line.startswith("data = np.array(tf.random.uniform((4,), -1.0, 1.0))")
            for line in written
        )
        assert not any("np.load" in line for line in written if not line.startswith(("#", "data")))

    def test_other_names_change_nothing(self) -> None:
        assert rebuilt(IMAGES, image=[1.0], small=2.0) == rebuilt(IMAGES)

    NUMBERS = st.floats(-5, 5) | st.integers(-5, 5)
    SHAPES = st.lists(st.integers(0, 3), max_size=3)
    DTYPES = st.sampled_from(
        ["float32", "float16", "int32", "uint8", "bool", "complex64", "complex128", "string"]
    )

    @settings(max_examples=40, deadline=None)
    @given(
        NUMBERS
        | st.lists(NUMBERS, max_size=3)
        | st.fixed_dictionaries({"shape": SHAPES, "dtype": DTYPES})
        | st.fixed_dictionaries({"value": NUMBERS}, optional={"shape": SHAPES, "dtype": DTYPES})
    )
    def test_whatever_is_said_is_python_with_the_same_finding(self, printed: Any) -> None:
        found = rebuilt(IMAGES, labels=printed)
        ast.parse(found.text)
        assert found.used_inputs == ("labels",)
        assert ".numpy()" in found.text.splitlines()[found.cut_row - 1]


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[verify_results.VerifySettings]:
    """The settings with which programs would be run in a folder that has one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "library.py").write_text(ENTROPY)
    found: list[verify_results.VerifySettings] = []

    def verified(
        results: Iterable[FileResult],
        settings: verify_results.VerifySettings,
        *,
        prove_fixes: bool = False,
    ) -> Iterator[FileResult]:
        found.append(settings)
        return iter(())

    monkeypatch.setattr(verify_results, "with_verdicts", verified)
    return found


class TestSettings:
    def test_the_command_line_adds_to_the_file(
        self, seen: list[verify_results.VerifySettings]
    ) -> None:
        Path("tflintgrad.toml").write_text(
            "[verify]\nseed = 3\ndraws = 4\n\n[verify.inputs]\nx = { shape = [8, 3] }\nrate = 0.5\n"
        )
        options = ["--seed", "0", "--input", "rate=2", "--input", "self.w = [[1, 2.5]]"]
        assert run(["verify", *options, "library.py"]) == 0
        (settings,) = seen
        assert (settings.seed, settings.draws) == (0, 4)
        assert settings.inputs == {
            "x": {"shape": (8, 3)},
            "rate": 2,
            "self.w": ((1, 2.5),),
        }

    def test_config_shows_them(
        self, seen: list[verify_results.VerifySettings], capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("tflintgrad.toml").write_text("[verify.inputs]\nx = { shape = [8, 3] }\n")
        assert run(["config", "--config", "verify.inputs.y = [1, 2]"]) == 0
        shown = 'verify.inputs = { "x" = { "shape" = [8, 3] }, "y" = [1, 2] }'
        assert f"{shown}  # tflintgrad.toml:1, command line\n" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("option", "complaint"),
        [
            ("x", "'x' is not NAME=VALUE"),
            ("x=tf.zeros(3)", "'tf.zeros(3)' is not a value such as 0.5, [0, 1] or {shape ="),
            ("x=1\ny=2", "is not a value such as"),
            ("2x=1", "verify.inputs: '2x' is not a Python name"),
            ("x=nan", "verify.inputs.x must be a number, a string"),
            ("x={}", "verify.inputs.x must have one of shape, dtype, low, high, value"),
            ("x=[1, [2]]", "verify.inputs.x: its lists differ in length"),
            ("x=[1, 'a']", "verify.inputs.x mixes numbers, strings and booleans"),
            ("x={shpe = [8]}", "unknown key 'verify.inputs.x.shpe'; did you mean 'shape'?"),
            ("self={w = 1}", 'write the name of an attribute in quotes: "self.w"'),
            ("x={shape = [8, -1]}", "verify.inputs.x.shape must be a list of whole numbers"),
            ("x={dtype = 'flot32'}", "; did you mean 'float32'?"),
            ("x={low = 2}", "verify.inputs.x: low (2) must be less than high (1)"),
            ("x={low = 0.5, dtype = 'int32'}", "the range of int32 must be whole numbers"),
            ("x={high = 2, dtype = 'bool'}", "a bool cannot have high"),
            ("x={value = 1, low = 0}", "has a value, so it cannot have low as well"),
            ("x={value = [1], shape = [1]}", "has a list, so it cannot have a shape"),
        ],
    )
    def test_what_makes_no_sense(
        self,
        seen: list[verify_results.VerifySettings],
        capsys: pytest.CaptureFixture[str],
        option: str,
        complaint: str,
    ) -> None:
        assert run(["verify", "--input", option, "library.py"]) == 2
        *_, last = capsys.readouterr().err.splitlines()
        assert last.startswith("Error: ")
        assert complaint in last
        assert seen == []

    def test_the_line_is_told(
        self, seen: list[verify_results.VerifySettings], capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("tflintgrad.toml").write_text("[verify.inputs]\nrate = 1\nx = { lo = 1 }\n")
        assert run(["verify", "library.py"]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "tflintgrad.toml:3: unknown key 'verify.inputs.x.lo'; did you mean 'low'?" in line

    @pytest.mark.parametrize("option", ["--seed=-1", "--draws=0", "--draws=101"])
    def test_counts(self, seen: list[verify_results.VerifySettings], option: str) -> None:
        assert run(["verify", option, "library.py"]) == 2

    def test_verdicts_of_other_numbers_are_other_verdicts(self) -> None:
        printed: list[dict[str, Any]] = [
            {},
            {"seed": 1},
            {"draws": 2},
            {"directions": 3},
            {"inputs": {"x": 1}},
            {"inputs": {"x": 1.5}},
        ]
        keys = {key_of("a.py", "", (), "cpu", Options(**options)) for options in printed}
        assert len(keys) == len(printed)


@pytest.mark.tensorflow
class TestVerdicts:
    def verdict(self, verifier: Verifier, folder: Path, text: str, **options: Any) -> Verification:
        (finding,) = verifier.program(folder, text, options=Options(**options))
        return verdict_of(finding)

    def test_a_seed_decides_what_a_program_shows(self, verifier: Verifier, tmp_path: Path) -> None:
        assert self.verdict(verifier, tmp_path, BY_CHANCE, seed=1).verdict == "confirmed"
        other = self.verdict(verifier, tmp_path, BY_CHANCE, seed=0, inputs={"x": 0.5})
        assert other.verdict == "inconclusive"

    def test_one_of_several_draws_is_enough(self, verifier: Verifier, tmp_path: Path) -> None:
        found = self.verdict(verifier, tmp_path, BY_CHANCE, draws=3, inputs={"x": 0.5})
        assert found.verdict == "confirmed"
        assert found.reason.startswith("with seed 1: the gradient for `x` holds NaN")

    def test_directions_start_at_the_seed(self, verifier: Verifier, tmp_path: Path) -> None:
        text = (
            "import tensorflow as tf\nx = tf.Variable([1.0, 2.0])\n"
            "with tf.GradientTape() as tape:\n    y = tf.constant(x.numpy()) * 2.0\n"
            "print(tape.gradient(y, x))\n"
        )
        found = self.verdict(verifier, tmp_path, text, seed=40, directions=1)
        assert (found.verdict, found.seeds) == ("confirmed", (41,))

    @pytest.mark.parametrize(
        ("printed", "verdict"),
        [
            ({"low": 0.1, "high": 0.9}, "inconclusive"),
            ((0, 1), "confirmed"),
        ],
    )
    def test_a_range_decides_what_a_path_shows(
        self, verifier: Verifier, tmp_path: Path, printed: Any, verdict: str
    ) -> None:
        found = self.verdict(verifier, tmp_path, ENTROPY, inputs={"p": printed})
        assert found.verdict == verdict
        assert "with your `p`, " in found.reason

    def test_shapes_are_what_is_run(self, verifier: Verifier, tmp_path: Path) -> None:
        inputs = {"images": {"shape": (1, 4, 4, 3)}, "labels": {"shape": (9,)}}
        found = self.verdict(verifier, tmp_path, IMAGES, inputs=inputs)
        assert found.verdict == "inconclusive"
        assert "Incompatible shapes: [1,2,2,3] vs. [9]" in found.reason
        inputs["labels"] = {"shape": (3,)}
        found = self.verdict(verifier, tmp_path, IMAGES, inputs=inputs)
        assert (found.verdict, found.evidence) == ("confirmed", "path")
