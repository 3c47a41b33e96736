"""Messages, helps and outcomes speak of this line, with the names of the program."""

from __future__ import annotations

import pytest

from tflintgrad.diagnostics import Finding
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.output.formats.full import effect_of
from tflintgrad.output.messages import help_of

HEAD = "import tensorflow as tf\n\n"


def only(code: str) -> Finding:
    """Return the one finding of a program."""
    (finding,) = check_text(HEAD + code, "program.py").findings
    return finding


def test_a_replacement_has_the_operands_of_the_program() -> None:
    finding = only(
        "logits = tf.Variable([0.3, -0.9])\n"
        "with tf.GradientTape() as g:\n"
        "    rounded = tf.round(logits[0])\n"
        "    loss = rounded ** 2\n"
        "print(g.gradient(loss, logits))\n"
    )
    new = "logits[0] + tf.stop_gradient(tf.round(logits[0]) - logits[0])"
    assert f"Write `{new}` instead of `tf.round(logits[0])`" in help_of(finding)


def test_a_compound_operand_keeps_its_meaning() -> None:
    finding = only(
        "a, b = tf.Variable(1.0), tf.Variable(2.0)\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = tf.cast(a - b > 0.5, tf.float32)\n"
        "print(tape.gradient(loss, [a, b]))\n"
    )
    assert "`tf.sigmoid(10.0 * ((a - b) - 0.5))` instead of `(a - b) > 0.5`" in help_of(finding)


def test_a_replacement_that_would_repeat_much_speaks_of_x() -> None:
    finding = only(
        "logits = tf.Variable([0.3, -0.9])\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = tf.reduce_sum(tf.round(logits * logits + 2.0 * logits))\n"
        "print(tape.gradient(loss, logits))\n"
    )
    assert "Write `x + tf.stop_gradient(tf.round(x) - x)`" in help_of(finding)


@pytest.mark.parametrize(
    ("op", "new"),
    [
        ("tf.norm(w)", "tf.sqrt(tf.reduce_sum(tf.square(w)) + 1e-12)"),
        ("tf.reduce_sum(tf.sqrt(w))", "tf.sqrt(w + 1e-12)"),
        (
            "tf.reduce_sum(tf.acos(1.0 - w))",
            "tf.acos(tf.clip_by_value(1.0 - w, -0.999999, 0.999999))",
        ),
        ("tf.math.reduce_std(w)", "tf.sqrt(tf.math.reduce_variance(w) + 1e-12)"),
    ],
)
def test_a_singular_point_is_left_as_this_op_needs_it(op: str, new: str) -> None:
    finding = only(
        "w = tf.Variable(tf.zeros(3))\n"
        f"with tf.GradientTape() as tape:\n    loss = {op}\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert f"Write `{new}` instead of" in help_of(finding)


def test_both_lists_of_a_mismatch_are_named() -> None:
    finding = only(
        "a, b = tf.Variable(1.0), tf.Variable(2.0)\n"
        "optimizer = tf.keras.optimizers.SGD(0.1)\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = tf.square(a * 4.0 + b)\n"
        "gradients = tape.gradient(loss, [a, b])\n"
        "optimizer.apply_gradients(zip(gradients, [b, a]))\n"
    )
    assert "computed for `[a, b]` but are applied to `[b, a]`" in finding.message
    assert [step.label for step in finding.flow] == ["source", "wrong"]
    assert "each of these variables moves by the gradient of another one" in effect_of(finding)


def test_both_sides_of_a_broadcast_are_named() -> None:
    finding = only(
        "w = tf.Variable([[0.5], [0.1]])\n"
        "x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])\n"
        "labels = tf.constant([1.0, 2.0, 3.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = tf.reduce_mean(tf.square(labels - tf.matmul(x, w)))\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert "`labels` has the shape (3,) and `tf.matmul(x, w)` (3, 1)" in finding.message
    assert "3 × 3 pairs instead of 3" in effect_of(finding)


def test_where_a_frozen_number_changes() -> None:
    finding = only(
        "w = tf.Variable(1.0)\nscale = 0.0\n\n\n"
        "@tf.function\ndef step():\n"
        "    with tf.GradientTape() as tape:\n        loss = scale * w ** 2\n"
        "    return tape.gradient(loss, w)\n\n\n"
        "for epoch in range(3):\n    scale = float(epoch)\n    print(step())\n"
    )
    assert (finding.flow[0].span.start.row, finding.flow[0].note) == (15, "`scale` changes here")
    assert effect_of(finding).endswith("every call computes it with the first value of `scale`")


def test_a_step_without_a_name_is_shown_as_code() -> None:
    finding = only(
        "w = tf.Variable(2.0)\n"
        "with tf.GradientTape() as t:\n    y = w * 3.0\n"
        "loss = y * y\n"
        "print(t.gradient(loss, w))\n"
    )
    assert finding.message.startswith("`y * y` is computed outside the tape")
    assert "`with tf.GradientTape() as t:`" in help_of(finding)


def test_a_part_that_is_lost() -> None:
    finding = only(
        "import numpy as np\n"
        "w = tf.Variable([1.0, 2.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = tf.reduce_sum(w ** 2) + 0.1 * np.linalg.norm(w)\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert effect_of(finding).endswith("it lacks the part that flows through this step")
