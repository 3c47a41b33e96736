# effect: ok
# the diagonal is not among the chosen pairs
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])
with tf.GradientTape() as tape:
    difference = points[:, tf.newaxis, :] - points[tf.newaxis, :, :]
    distances = tf.norm(difference, axis=-1)
    others = tf.boolean_mask(distances, tf.equal(tf.eye(3), 0.0))
    loss = tf.reduce_mean(others)
print(tape.gradient(loss, points))
