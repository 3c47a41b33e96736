# effect: none
# tf.constant of the variable is a copy of its value
import tensorflow as tf

slope = tf.Variable(2.0)
bias = tf.Variable(0.1)
with tf.GradientTape() as tape:
    m = tf.constant(slope, dtype=tf.float32)  # TFG411
    pred = m * tf.constant([1.0, 2.0, 3.0]) + bias
    loss = tf.reduce_mean((pred - [2.0, 4.0, 6.0]) ** 2)
print(tape.gradient(loss, [slope, bias]))
