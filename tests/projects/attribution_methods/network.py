import tensorflow as tf


def make_classifier(size, classes):
    return tf.keras.Sequential(
        [
            tf.keras.Input((size, size, 1)),
            tf.keras.layers.Conv2D(4, 3, activation="relu"),
            tf.keras.layers.GlobalAveragePooling2D(),
            tf.keras.layers.Dense(classes),
        ]
    )
