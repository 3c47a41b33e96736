# effect: nan
# a batch of one row has no spread: the root of its variance is at zero
import tensorflow as tf
from tensorflow import keras


class Whitening(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = keras.layers.Dense(5)

    def call(self, rows):
        hidden = self.inner(rows)
        return hidden, keras.ops.std(hidden, axis=0)  # TFG602


model = Whitening()
photo = tf.reshape(tf.range(7.0), (1, 7))
with tf.GradientTape() as tape:
    hidden, spread = model(photo)
    loss = tf.reduce_mean(hidden**2) + tf.reduce_sum(spread)
print(tape.gradient(loss, model.trainable_variables))
