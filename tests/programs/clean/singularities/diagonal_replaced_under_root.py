# effect: ok
# the diagonal is replaced under the root, then masked
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])
with tf.GradientTape() as tape:
    diff = points[:, None, :] - points[None, :, :]
    sq = tf.reduce_sum(tf.square(diff), axis=-1)
    eye = tf.eye(3)
    dist = tf.sqrt(sq + eye) * (1.0 - eye)
    loss = tf.reduce_sum(dist)
print(tape.gradient(loss, points))
