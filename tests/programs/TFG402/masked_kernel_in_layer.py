# effect: none
# pruned weights are wrapped in a variable inside call
import tensorflow as tf
from tensorflow.keras import layers


class PrunedDense(layers.Layer):
    def __init__(self, units, threshold=0.05):
        super().__init__()
        self.units = units
        self.threshold = threshold

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), name="kernel")

    def call(self, x):
        mask = tf.cast(tf.abs(self.kernel) > self.threshold, tf.float32)
        pruned = tf.Variable(self.kernel * mask, trainable=False)  # TFG402
        return tf.matmul(x, pruned)


layer = PrunedDense(2)
x = tf.ones((1, 3))
layer(x)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(x) ** 2)
print(tape.gradient(loss, layer.trainable_variables))
