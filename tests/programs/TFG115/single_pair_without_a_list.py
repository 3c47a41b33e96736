# effect: error
# raises: AttributeError
# one pair is not a list of pairs
import tensorflow as tf

position = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    height = tf.reduce_sum(position**2)
gradient = tape.gradient(height, position)
optimizer.apply_gradients((gradient, position))  # TFG115
