# effect: ok
# beside: TFG413
# the data come from a generator of NumPy; the gradient function uses its upstream gradient
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
data = tf.constant(rng.normal(size=(4, 2)), tf.float32)


@tf.custom_gradient
def surrogate(v):
    def grad(dy):
        return dy / (1.0 + tf.abs(v)) ** 2

    return tf.cast(v > 0, tf.float32), grad


w = tf.Variable([0.3, -0.2])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((surrogate(tf.linalg.matvec(data, w)) - 0.5) ** 2)
print(tape.gradient(loss, w))
