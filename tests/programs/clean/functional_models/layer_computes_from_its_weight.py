# effect: ok
# what a custom layer computes from its weights alone is computed at each call of the model
import tensorflow as tf
from tensorflow import keras


class Positive(keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.raw = self.add_weight(shape=(shape[-1], self.units), initializer="glorot_uniform")
        self.shift = self.add_weight(shape=(self.units,), initializer="zeros")

    def call(self, v):
        kernel = tf.nn.softplus(self.raw)
        positions = tf.cast(tf.range(self.units), tf.float32)
        return v @ kernel + self.shift * positions


inputs = keras.Input((4,))
v = Positive(5)(inputs)
for _ in range(2):
    v = Positive(5)(v)
model = keras.Model(inputs, keras.layers.Dense(1)(v))
x, y = tf.random.normal((8, 4), seed=1), tf.random.normal((8, 1), seed=2)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    return tape.gradient(loss, model.trainable_variables)


print(step(x, y)[0])
