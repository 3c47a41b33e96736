# effect: ok
# the maximum is not on the diagonal
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])
with tf.GradientTape() as tape:
    distances = tf.norm(points[:, None] - points[None], axis=-1)
    loss = tf.reduce_mean(tf.reduce_max(distances, axis=1))
print(tape.gradient(loss, points))
