# effect: ok
# beside: TFG309
# straight-through rounding: value of the rounded, gradient of the identity
import tensorflow as tf


def ste_round(x):
    return x + tf.stop_gradient(tf.round(x) - x)


w = tf.Variable([0.4, 1.6])
with tf.GradientTape() as tape:
    q = ste_round(w * 7.0) / 7.0
    loss = tf.reduce_sum(tf.square(q - 1.0))
print(tape.gradient(loss, w))
