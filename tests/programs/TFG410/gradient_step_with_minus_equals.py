# effect: error
# raises: RuntimeError
# in-place operators are not defined on variables
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w * w)
g = tape.gradient(loss, w)
w -= 0.1 * g  # TFG410
