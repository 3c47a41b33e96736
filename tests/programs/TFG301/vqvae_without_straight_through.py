# effect: none
# vector quantisation: the code index is an argmin, so the encoder gets nothing
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class VectorQuantizer(tf.keras.layers.Layer):
    def __init__(self, num_codes, dim):
        super().__init__()
        self.codebook = self.add_weight(shape=(num_codes, dim), initializer="uniform")

    def nearest(self, flat):
        d = tf.reduce_sum(tf.square(flat[:, None, :] - self.codebook[None]), axis=-1)
        return tf.argmin(d, axis=1)  # TFG301

    def call(self, z):
        return tf.gather(self.codebook, self.nearest(z))


encoder = tf.keras.layers.Dense(2)
quantizer = VectorQuantizer(4, 2)
decoder = tf.keras.layers.Dense(3)


def reconstruct(x):
    return decoder(quantizer(encoder(x)))


x = tf.random.stateless_normal((5, 3), seed=(0, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(reconstruct(x) - x))
grads = tape.gradient(loss, encoder.trainable_variables)
print("encoder", grads)
