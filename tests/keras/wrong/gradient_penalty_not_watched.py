# effect: none
# WGAN-GP: the inner tape never hears of the interpolated images
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(89)

SHAPE = (6, 6, 1)
LATENT = 5


def make_critic():
    return keras.Sequential(
        [
            keras.Input(SHAPE),
            keras.layers.Conv2D(4, 3, strides=2, padding="same"),
            keras.layers.LeakyReLU(negative_slope=0.2),
            keras.layers.Flatten(),
            keras.layers.Dense(1),
        ]
    )


def make_generator():
    return keras.Sequential(
        [
            keras.Input((LATENT,)),
            keras.layers.Dense(36, activation="tanh"),
            keras.layers.Reshape(SHAPE),
        ]
    )


class WGAN(keras.Model):
    def __init__(self, critic, generator, latent_dim, critic_steps=2, gp_weight=10.0):
        super().__init__()
        self.critic = critic
        self.generator = generator
        self.latent_dim = latent_dim
        self.critic_steps = critic_steps
        self.gp_weight = gp_weight

    def compile(self, c_optimizer, g_optimizer):
        super().compile()
        self.c_optimizer = c_optimizer
        self.g_optimizer = g_optimizer

    def gradient_penalty(self, real, fake):
        batch = tf.shape(real)[0]
        alpha = tf.random.uniform([batch, 1, 1, 1], 0.0, 1.0)
        interpolated = real + alpha * (fake - real)
        with tf.GradientTape() as gp_tape:
            score = self.critic(interpolated, training=True)
        grads = gp_tape.gradient(score, [interpolated])[0]  # TFG102
        norm = tf.sqrt(tf.reduce_sum(tf.square(grads), axis=[1, 2, 3]) + 1e-12)
        return tf.reduce_mean((norm - 1.0) ** 2)

    def train_step(self, real):
        batch = tf.shape(real)[0]
        for _ in range(self.critic_steps):
            noise = tf.random.normal((batch, self.latent_dim))
            with tf.GradientTape() as tape:
                fake = self.generator(noise, training=True)
                c_cost = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
                c_loss = c_cost + self.gp_weight * self.gradient_penalty(real, fake)
            c_grads = tape.gradient(c_loss, self.critic.trainable_variables)
            self.c_optimizer.apply_gradients(zip(c_grads, self.critic.trainable_variables))
        noise = tf.random.normal((batch, self.latent_dim))
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(self.critic(self.generator(noise, training=True)))
        g_grads = tape.gradient(g_loss, self.generator.trainable_variables)
        self.g_optimizer.apply_gradients(zip(g_grads, self.generator.trainable_variables))
        return {"c_loss": c_loss, "g_loss": g_loss}


rng = np.random.default_rng(0)
stripes = np.tile(np.sign(np.sin(np.arange(6))), (32, 6, 1))[..., None]
stripes = (stripes + 0.1 * rng.normal(size=stripes.shape)).astype("float32")
wgan = WGAN(make_critic(), make_generator(), LATENT)
wgan.compile(
    c_optimizer=keras.optimizers.Adam(2e-4, beta_1=0.5),
    g_optimizer=keras.optimizers.Adam(2e-4, beta_1=0.5),
)
wgan.fit(stripes, batch_size=16, epochs=1, verbose=0)
