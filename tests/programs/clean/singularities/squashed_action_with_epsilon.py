# effect: ok
# beside: TFG603
# the usual epsilon keeps the logarithm finite
import tensorflow as tf

mean = tf.Variable([[0.4, 14.0]])
with tf.GradientTape() as tape:
    action = tf.tanh(mean)
    loss = tf.reduce_sum(tf.math.log(1.0 - action**2 + 1e-6))
print(tape.gradient(loss, mean))
