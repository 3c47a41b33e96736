# effect: ok
# beside: TFG808
# the encoder is frozen; the head has its weights once `fit` builds it, and those are trained.
import numpy as np
import tensorflow as tf

HEADS = {"scale": lambda units: tf.keras.layers.Dense(units)}


class Head(tf.keras.layers.Layer):
    def __init__(self, kind, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind

    def build(self, input_shape):
        self.inner = HEADS[self.kind](1)

    def call(self, features):
        return self.inner(features)


encoder = tf.keras.Sequential([tf.keras.layers.Input((6,)), tf.keras.layers.Dense(4)])
model = tf.keras.Sequential([encoder, Head("scale")])
encoder.trainable = False
model.compile(optimizer="adam", loss="mse")
model.fit(np.random.normal(size=(16, 6)), np.ones((16, 1)), epochs=1, verbose=0)
