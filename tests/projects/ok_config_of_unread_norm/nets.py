import tensorflow as tf


class Norm(tf.keras.layers.BatchNormalization):
    """Keep the statistics of frozen layers."""

    def call(self, x, training=False):
        training = bool(training and self.trainable)
        return super().call(x, training=training)


def network(settings):
    x = inputs = tf.keras.Input((settings["width"],))
    for _ in range(settings["depth"]):
        x = tf.keras.layers.Dense(settings["units"], kernel_regularizer="l2")(x)
        x = tf.keras.layers.ReLU()(Norm()(x))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(x))
