# effect: ok
# TensorFlow's sqrt gives zero, not NaN, when its upstream gradient is zero
import tensorflow as tf

x = tf.Variable([0.0, 4.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.where(x > 0.0, tf.sqrt(x), 0.0))
print(tape.gradient(y, x))
