# effect: zero
# a compression model that is trained with its own step: the encoder gets nothing but zeros
import tensorflow as tf


class Codec(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.layers.Dense(2, use_bias=False)
        self.decoder = tf.keras.layers.Dense(3, use_bias=False)

    def call(self, image):
        latent = self.encoder(image)
        code = tf.add(latent, tf.subtract(tf.stop_gradient(tf.round(latent)), latent))  # TFG309
        return self.decoder(code)


codec = Codec()
images = tf.constant([[1.0, 2.0, 3.0], [-2.0, 3.0, 1.0]])
with tf.GradientTape() as tape:
    error = tf.reduce_mean((codec(images) - images) ** 2)
print(tape.gradient(error, codec.encoder.trainable_variables))
