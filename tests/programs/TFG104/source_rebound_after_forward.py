# effect: none
# the name x is bound to a fresh tensor after the forward pass, before the query
import tensorflow as tf

x = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.reduce_sum(tf.math.log(x))
x = tf.reshape(x, (1, 2))
print(tape.gradient(y, x))  # TFG104
