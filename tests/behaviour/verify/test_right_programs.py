"""Right programs with false findings: no verdict confirms that their gradients are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.verifier import HEAD, Verifier, doubted, verdict_of

pytestmark = pytest.mark.tensorflow
RIGHT = {
    "intended stop_gradient": (
        "x = tf.Variable([1.0, 2.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(x * tf.stop_gradient(x * x))\n"
        "tape.gradient(y, x)\n"
    ),
    "straight-through": (
        "x = tf.Variable([1.3, 2.4])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(x + tf.stop_gradient(tf.round(x) - x))\n"
        "tape.gradient(y, x)\n"
    ),
    "pass-through": (
        "x = tf.Variable([1.3, 2.4])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(tf.grad_pass_through(tf.round)(x) * x)\n"
        "tape.gradient(y, x)\n"
    ),
    "custom gradient": (
        "@tf.custom_gradient\n"
        "def clipped(x):\n"
        "    return x, lambda up: tf.clip_by_value(up, -0.1, 0.1)\n\n\n"
        "x = tf.Variable([1.3, 2.4])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(clipped(x) ** 2)\n"
        "tape.gradient(y, x)\n"
    ),
    "gamma sampler": (
        "a = tf.Variable([0.7, 1.7])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(tf.random.gamma([5], a) ** 2)\n"
        "tape.gradient(y, a)\n"
    ),
    "normal sampler": (
        "m = tf.Variable([0.7, 1.7])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum((m + tf.random.normal([4, 2])) ** 2)\n"
        "tape.gradient(y, m)\n"
    ),
    "unseeded generator": (
        "rng = np.random.default_rng()\n"
        "x = tf.Variable(rng.normal(size=3).astype('float32'))\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(x * rng.normal(size=3))\n"
        "tape.gradient(y, x)\n"
    ),
    "the clock": (
        "import time\n"
        "x = tf.Variable(1.0)\n"
        "with tf.GradientTape() as tape:\n"
        "    y = x * (time.time_ns() % 1000) * tf.stop_gradient(x)\n"
        "tape.gradient(y, x)\n"
    ),
    "ties": (
        "x = tf.Variable([2.0, 2.0, 1.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_max(x) + tf.maximum(x[0], x[1])\n"
        "tape.gradient(y, x)\n"
    ),
    "a kink": (
        "x = tf.Variable([0.0, 1.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(tf.nn.relu(x)) + tf.reduce_sum(tf.abs(x))\n"
        "tape.gradient(y, x)\n"
    ),
    "relu network": (
        "model = tf.keras.Sequential([tf.keras.layers.Dense(64, 'relu') for _ in range(3)])\n"
        "data = tf.random.normal((32, 8))\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_mean(model(data) ** 2)\n"
        "tape.gradient(y, model.trainable_variables)\n"
    ),
    "mixed precision": (
        "w = tf.Variable([0.37, 1.21])\n"
        "with tf.GradientTape() as tape:\n"
        "    half = tf.cast(w, tf.float16)\n"
        "    y = tf.reduce_sum(tf.cast(tf.tanh(half) * half, tf.float32))\n"
        "tape.gradient(y, w)\n"
    ),
    "tiny numbers": (
        "w = tf.Variable([5e-5, 3e-5])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(tf.exp(1e4 * w))\n"
        "tape.gradient(y, w)\n"
    ),
    "dropout": (
        "model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dropout(0.5)])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(model(tf.ones((3, 2)), training=True) ** 2)\n"
        "tape.gradient(y, model.trainable_variables)\n"
    ),
    "batch normalisation": (
        "model = tf.keras.Sequential(\n"
        "    [tf.keras.layers.Dense(4), tf.keras.layers.BatchNormalization()])\n"
        "data = tf.random.normal((8, 2))\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(model(data, training=True) ** 3)\n"
        "tape.gradient(y, model.trainable_variables)\n"
    ),
    "recurrent": (
        "layer = tf.keras.layers.LSTM(3)\n"
        "data = tf.random.normal((2, 4, 2))\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(layer(data))\n"
        "tape.gradient(y, layer.trainable_variables)\n"
    ),
    "fake quantisation": (
        "x = tf.Variable([0.31, 0.72])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(tf.quantization.fake_quant_with_min_max_args(x, 0, 1, 2) * x)\n"
        "tape.gradient(y, x)\n"
    ),
    "second order": (
        "x = tf.Variable(1.5)\n"
        "with tf.GradientTape() as outer:\n"
        "    with tf.GradientTape() as inner:\n"
        "        y = x**4\n"
        "    slope = inner.gradient(y, x)\n"
        "outer.gradient(slope, x)\n"
    ),
    "jacobian": (
        "x = tf.Variable([1.0, 2.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.stack([x[0] * x[1], x[1] ** 2, tf.sin(x[0])])\n"
        "tape.jacobian(y, x)\n"
    ),
    "output gradients": (
        "x = tf.Variable([1.0, 2.0])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = x**2\n"
        "tape.gradient(y, x, output_gradients=tf.constant([3.0, -1.0]))\n"
    ),
    "embedding": (
        "table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = tf.reduce_sum(tf.nn.embedding_lookup(table, [0, 2, 2]) ** 2)\n"
        "tape.gradient(y, table)\n"
    ),
    "watched tensor": (
        "x = tf.reshape(tf.range(6.0) + 1.0, (2, 3))\n"
        "with tf.GradientTape() as tape:\n"
        "    tape.watch(x)\n"
        "    y = tf.reduce_sum(tf.math.log(x))\n"
        "tape.gradient(y, x)\n"
    ),
    "updated in a loop": (
        "w = tf.Variable([1.0, -1.0])\n"
        "for _ in range(3):\n"
        "    with tf.GradientTape() as tape:\n"
        "        loss = tf.reduce_sum((w - 3.0) ** 2)\n"
        "    g = tape.gradient(loss, w)\n"
        "    w.assign_sub(0.1 * g)\n"
    ),
}
AGREEING = {
    "intended stop_gradient",
    "straight-through",
    "normal sampler",
    "unseeded generator",
    "dropout",
    "batch normalisation",
    "recurrent",
    "second order",
    "jacobian",
    "output gradients",
    "embedding",
    "watched tensor",
    "updated in a loop",
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_gradients_are_not_confirmed_as_wrong(
    verifier: Verifier, tmp_path: Path, name: str
) -> None:
    result = doubted(tmp_path / "program.py", HEAD + RIGHT[name])
    for finding in verifier.results([result])["program"]:
        verification = verdict_of(finding)
        assert verification.verdict == "inconclusive", verification
        # Where finite differences apply, they agree, and the judge has to see it.
        if name in AGREEING:
            assert verification.reason.startswith("the gradient agrees"), verification
