"""Verdicts on single programs: verdict, effect, evidence, numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.small_programs import NUMPY_ESCAPE
from tests.support.verifier import HEAD, Verifier, doubted, verdict_of
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.verify.program_runs import Options

pytestmark = pytest.mark.tensorflow


def only(findings: list[Finding]) -> Verification:
    assert len(findings) == 1, [finding.message for finding in findings]
    return verdict_of(findings[0])


class TestNumbers:
    def test_none_beside_the_true_slope(self, verifier: Verifier, tmp_path: Path) -> None:
        found = only(verifier.program(tmp_path, NUMPY_ESCAPE))
        assert (found.verdict, found.effect, found.evidence) == ("confirmed", "none", "program")
        assert found.tape is None
        assert found.expected == pytest.approx(2.0, abs=0.01)
        assert found.device == "cpu:0"
        assert found.seeds

    def test_wrong_number_beside_the_true_one(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + (
            "x = tf.Variable(2.0)\n"
            "with tf.GradientTape() as tape:\n"
            "    y = x**2 * float(x)\n"
            "print(tape.gradient(y, x))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "wrong")
        assert found.tape == pytest.approx(8.0)
        assert found.expected == pytest.approx(12.0, abs=0.1)
        assert found.difference == pytest.approx(4.0, abs=0.1)
        assert found.tolerance is not None
        assert found.tolerance < 0.2

    @pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
    def test_other_precisions(self, verifier: Verifier, tmp_path: Path, dtype: str) -> None:
        text = HEAD + (
            f"x = tf.Variable([1.5, 2.5], dtype=tf.{dtype})\n"
            "with tf.GradientTape() as tape:\n"
            "    y = tf.reduce_sum(x * tf.constant(x.numpy()))\n"
            "print(tape.gradient(y, x))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "wrong")

    def test_before_the_tape(self, verifier: Verifier, tmp_path: Path) -> None:
        """A move of the variable when the tape is entered would change nothing."""
        text = HEAD + (
            "x = tf.Variable(2.0)\n"
            "x.assign_add(1.0)\n"
            "y = x * x\n"
            "with tf.GradientTape() as tape:\n"
            "    z = y * 1.0\n"
            "print(tape.gradient(z, x))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "none")
        assert found.expected == pytest.approx(6.0, abs=0.1)

    def test_stationary_point(self, verifier: Verifier, tmp_path: Path) -> None:
        """The slope is zero at the minimum of the loss, but the gradient is still lost."""
        text = HEAD + (
            "x = tf.Variable(3.0)\n"
            "with tf.GradientTape() as tape:\n"
            "    y = tf.square(tf.constant(x.numpy()) - 3.0)\n"
            "print(tape.gradient(y, x))\n"
        )
        assert only(verifier.program(tmp_path, text)).verdict == "confirmed"

    def test_zero_hides_it(self, verifier: Verifier, tmp_path: Path) -> None:
        """With these inputs nothing changes; with any others the gradient is lost."""
        text = HEAD + (
            "x = tf.Variable(3.0)\n"
            "data = tf.zeros((2,))\n"
            "with tf.GradientTape() as tape:\n"
            "    y = tf.reduce_sum(tf.constant(x.numpy()) * data)\n"
            "print(tape.gradient(y, x))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "none")

    def test_unrelated(self, verifier: Verifier, tmp_path: Path) -> None:
        """None is right for a source that the target does not depend on, whatever is claimed."""
        text = HEAD + (
            "x, other = tf.Variable(3.0), tf.Variable(1.0)\n"
            "with tf.GradientTape() as tape:\n"
            "    y = x * 2.0\n"
            "print(tape.gradient(y, other))\n"
        )
        result = doubted(tmp_path / "program.py", text)
        claim = replace(result.findings[0], effect="none")
        (found,) = verifier.results([replace(result, findings=(claim,))])["program"]
        assert verdict_of(found).verdict == "refuted"

    def test_large_numbers(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + (
            "x = tf.Variable(7e6)\n"
            "with tf.GradientTape() as tape:\n"
            "    y = 0.5 * x + 0.5 * tf.constant(x.numpy())\n"
            "print(tape.gradient(y, x))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "wrong")

    def test_small_part(self, verifier: Verifier, tmp_path: Path) -> None:
        """A part within the tolerance of finite differences is measured by itself."""
        text = HEAD + (
            "x = tf.Variable([1.0, 2.0])\n"
            "with tf.GradientTape() as tape:\n"
            "    y = tf.reduce_sum(x**2) + 1e-6 * tf.reduce_sum(tf.constant(x.numpy()))\n"
            "print(tape.gradient(y, x))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "wrong")
        assert "lacks the part through numbers" in found.reason
        nothing = only(verifier.program(tmp_path, text.replace("1e-6", "0.0")))
        assert nothing.verdict == "refuted"

    @pytest.mark.parametrize(
        ("start", "target"),
        [
            ("[1.0, 2.0], dtype=tf.float16", "x**2"),
            ("tf.zeros(50)", "tf.abs(x)"),  # a kink
            ("[1.0, 2.0]", "tf.custom_gradient(lambda v: (v * 1.0, lambda dy: dy / 9.0))(x)"),
        ],
    )
    def test_part_where_slopes_tell_nothing(
        self, verifier: Verifier, tmp_path: Path, start: str, target: str
    ) -> None:
        text = HEAD + (
            f"x = tf.Variable({start})\n"
            "with tf.GradientTape() as tape:\n"
            f"    y = tf.reduce_sum({target}) + 0.02 * tf.reduce_sum(tf.constant(x.numpy()))\n"
            "print(tape.gradient(y, x))\n"
        )
        assert only(verifier.program(tmp_path, text)).verdict == "confirmed"

    def test_part_of_a_network_with_kinks(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + (
            "model = tf.keras.Sequential([tf.keras.layers.Dense(64, 'relu') for _ in range(2)])\n"
            "data = tf.random.normal((32, 8))\n"
            "scale = tf.Variable(1.5)\n"
            "with tf.GradientTape() as tape:\n"
            "    out = model(data * scale)\n"
            "    y = tf.reduce_mean(out**2) * tf.constant(scale.numpy())\n"
            "print(tape.gradient(y, scale))\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "wrong")

    def test_not_another_query(self, verifier: Verifier, tmp_path: Path) -> None:
        """The query of `fit` proves nothing about a query that was never reached."""
        text = HEAD + (
            "model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])\n"
            "model.compile('sgd', 'mse')\n"
            "model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)\n\n\n"
            "def saliency(image):\n"
            "    with tf.GradientTape() as tape:\n"
            "        y = model(tf.constant(image.numpy()))\n"
            "    return tape.gradient(y, image)\n"
        )
        for finding in verifier.program(tmp_path, text):
            assert verdict_of(finding).evidence != "program"


class TestModes:
    def test_traced_only(self, verifier: Verifier, tmp_path: Path) -> None:
        """Eagerly this gradient is right; the program requests it in a traced function."""
        text = HEAD + (
            "x = tf.Variable(1.5)\n\n\n"
            "@tf.function\n"
            "def slope():\n"
            "    with tf.GradientTape() as tape:\n"
            "        _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x),\n"
            "                             (0, 1.0), back_prop=False)\n"
            "    return tape.gradient(y, x)\n\n\n"
            "print(slope())\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "none")
        assert found.expected == pytest.approx(6.75, abs=0.1)

    XLA = HEAD + (
        "x = tf.Variable([0.0, 4.0])\n\n\n"
        "@tf.function(jit_compile=True)\n"
        "def slope():\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = tf.reduce_sum(tf.where(x > 0, tf.sqrt(x), 0.0))\n"
        "    return tape.gradient(y, x)\n\n\n"
        "print(slope())\n"
    )

    def test_xla(self, verifier: Verifier, tmp_path: Path) -> None:
        found = only(verifier.program(tmp_path, self.XLA))
        assert (found.verdict, found.effect) == ("confirmed", "nan")

    def test_jit_is_added_on_request(self, verifier: Verifier, tmp_path: Path) -> None:
        """The same root is harmless without XLA, and NaN with it."""
        path = tmp_path / "program.py"
        plain = doubted(path, self.XLA.replace("(jit_compile=True)", ""))
        (as_is,) = verifier.results([plain])["program"]
        assert verdict_of(as_is).verdict != "confirmed"
        singular = replace(plain.findings[0], code="TFG601", effect="nan")
        stated = replace(plain, findings=(singular,))
        (compiled,) = verifier.results([stated], Options(jit=True))["program"]
        assert (verdict_of(compiled).verdict, verdict_of(compiled).effect) == ("confirmed", "nan")


class TestPrograms:
    """Scripts run as with `python file.py`, within the limits of the sandbox."""

    BUG = (
        "x = tf.Variable(3.0)\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.constant(x.numpy()) * 2.0\n"
        "g = tape.gradient(y, x)\n"
    )

    @pytest.mark.parametrize(
        "start",
        [
            "if __name__ != '__main__':\n    raise SystemExit('not run as a script')\n",
            "import argparse\nargparse.ArgumentParser().parse_args()\n",
            "try:\n    input()\nexcept EOFError:\n    pass\n",
            "open('beside.txt').read()\n",
            "open('written.txt', 'w').write('x')\n",
            "import beside\nassert beside.VALUE == 1\n",
            "import random\nassert np.random.default_rng() is not None\n",
            "import tempfile\ntempfile.mkdtemp()\n",
        ],
    )
    def test_surroundings(self, verifier: Verifier, tmp_path: Path, start: str) -> None:
        (tmp_path / "beside.txt").write_text("text")
        (tmp_path / "beside.py").write_text("VALUE = 1\n")
        found = only(verifier.program(tmp_path, HEAD + start + self.BUG))
        assert (found.verdict, found.evidence) == ("confirmed", "program"), found
        assert not (tmp_path / "written.txt").exists()

    def test_package(self, verifier: Verifier, tmp_path: Path) -> None:
        """A module with relative imports only works under its own name."""
        package = tmp_path / "package"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "numbers_of.py").write_text("FACTOR = 2.0\n")
        text = HEAD + "from .numbers_of import FACTOR\n" + self.BUG.replace("2.0", "FACTOR")
        found = only(verifier.program(package, text))
        assert (found.verdict, found.evidence) == ("confirmed", "program"), found

    def test_training_loop_is_cut_off(self, verifier: Verifier, tmp_path: Path) -> None:
        loop = self.BUG.replace("\n", "\n    ").rstrip()
        text = HEAD + f"for step in range(10**9):\n    {loop}\n"
        found = only(verifier.program(tmp_path, text, options=Options(timeout=20.0)))
        assert (found.verdict, found.evidence) == ("confirmed", "program"), found

    def test_fit_is_cut_off(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + (
            "model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])\n\n\n"
            "def loss(truth, guess):\n"
            "    return tf.reduce_mean(tf.where(guess < 9, tf.math.log(truth) * guess / truth, 0.))"
            "\n\n\n"
            "model.compile('sgd', loss=loss)\n"
            "model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), epochs=10**9, verbose=0)\n"
        )
        path = tmp_path / "program.py"
        result = doubted(path, text)
        (found,) = verifier.results([result], Options(timeout=30.0))["program"]
        assert "stopped after" not in verdict_of(found).reason

    def test_never_called(self, verifier: Verifier, tmp_path: Path) -> None:
        """A library function: the path is rebuilt as a program, and the verdict says so."""
        text = HEAD + (
            "def step(model, x, y):\n"
            "    with tf.GradientTape() as tape:\n"
            "        loss = np.mean(np.square(model(x) - y))\n"
            "        loss = tf.constant(loss)\n"
            "    return tape.gradient(loss, model.trainable_variables)\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect, found.evidence) == ("confirmed", "none", "path")
        assert "does not show it" in found.reason

    def test_does_not_end(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + "import time\ntime.sleep(1000)\n" + self.BUG
        found = only(verifier.program(tmp_path, text, options=Options(timeout=1.0)))
        assert found.verdict == "inconclusive"
        assert "1 seconds" in found.reason

    def test_exception_that_the_program_catches(self, verifier: Verifier, tmp_path: Path) -> None:
        """A run that ends well refutes nothing where a handler may have caught it."""
        text = HEAD + (
            "w = tf.Variable(3.0)\n"
            "try:\n"
            "    with tf.GradientTape as tape:\n"
            "        y = w**2\n"
            "except TypeError as error:\n"
            "    print(error)\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert found.verdict == "inconclusive"

    def test_caught_exception(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + (
            "v = tf.Variable(1.0)\n"
            "with tf.GradientTape() as tape:\n"
            "    y = v * 2.0\n"
            "tape.gradient(y, v)\n"
            "try:\n"
            "    tape.gradient(y, v)\n"
            "except RuntimeError:\n"
            "    pass\n"
        )
        found = only(verifier.program(tmp_path, text))
        assert (found.verdict, found.effect) == ("confirmed", "error")

    def test_ends_too_early(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + "open('no such file')\n" + self.BUG
        found = only(verifier.program(tmp_path, text))
        assert found.evidence != "program"
        assert "FileNotFoundError in line 3" in found.reason

    def test_another_exception_is_no_proof(self, verifier: Verifier, tmp_path: Path) -> None:
        text = HEAD + (
            "v = tf.Variable(1.0)\n"
            "open('no such file')\n"
            "v += 1.0\n"
            "with tf.GradientTape() as tape:\n"
            "    y = v * 2.0\n"
            "tape.gradient(y, v)\n"
        )
        (finding,) = verifier.program(tmp_path, text, select="TFG410")
        assert verdict_of(finding).evidence != "program"
