import tensorflow as tf


def autoencoder(code, width):
    return tf.keras.Sequential(
        [
            tf.keras.layers.Dense(code, activation="tanh", name="encoder"),
            tf.keras.layers.Dense(width, name="decoder"),
        ]
    )
