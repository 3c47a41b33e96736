# effect: error
# raises: TypeError
# the enumeration is UnconnectedGradients, the argument unconnected_gradients
import tensorflow as tf

a, b = tf.Variable(1.0), tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = a * 3.0
zero = tf.UnconnectedGradients.ZERO
grads = tape.gradient(y, [a, b], unconnected_gradient=zero)  # TFG503
