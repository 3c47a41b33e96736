# effect: wrong
# truth: [-1.07297, -0.389351]
# the inner derivative of exp(-x**2) is missing its -2x, and a layer has the function as activation
import tensorflow as tf


@tf.custom_gradient
def bump(x):
    value = tf.exp(-tf.square(x))

    def backward(upstream, variables=None):
        return -2.0 * upstream * value  # TFG707

    return value, backward


centre = tf.Variable([0.4, 1.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(1.57393 * bump(centre)) - tf.reduce_sum(centre) * 0.0
print(tape.gradient(loss, centre))
