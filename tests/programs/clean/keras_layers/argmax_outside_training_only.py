# effect: ok
# argmax outside training only: Keras hands `training` down in fit
import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(1)


class Selector(layers.Layer):
    def build(self, input_shape):
        self.logits = self.add_weight(shape=(input_shape[-1],), name="logits")

    def call(self, inputs, training=False):
        if not training:
            return ops.take(inputs, ops.argmax(self.logits), axis=1)[:, None]
        return ops.sum(inputs * ops.softmax(self.logits), axis=1, keepdims=True)


x = np.random.default_rng(0).normal(size=(8, 3)).astype("float32")
model = keras.Sequential([keras.Input((3,)), Selector(), layers.Dense(1)])
model.compile("sgd", loss="mse")
model.fit(x, x[:, :1], epochs=1, verbose=0)
