# effect: none
# a layer's call goes through np.dot, the model is used eagerly
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Projection(keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units), initializer="ones")

    def call(self, inputs):
        return tf.convert_to_tensor(np.dot(inputs, self.kernel))  # TFG202


layer = Projection(2)
with tf.GradientTape() as tape:
    out = layer(tf.ones((1, 3)))
    loss = tf.reduce_sum(out * out)
print(tape.gradient(loss, layer.trainable_variables))
