# effect: ok
# tf.math.reciprocal keeps a zero upstream gradient at zero
import tensorflow as tf

x = tf.Variable([0.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.where(x > 0.0, tf.math.reciprocal(x), 0.0))
print(tape.gradient(y, x))
