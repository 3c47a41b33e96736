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
    assert [step.label for step in finding.flow] == ["origin", "wrong"]
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


def test_steps_show_the_code_that_they_speak_of() -> None:
    finding = only(
        "w = tf.Variable([2.0, 3.0])\n\n\n"
        "def first(values):\n    return values[0] * 2.0\n\n\n"
        "with tf.GradientTape() as tape:\n    loss = tf.round(first(w))\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert [step.note for step in finding.flow[1:3]] == [
        "`values[0]`",
        "the gradient stops here",
    ]


def test_a_list_that_was_empty_is_no_step() -> None:
    finding = only(
        "import numpy as np\n"
        "w = tf.Variable(2.0)\n"
        "with tf.GradientTape() as tape:\n"
        "    kept = []\n"
        "    kept.append(np.exp(w))\n"
        "    loss = tf.add_n(kept)\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert 6 not in [step.span.start.row for step in finding.flow]


def test_what_raises_says_so_instead_of_a_lost_gradient() -> None:
    finding = only(
        "w = tf.Variable(2.0)\n\n\n"
        "@tf.function\ndef step():\n"
        "    kept = []\n"
        "    with tf.GradientTape() as tape:\n"
        "        for i in tf.range(3):\n            kept.append(w * tf.cast(i, tf.float32))\n"
        "        loss = tf.add_n(kept)\n"
        "    return tape.gradient(loss, w)\n\n\n"
        "print(step())\n"
    )
    assert finding.message.endswith("which raises `InaccessibleTensorError`")
    assert "so no gradient" not in finding.message


def test_where_a_late_watch_is() -> None:
    finding = only(
        "x = tf.constant(3.0)\n"
        "with tf.GradientTape() as tape:\n    y = x * x\n    tape.watch(x)\n"
        "print(tape.gradient(y, x))\n"
    )
    assert [(step.label, step.span.start.row) for step in finding.flow] == [
        ("source", 3),
        ("flow", 5),
        ("cut", 6),
        ("target", 7),
    ]
    assert finding.flow[2].note == "the tape watches `x` from here on"


def test_an_argument_is_named_as_the_query_writes_it() -> None:
    finding = only(
        "class Net(tf.keras.Model):\n"
        "    def __init__(self):\n        super().__init__()\n"
        "        self.norm = tf.keras.layers.BatchNormalization()\n\n"
        "    def call(self, x):\n        return self.norm(x, training=True)\n\n\n"
        "model = Net()\n"
        "with tf.GradientTape() as tape:\n    loss = tf.reduce_sum(model(tf.ones((2, 3))) ** 2)\n"
        "print(tape.gradient(loss, model.weights))\n"
    )
    assert finding.message.startswith("`model.weights` includes")
    assert "`model.trainable_variables` instead of `model.weights`" in help_of(finding)


def test_keras_names_the_method_that_trains() -> None:
    finding = only(
        "import numpy as np\n"
        "model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])\n"
        "model.trainable = False\n"
        'model.compile(optimizer="sgd", loss="mse")\n'
        "model.train_on_batch(np.ones((4, 2)), np.ones((4, 1)))\n"
    )
    assert finding.flow[-1].note == "Keras computes the gradient in `train_on_batch`"


def test_the_shape_of_a_tensor_is_no_rounding() -> None:
    finding = only(
        "w = tf.Variable([2.0, 3.0])\n"
        "with tf.GradientTape() as tape:\n    loss = tf.reduce_sum(tf.ones_like(w * 3.0))\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert "The result is the same for all numbers in `w * 3.0`" in help_of(finding)


def test_a_long_operand_is_explained_beside_the_replacement() -> None:
    finding = only(
        "image = tf.Variable([0.25, 0.5])\n"
        "with tf.GradientTape() as tape:\n"
        "    pixels = tf.cast(image * 255.0 + 0.5, tf.uint8)\n"
        "    loss = tf.reduce_sum(tf.cast(pixels, tf.float32))\n"
        "print(tape.gradient(loss, image))\n"
    )
    assert "instead of `tf.cast(x, tf.uint8)`" in help_of(finding)
    assert "here `x` is `image * 255.0 + 0.5`" in help_of(finding)


def test_a_rate_of_zero_is_shown_where_it_is_made() -> None:
    finding = only(
        "w = tf.Variable(2.0)\n"
        "rate = 1 // 10\n"
        "optimizer = tf.keras.optimizers.SGD(rate)\n"
        "with tf.GradientTape() as tape:\n    loss = w * w\n"
        "optimizer.apply_gradients([(tape.gradient(loss, w), w)])\n"
    )
    assert (finding.flow[0].span.start.row, finding.flow[0].note) == (4, "`rate` is zero")


def test_a_difference_keeps_its_parentheses_beside_its_indices() -> None:
    finding = only(
        "trend = tf.Variable([0.3, 0.5])\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = tf.reduce_sum(tf.sign(trend[1:] - trend[:-1]))\n"
        "print(tape.gradient(loss, trend))\n"
    )
    assert "`tf.tanh(10.0 * (trend[1:] - trend[:-1]))`" in help_of(finding)


def test_a_variable_is_named_as_the_assignment_names_it() -> None:
    finding = only(
        "a, b = tf.Variable(1.0), tf.Variable(2.0)\n"
        "with tf.GradientTape() as tape:\n    loss = a * b\n"
        "for v, g in zip([a, b], tape.gradient(loss, [a, b])):\n    v -= 0.1 * g\n"
    )
    assert finding.message.startswith("`v` is a `tf.Variable`")
