# effect: error
# raises: TypeError
# the argument is output_gradients
import tensorflow as tf

x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = x**3
print(tape.gradient(y, x, output_gradient=tf.constant([1.0, 0.0])))  # TFG503
