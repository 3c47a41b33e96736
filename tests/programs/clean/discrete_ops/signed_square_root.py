# effect: ok
# tf.sign beside a live factor: the gradient is that of the magnitude
import tensorflow as tf

x = tf.Variable([-4.0, 9.0])
with tf.GradientTape() as tape:
    y = tf.sign(x) * tf.sqrt(tf.abs(x) + 1e-6)
    loss = tf.reduce_sum(y * [1.0, 2.0])
print(tape.gradient(loss, x))
