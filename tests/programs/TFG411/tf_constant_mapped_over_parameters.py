# effect: none
# "make sure they are all tensors" by tf.constant over the parameters
import tensorflow as tf

parameters = [tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)]


def polynomial(x, coefficients):
    a, b, c = map(tf.constant, coefficients)  # TFG411
    return a * x**2 + b * x + c


with tf.GradientTape() as tape:
    y = tf.reduce_mean(polynomial(tf.constant([0.5, 1.5]), parameters))
print(tape.gradient(y, parameters))
