# effect: ok
# a mask with a one in it is divided by its sum
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
valid = tf.constant([1.0, 0.0])
with tf.GradientTape() as tape:
    err = tf.square(tf.linalg.matvec(x, w) - 1.0)
    loss = tf.reduce_sum(err * valid) / tf.reduce_sum(valid)
print(tape.gradient(loss, w))
