# effect: wrong
# truth: eager
# the layer draws its noise with NumPy: in fit, each step adds the same one
import numpy as np
import tensorflow as tf


class Noise(tf.keras.layers.Layer):
    def call(self, inputs):
        return inputs * np.random.uniform(0.5, 1.5)  # TFG413


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1), Noise()])
model.compile(tf.keras.optimizers.SGD(0.1), loss="mse")
model.fit(np.ones((8, 2), "float32"), np.ones((8, 1), "float32"), batch_size=2, verbose=0)
