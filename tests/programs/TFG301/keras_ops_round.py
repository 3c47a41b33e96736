# effect: none
# keras.ops.round has no gradient either
import keras
import tensorflow as tf
from keras import ops


class RoundedDense(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], 2), initializer="ones")

    def call(self, inputs):
        steps = ops.matmul(inputs, self.kernel) * 8.0
        return ops.round(steps) / 8.0  # TFG301


layer = RoundedDense()
with tf.GradientTape() as t:
    out = ops.sum(layer(tf.constant([[0.3, 0.4]])))
print(t.gradient(out, layer.trainable_variables))
