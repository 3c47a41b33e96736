# effect: none
# the loss comes from a registry that is itself a dict
import losses  # noqa: F401
import tensorflow as tf
from registry import LOSSES

w = tf.Variable([[0.3], [0.8]])
x = tf.constant([[1.0, 2.0], [0.5, 1.5]])
with tf.GradientTape() as tape:
    loss = LOSSES["hard"](tf.ones((2, 1)), x @ w)
print(tape.gradient(loss, w))
