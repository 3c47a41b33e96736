# effect: nan
# the angles between all rows, each of which is parallel to itself
import tensorflow as tf

points = tf.Variable([[2.0, 0.0], [0.0, 3.0], [4.0, 3.0]])
with tf.GradientTape() as tape:
    unit = tf.math.l2_normalize(points, axis=1)
    cosines = tf.einsum("ik,jk->ij", unit, unit)
    angles = tf.acos(tf.clip_by_value(cosines, -1.0, 1.0))  # TFG605
    loss = tf.reduce_mean(tf.square(angles - 1.0))
print(tape.gradient(loss, points))
