# effect: ok
# beside: TFG514
# the parameters are named the other way round, and the loss does not care
import numpy as np
import tensorflow as tf


def distance(y_pred, y_true):
    return tf.reduce_mean(tf.square(y_pred - y_true))


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss=distance)
model.fit(np.array([[0.2, 0.4], [0.1, 0.1]]), np.array([[1.0], [0.0]]), verbose=0)
