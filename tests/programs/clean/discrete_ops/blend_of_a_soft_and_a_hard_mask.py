# effect: ok
# beside: TFG309
# a straight-through mask with a clipped derivative
import tensorflow as tf


def hard_mask(scores, threshold=0.5):
    soft = tf.clip_by_value(scores, 0.0, 1.0)
    hard = tf.cast(scores > threshold, tf.float32)
    return soft + tf.stop_gradient(hard - soft)


scores = tf.Variable([0.3, 0.7])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(hard_mask(scores) * [1.0, 2.0])
print(tape.gradient(loss, scores))
