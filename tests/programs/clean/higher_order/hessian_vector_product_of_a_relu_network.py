# effect: ok
# beside: TFG308
# the loss is squared, so the Hessian for the weights is not zero
import tensorflow as tf


hidden = tf.Variable(tf.random.stateless_normal((2, 4), (1, 2)))
out = tf.Variable(tf.ones((4, 1)))
features = tf.constant([[1.0, 2.0], [3.0, -1.0]])
labels = tf.constant([[1.0], [0.0]])
direction = [tf.ones_like(hidden), tf.ones_like(out)]
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        scores = tf.matmul(tf.nn.relu(tf.matmul(features, hidden)), out)
        loss = tf.reduce_mean((scores - labels) ** 2)
    slopes = inner.gradient(loss, [hidden, out])
    along = tf.add_n([tf.reduce_sum(s * d) for s, d in zip(slopes, direction)])
print(outer.gradient(along, [hidden, out]))
