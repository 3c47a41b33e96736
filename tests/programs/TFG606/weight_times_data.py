# effect: nan
# softplus by hand of a weight times measured numbers
import numpy as np
import tensorflow as tf

dose = tf.constant(np.linspace(-120.0, 120.0, 9), tf.float32)
rate = tf.Variable(1.0)
with tf.GradientTape() as tape:
    response = tf.math.log(1.0 + tf.exp(rate * dose))  # TFG606
    loss = tf.reduce_mean(response)
print(tape.gradient(loss, rate))
