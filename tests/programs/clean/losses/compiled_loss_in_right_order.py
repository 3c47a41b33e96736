# effect: ok
# beside: TFG514
# a loss function that weights classes
import numpy as np
import tensorflow as tf


def weighted(y_true, y_pred):
    entropy = tf.keras.losses.binary_crossentropy(y_true, y_pred)
    return tf.reduce_mean(entropy * tf.squeeze(1.0 + y_true, axis=-1))


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, "sigmoid")])
model.compile(optimizer="adam", loss=weighted)
model.fit(np.array([[0.2, 0.4], [0.1, 0.1]]), np.array([[1.0], [0.0]]), verbose=0)
