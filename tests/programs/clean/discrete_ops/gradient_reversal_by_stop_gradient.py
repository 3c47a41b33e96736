# effect: ok
# beside: TFG309
# a reversed gradient on purpose: the number is that of x itself
import tensorflow as tf

x = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    features = 2.0 * tf.stop_gradient(x) - x
    other = tf.stop_gradient(x + x) - x
    loss = tf.reduce_sum(features**2 + other)
print(tape.gradient(loss, x))
