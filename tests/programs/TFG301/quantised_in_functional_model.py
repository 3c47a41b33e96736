# effect: none
# a custom layer rounds inside a functional model, which is nested in another one
import tensorflow as tf
from tensorflow import keras


class Quantise(keras.layers.Layer):
    def call(self, v, levels=4.0):
        return tf.round(v * levels) / levels  # TFG301


pixels = keras.Input((4,))
encoder = keras.Model(pixels, Quantise()(keras.layers.Dense(3, activation="sigmoid")(pixels)))
inputs = keras.Input((4,))
model = keras.Model(inputs, keras.layers.Dense(1)(encoder(inputs)))
x, y = tf.random.normal((8, 4), seed=1), tf.random.normal((8, 1), seed=2)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - y))
print(tape.gradient(loss, encoder.trainable_variables))
