# effect: ok
# beside: TFG605
# products that are no cosines, and cosines that are kept away from one
import tensorflow as tf

points = tf.Variable([[1.0, 2.0, 3.0], [0.5, -0.5, 0.25]])
mixing = tf.constant([[0.1, 0.2], [0.0, 0.1], [0.05, 0.0]])
with tf.GradientTape() as tape:
    unit = tf.math.l2_normalize(points, axis=1)
    cosines = tf.einsum("ik,jk->ij", unit, unit)
    angles = tf.acos(tf.clip_by_value(cosines, -0.9999, 0.9999))
    mixed = tf.acos(tf.einsum("ik,kj->ij", unit, mixing))
    loss = tf.reduce_mean(angles) + tf.reduce_mean(mixed)
print(tape.gradient(loss, points))
