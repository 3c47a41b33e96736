# effect: nan
# the epsilon keeps the value finite, but it is added after the root
import tensorflow as tf


def repulsion(v, eps=1e-8):
    return 1.0 / (tf.norm(v) + eps)  # TFG602


v = tf.Variable([0.0, 0.0])
with tf.GradientTape() as tape:
    out = repulsion(v)
print(tape.gradient(out, v))
