# effect: nan
# the first rotation is right already; the bound is where the slope is infinite
import tensorflow as tf


def rotation(angle):
    c, s = tf.cos(angle), tf.sin(angle)
    return tf.stack([tf.stack([c, -s], axis=-1), tf.stack([s, c], axis=-1)], axis=-2)


angles = tf.Variable([0.0, 0.5])
wanted = rotation(tf.constant([0.0, 0.2]))
with tf.GradientTape() as tape:
    relative = tf.matmul(rotation(angles), wanted, transpose_b=True)
    cosine = tf.linalg.trace(relative) / 2.0
    error = tf.math.acos(tf.clip_by_value(cosine, -1.0, 1.0))  # TFG605
    loss = tf.reduce_sum(error)
print(tape.gradient(loss, angles))
