# effect: error
# raises: ValueError
# call uses a helper function that was written for functional models
import tensorflow as tf


def conv_block(x, filters):
    x = tf.keras.layers.Conv1D(filters, 3, padding="same")(x)  # TFG807
    return tf.nn.relu(x)


class Encoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.out(conv_block(x, 4))


encoder = Encoder()
encoder.compile(optimizer="adam", loss="mse")
encoder.fit(tf.ones((2, 8, 1)), tf.ones((2, 8, 1)), verbose=0)
