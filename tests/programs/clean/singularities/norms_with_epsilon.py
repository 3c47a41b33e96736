# effect: ok
# zeros go in, and every root has something added under it
import tensorflow as tf

points = tf.Variable(tf.zeros((3, 2)))


def length(v, eps=1e-8):
    return tf.sqrt(tf.reduce_sum(tf.square(v), axis=-1) + eps)


with tf.GradientTape() as tape:
    offsets = points[:, None] - points[None]
    distances = length(offsets)
    spread = tf.sqrt(tf.math.reduce_variance(points) + 1e-6)
    unit = tf.math.l2_normalize(points + 1e-3, axis=-1)
    loss = tf.reduce_sum(distances) + spread + tf.reduce_sum(unit * [[1.0, 0.0]])
print(tape.gradient(loss, points))
