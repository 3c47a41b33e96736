# effect: ok
# the compiled loss only shows a number: the model adds the loss that trains it
import numpy as np
import tensorflow as tf


def distance(y_true, y_pred):
    return tf.stop_gradient(tf.reduce_sum(tf.abs(y_true - y_pred), axis=-1))


class Compact(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(2)

    def call(self, x):
        code = self.head(x)
        self.add_loss(tf.reduce_mean(tf.square(code - x)))
        return code


x = np.array([[0.5, -1.0], [1.5, 0.25]], "float32")
model = Compact()
model.compile("sgd", loss=distance)
model.fit(x, x, verbose=0)
