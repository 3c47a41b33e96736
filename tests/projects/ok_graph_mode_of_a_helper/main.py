# effect: ok
# the imported module disables eager execution
import legacy  # noqa: F401
import tensorflow as tf

position = tf.constant(3.0)
height = position**2
slope = tf.gradients(height, position)[0]
print(slope)
