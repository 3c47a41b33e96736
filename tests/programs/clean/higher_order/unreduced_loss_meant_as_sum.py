# effect: ok
# unreduced loss: its sum is what is minimised
import tensorflow as tf

w = tf.Variable([[1.0], [2.0]])
x = tf.constant([[1.0, 0.0], [0.0, 1.0]])
y = tf.constant([[2.0], [2.0]])
with tf.GradientTape() as tape:
    loss = tf.square(x @ w - y)
grads = tape.gradient(loss, w)
w.assign_sub(0.1 * grads)
