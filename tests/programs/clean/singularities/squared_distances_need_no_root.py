# effect: ok
# squares, variances and soft kernels need no root
import tensorflow as tf

points = tf.Variable(tf.zeros((3, 2)))
with tf.GradientTape() as tape:
    diff = points[:, None] - points[None]
    sq = tf.reduce_sum(tf.square(diff), axis=-1)
    loss = tf.reduce_mean(tf.exp(-sq)) + tf.reduce_sum(tf.math.reduce_variance(points, axis=0))
    loss += tf.nn.l2_loss(points - 1.0)
print(tape.gradient(loss, points))
