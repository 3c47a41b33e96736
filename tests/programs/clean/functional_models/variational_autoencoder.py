# effect: ok
# beside: TFG511
# encoder, decoder and the whole as functional models; the sampling layer adds the divergence to the loss
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Sampling(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(3)

    def call(self, inputs):
        mean, log_var = inputs
        divergence = -0.5 * tf.reduce_mean(1 + log_var - tf.square(mean) - tf.exp(log_var))
        self.add_loss(divergence)
        noise = keras.random.normal(tf.shape(mean), seed=self.seed_generator)
        return mean + tf.exp(0.5 * log_var) * noise


pixels = keras.Input((6,))
h = layers.Dense(5, activation="relu")(pixels)
mean = layers.Dense(2, name="mean")(h)
log_var = layers.Dense(2, name="log_var")(h)
encoder = keras.Model(pixels, [mean, log_var, Sampling()([mean, log_var])], name="encoder")
code = keras.Input((2,))
decoder = keras.Model(code, layers.Dense(6)(layers.Dense(5, activation="relu")(code)), name="decoder")
autoencoder = keras.Model(pixels, decoder(encoder(pixels)[2]))

x = tf.random.normal((8, 6), seed=1)
optimizer = keras.optimizers.Adam(0.01)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        z_mean, z_log_var, z = encoder(x, training=True)
        reconstruction = decoder(z)
        loss = tf.reduce_mean(tf.square(x - reconstruction)) + tf.add_n(encoder.losses)
    variables = encoder.trainable_weights + decoder.trainable_weights
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


print(train_step(x))
autoencoder.compile("adam", "mse")
autoencoder.fit(x, x, verbose=0)
