# effect: wrong
# truth: [-0.417689, -0.392052]
# the data come from a generator of NumPy, which the analysis does not know
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
data = tf.constant(rng.normal(size=(4, 2)), tf.float32)
labels = rng.integers(0, 2, size=4).astype("float32")


@tf.custom_gradient
def softsign(v):
    def grad(dy):  # TFG703
        return 1.0 / (1.0 + tf.abs(v)) ** 2

    return v / (1.0 + tf.abs(v)), grad


w = tf.Variable([0.3, -0.2])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((softsign(tf.linalg.matvec(data, w)) - labels) ** 2)
print(tape.gradient(loss, w))
