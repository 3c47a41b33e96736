# effect: ok
# beside: TFG603, TFG606
# no exponent grows: it is a negative size, a square with a minus, or shifted by the largest
import tensorflow as tf

dose = tf.linspace(-120.0, 120.0, 9)
rate = tf.Variable(1.0)
with tf.GradientTape() as tape:
    product = rate * dose
    response = tf.maximum(product, 0.0) + tf.math.log(1.0 + tf.exp(-tf.abs(product)))
    bump = tf.math.log(1.0 + tf.exp(-tf.square(product)))
    shifted = tf.exp(product - tf.reduce_max(product))
    loss = tf.reduce_mean(response + bump + shifted / tf.reduce_sum(shifted))
print(tape.gradient(loss, rate))
