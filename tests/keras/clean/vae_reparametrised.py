# effect: ok
# VAE: reparametrised sampling, KL by add_loss, bits only for the report
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(26)

PIXELS, LATENT = 16, 2


class Sampling(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(1337)

    def call(self, inputs, training=False):
        mean, log_variance = inputs
        if not training:
            return mean
        noise = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * log_variance) * noise


class KLPenalty(layers.Layer):
    """Adds the divergence from the standard normal to the losses of the model."""

    def __init__(self, weight, **kwargs):
        super().__init__(**kwargs)
        self.weight = weight

    def call(self, inputs):
        mean, log_variance = inputs
        divergence = 1.0 + log_variance - ops.square(mean) - ops.exp(log_variance)
        self.add_loss(-0.5 * self.weight * ops.mean(ops.sum(divergence, axis=1)))
        return inputs


class VAE(keras.Model):
    def __init__(self, beta=0.5):
        super().__init__()
        self.hidden = layers.Dense(12, activation="relu")
        self.mean = layers.Dense(LATENT)
        self.log_variance = layers.Dense(LATENT)
        self.penalty = KLPenalty(beta)
        self.sampling = Sampling()
        self.decoder = keras.Sequential(
            [layers.Dense(12, activation="relu"), layers.Dense(PIXELS, activation="sigmoid")]
        )

    def encode(self, images):
        hidden = self.hidden(images)
        return self.penalty([self.mean(hidden), self.log_variance(hidden)])

    def call(self, images, training=False):
        return self.decoder(self.sampling(self.encode(images), training=training))


def reconstruction(y_true, y_pred):
    return PIXELS * keras.losses.binary_crossentropy(y_true, y_pred)


def exact_bits(y_true, y_pred):
    return ops.mean(ops.cast(ops.equal(y_true, ops.round(y_pred)), "float32"))


rng = np.random.default_rng(27)
templates = (rng.uniform(size=(4, PIXELS)) > 0.5).astype("float32")
images = templates[rng.integers(0, 4, size=64)]
vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(1e-2), loss=reconstruction, metrics=[exact_bits])
history = vae.fit(images, images, batch_size=16, epochs=1, verbose=0)
print({name: float(values[-1]) for name, values in history.history.items()})

with tf.GradientTape() as tape:
    output = vae(images[:8], training=True)
    elbo = tf.reduce_mean(reconstruction(images[:8], output)) + tf.add_n(vae.losses)
gradients = tape.gradient(elbo, vae.trainable_variables)
print("elbo", elbo.numpy(), "norm", float(tf.linalg.global_norm(gradients)))
grid = np.stack(np.meshgrid([-1.0, 1.0], [-1.0, 1.0]), -1).reshape(-1, 2)
print((vae.decoder.predict(grid, verbose=0) > 0.5).astype(int)[:2])
