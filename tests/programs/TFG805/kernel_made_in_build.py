# effect: none
# kernel and bias are created in build with tf.Variable, as in old tutorials
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Linear(keras.layers.Layer):
    def __init__(self, units=4):
        super().__init__()
        self.units = units

    def build(self, input_shape):
        init = tf.random_normal_initializer()
        self.w = tf.Variable(  # TFG805
            initial_value=init(shape=(input_shape[-1], self.units), dtype="float32"),
            trainable=True,
        )
        self.b = tf.Variable(tf.zeros((self.units,)), trainable=True)  # TFG805

    def call(self, inputs):
        return tf.matmul(inputs, self.w) + self.b


def main():
    inputs = keras.Input((3,))
    hidden = Linear(4)(inputs)
    outputs = keras.layers.Dense(1)(hidden)
    network = keras.Model(inputs, outputs)
    network.compile(keras.optimizers.Adam(), keras.losses.MeanSquaredError())
    rng = np.random.default_rng(1)
    x = rng.normal(size=(16, 3)).astype("float32")
    network.fit(x, x.sum(axis=1, keepdims=True), verbose=0)


main()
