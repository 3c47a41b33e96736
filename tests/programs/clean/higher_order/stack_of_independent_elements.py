# effect: ok
# Each entry is a function of an element of its own, so the sum of gradients is the derivative of each
import tensorflow as tf

x = tf.Variable([0.5, 2.0])
with tf.GradientTape() as tape:
    y = tf.stack([tf.sin(x[0]), tf.exp(x[1])])
print(tape.gradient(y, x))
