# effect: ok
# codebook moved by exponential averages inside call; the encoder learns through the detour
import tensorflow as tf


class Quantiser(tf.keras.layers.Layer):
    def __init__(self, codes, dim, decay=0.99):
        super().__init__()
        self.decay = decay
        self.codes = codes
        self.codebook = self.add_weight(
            shape=(codes, dim), initializer="random_normal", trainable=False
        )

    def call(self, z, training=False):
        distances = tf.reduce_sum(tf.square(z[:, None, :] - self.codebook[None]), axis=-1)
        index = tf.argmin(distances, axis=1)
        quantised = tf.gather(tf.convert_to_tensor(self.codebook), index)
        if training:
            chosen = tf.one_hot(index, self.codes)
            counts = tf.reduce_sum(chosen, axis=0)[:, None]
            means = tf.math.divide_no_nan(tf.matmul(chosen, z, transpose_a=True), counts)
            moved = self.decay * self.codebook + (1.0 - self.decay) * means
            self.codebook.assign(tf.where(counts > 0.0, moved, self.codebook))
        self.add_loss(0.25 * tf.reduce_mean(tf.square(z - tf.stop_gradient(quantised))))
        return z + tf.stop_gradient(quantised - z)


encoder, decoder = tf.keras.layers.Dense(2), tf.keras.layers.Dense(3)
vq = Quantiser(4, 2)
x = tf.constant([[1.0, 0.0, 2.0], [0.5, 1.0, 0.0]])
with tf.GradientTape() as tape:
    rebuilt = decoder(vq(encoder(x), training=True))
    loss = tf.reduce_mean(tf.square(rebuilt - x)) + tf.add_n(vq.losses)
print(tape.gradient(loss, encoder.trainable_variables + decoder.trainable_variables))
