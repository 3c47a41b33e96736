# effect: ok
# bounds written as integers; a sample is a floating-point number all the same
import tensorflow as tf

weight = tf.Variable(tf.random.uniform([3], -1, 1))
inputs = tf.constant([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum((weight * inputs - 1.0) ** 2)
print(tape.gradient(loss, weight))
