# effect: ok
# distances with an epsilon under the root
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [1.0, 2.0]])
with tf.GradientTape() as tape:
    diff = points[:, None, :] - points[None, :, :]
    dist = tf.sqrt(tf.reduce_sum(diff**2, axis=-1) + 1e-12)
    loss = tf.reduce_sum(dist)
print(tape.gradient(loss, points))
