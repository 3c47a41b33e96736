# effect: ok
# terms from before the tape that depend on no source
import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
data = tf.constant([3.0, 4.0])
energy = tf.reduce_sum(tf.square(data))
frozen = tf.Variable([0.5, 0.5], trainable=False)
bias = tf.reduce_sum(frozen * data)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(weight - data)) + 0.1 * energy + 0.5 * bias
print(tape.gradient(loss, weight))
