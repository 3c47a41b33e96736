# effect: ok
# where chooses between two smooth expressions, or guards what can never be singular
import tensorflow as tf

x = tf.Variable([-2.0, 0.0, 3.0])
with tf.GradientTape() as tape:
    elu = tf.where(x > 0.0, x, tf.exp(tf.minimum(x, 0.0)) - 1.0)
    positive = tf.nn.softplus(x) + 1e-3
    entropy = tf.where(positive > 0.5, positive * tf.math.log(positive), 0.0)
    bump = tf.where(tf.abs(x) < 1.0, 1.0 / (1.0 + x**2), 0.5)
    huber = tf.where(tf.abs(x) < 1.0, 0.5 * x**2, tf.abs(x) - 0.5)
    loss = tf.reduce_sum(elu + entropy + bump + huber)
print(tape.gradient(loss, x))
