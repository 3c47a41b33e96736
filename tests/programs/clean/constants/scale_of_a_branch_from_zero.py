# effect: ok
# beside: TFG313, TFG811
# a scale of zeros gets a gradient
import tensorflow as tf


class LayerScale(tf.keras.layers.Layer):
    def build(self, s):
        self.g = self.add_weight(name="g", shape=(s[-1],), initializer="zeros")

    def call(self, x):
        return x * self.g


inp = tf.keras.Input((4,))
h = tf.keras.layers.Dense(4, activation="gelu")(inp)
out = tf.keras.layers.Dense(1)(inp + LayerScale()(h))
m = tf.keras.Model(inp, out)
m.compile("adam", "mse")
m.fit(tf.random.normal((8, 4)), tf.random.normal((8, 1)), epochs=2, verbose=0)
