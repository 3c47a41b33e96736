import tensorflow as tf


def make_player(outputs):
    return tf.keras.Sequential(
        [
            tf.keras.Input((2,)),
            tf.keras.layers.Dense(4, activation="tanh"),
            tf.keras.layers.Dense(outputs),
        ]
    )
