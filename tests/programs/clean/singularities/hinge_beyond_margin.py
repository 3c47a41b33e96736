# effect: ok
# beside: TFG312
# only distances beyond the margin count, and zero is not among them
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])
with tf.GradientTape() as tape:
    difference = points[:, tf.newaxis, :] - points[tf.newaxis, :, :]
    distances = tf.norm(difference, axis=-1)
    loss = tf.reduce_sum(tf.nn.relu(distances - 1.0))
print(tape.gradient(loss, points))
