# effect: none
# the model is compiled with one loss class, which stops its own result
import numpy as np
import tensorflow as tf


class SquaredHinge(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        margin = tf.maximum(1.0 - y_true * y_pred, 0.0)
        return tf.stop_gradient(tf.reduce_sum(tf.square(margin), axis=-1))  # TFG307


x = np.array([[0.5, -1.0], [1.5, 0.25]], "float32")
y = np.array([[1.0], [-1.0]], "float32")
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile("sgd", loss=SquaredHinge())
model.fit(x, y, verbose=0)
