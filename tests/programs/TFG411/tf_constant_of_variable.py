# effect: none
# tf.constant of a variable is its present value
import tensorflow as tf

w = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    v = tf.constant(w)  # TFG411
    loss = tf.reduce_sum(v * v)
print(tape.gradient(loss, w))
