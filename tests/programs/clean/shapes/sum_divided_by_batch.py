# effect: ok
# beside: TFG511
# a sum that is divided by the number of examples is a mean
import tensorflow as tf

w = tf.Variable([[0.2], [0.1]])
x = tf.random.uniform((8, 2), seed=3)
with tf.GradientTape() as tape:
    each = tf.squeeze(tf.square(x @ w - 1.0), axis=1)
    total = each + 0.1 * tf.reduce_sum(tf.abs(w))
    loss = tf.reduce_sum(total) / tf.cast(tf.shape(x)[0], tf.float32)
gradient = tape.gradient(loss, w)
