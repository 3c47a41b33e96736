# effect: ok
# derived weights behind a property and a method, recomputed under the tape
import tensorflow as tf


class WeightNorm(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.v = self.add_weight(shape=(shape[-1], self.units), initializer="ones", name="v")
        self.g = self.add_weight(shape=(self.units,), initializer="ones", name="g")
        initial = tf.norm(self.v, axis=0)
        self.g.assign(initial)

    @property
    def kernel(self):
        return self.g * self.v / tf.norm(self.v, axis=0)

    def call(self, x):
        return x @ self.kernel


layer = WeightNorm(2)
x = tf.constant([[1.0, 2.0, -1.0]])
layer(x)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(layer(x) - 1.0))
print(tape.gradient(loss, layer.trainable_variables))
