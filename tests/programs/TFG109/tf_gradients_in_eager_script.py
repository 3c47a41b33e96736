# effect: error
# raises: RuntimeError
# TensorFlow 1 habit in eager code
import tensorflow as tf

x = tf.constant([1.0, 2.0])
y = tf.reduce_sum(x**2)
print(tf.gradients(y, x))  # TFG109
