# effect: ok
# beside: TFG808, TFG811
# a layer with weights of its own around a frozen one
import tensorflow as tf


class Correction(tf.keras.layers.Layer):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.inner.trainable = False

    def build(self, input_shape):
        self.scale = self.add_weight(shape=(self.inner.units,), initializer="ones")
        self.shift = self.add_weight(shape=(self.inner.units,), initializer="zeros")

    def call(self, inputs):
        return self.inner(inputs) * self.scale + self.shift


inner = tf.keras.layers.Dense(2)
inner.build((None, 3))
layer = Correction(inner)
inputs = tf.random.normal((4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(layer(inputs) - 1.0))
print(tape.gradient(loss, layer.trainable_variables))
