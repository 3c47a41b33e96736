# effect: ok
# beside: TFG811
# an adapter whose second kernel starts at zero
import tensorflow as tf
from tensorflow import keras


class Lora(keras.layers.Layer):
    def __init__(self, units, rank=2):
        super().__init__()
        self.base = keras.layers.Dense(units)
        self.down = keras.layers.Dense(rank, use_bias=False)
        self.up = keras.layers.Dense(units, use_bias=False, kernel_initializer="zeros")

    def call(self, x):
        return self.base(x) + self.up(self.down(x))


model = keras.Sequential(
    [keras.layers.Input((6,)), Lora(8), keras.layers.ReLU(), keras.layers.Dense(1)]
)
model.compile("adam", "mse")
model.fit(tf.random.normal((16, 6)), tf.random.normal((16, 1)), epochs=2, verbose=0)
