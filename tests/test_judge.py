"""The judge must be right about programs whose outcome is known."""

from __future__ import annotations

import pytest

from tests.judge import Judge
from tests.judge.labels import blocks

pytestmark = pytest.mark.tensorflow

HEAD = "import tensorflow as tf\nx = tf.Variable([0.0, 2.0])\n"


def test_numbers_and_line_of_an_eager_query(judge: Judge) -> None:
    outcome = judge.run(HEAD + "with tf.GradientTape() as t:\n    y = x * x\nt.gradient(y, x)\n")
    assert outcome.values == (0.0, 4.0)
    assert outcome.last is not None
    assert outcome.last.line == 5
    assert outcome.effect_shown("ok") is None
    assert outcome.effect_shown("wrong", truth=[0.0, 5.0]) is None
    assert outcome.effect_shown("wrong", truth=[0.0, 4.0]) is not None
    assert outcome.effect_shown("none") is not None


def test_numbers_and_line_of_a_traced_query(judge: Judge) -> None:
    program = HEAD + (
        "@tf.function\n"
        "def step():\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = tf.where(x > 1.0, tf.math.log(x), 0.0)\n"
        "    return tape.gradient(y, x)\n"
        "step()\n"
    )
    outcome = judge.run(program)
    assert outcome.effect_shown("nan") is None
    assert outcome.last is not None
    assert outcome.last.line == 7


def test_a_jacobian_is_one_query(judge: Judge) -> None:
    outcome = judge.run(HEAD + "with tf.GradientTape() as t:\n    y = x * x\nt.jacobian(y, x)\n")
    assert [query.method for query in outcome.queries] == ["tape.jacobian"]
    assert outcome.values == (0.0, 0.0, 0.0, 4.0)


def test_queries_of_fit_are_seen(judge: Judge) -> None:
    program = (
        "import tensorflow as tf\n"
        "model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])\n"
        "model.compile('sgd', loss=lambda truth, output: tf.round(output))\n"
        "model.fit(tf.ones((2, 1)), tf.ones((2, 1)), verbose=0)\n"
    )
    outcome = judge.run(program)
    assert outcome.effect_shown("none") is None
    assert outcome.effect_shown("error", raises="ValueError") is None
    assert outcome.effect_shown("ok") is not None


def test_exception_under_autograph_has_its_line(judge: Judge) -> None:
    outcome = judge.run(HEAD + "@tf.function\ndef f():\n    return x.value().numpy()\nf()\n")
    assert outcome.raised is not None
    assert (outcome.raised.bases[0], outcome.raised.line) == ("AttributeError", 5)


def test_endless_and_dying_programs(judge: Judge) -> None:
    assert judge.run("while True:\n    pass\n", timeout=0.5).timed_out
    died = judge.run("import os\nos._exit(7)\n")
    assert died.raised is not None
    assert died.raised.bases == ("ProcessDied",)
    assert judge.run("").effect_shown("ok") is not None


def test_labels_above_a_block() -> None:
    markdown = (
        "## Example\ntext\n\neffect: error\nraises: TypeError\n```python\na = 1  # TFG201\n```\n"
    )
    (block,) = blocks(markdown)
    assert block.fields == {"effect": "error", "raises": "TypeError"}
    assert (block.heading, block.text, block.offset) == ("Example", "a = 1  # TFG201\n", 6)
