"""Small programs that several tests use."""

from __future__ import annotations

# The gradient of y for x is None: the path leaves TensorFlow at the `.numpy()`.
NUMPY_ESCAPE = """\
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.constant(x.numpy()) * 2.0
print(tape.gradient(y, x))
"""
NUMPY_ESCAPE_ROW = 5

CLEAN = """\
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * 2.0
print(tape.gradient(y, x))
"""
