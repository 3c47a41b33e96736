# effect: ok
# the divided value is positive by construction
import tensorflow as tf

x = tf.Variable([-2.0, 0.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.where(x > 0.0, x / (1.0 + tf.abs(x)), tf.math.log(1.0 + tf.square(x)))
    z = tf.where(x > 0.0, 1.0 / (tf.exp(-x) + 1.0), 0.5)
    loss = tf.reduce_sum(y + z)
print(tape.gradient(loss, x))
