# effect: error
# raises: ValueError
# a residual block makes its LayerNormalization in call
import tensorflow as tf
from tensorflow.keras import layers


class Residual(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.dense = layers.Dense(units)

    def call(self, inputs):
        x = self.dense(inputs)
        x = layers.LayerNormalization()(x + inputs)  # TFG807
        return x


inputs = layers.Input((4,))
outputs = layers.Dense(1)(Residual(4)(inputs))
model = tf.keras.Model(inputs, outputs)
model.compile("adam", "mse")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)), verbose=0)
