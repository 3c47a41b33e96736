# effect: ok
# WGAN-GP: the interpolation is watched, the fakes are detached for the critic on purpose
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(38)

SHAPE, LATENT = (6, 6, 1), 5


class WGAN(keras.Model):
    def __init__(self, critic, generator, critic_steps=2, gp_weight=10.0):
        super().__init__()
        self.critic, self.generator = critic, generator
        self.critic_steps, self.gp_weight = critic_steps, gp_weight
        self.seed_generator = keras.random.SeedGenerator(7)

    def compile(self, c_optimizer, g_optimizer):
        super().compile()
        self.c_optimizer, self.g_optimizer = c_optimizer, g_optimizer

    def noise(self, batch):
        return keras.random.normal((batch, LATENT), seed=self.seed_generator)

    def gradient_penalty(self, real, fake):
        alpha = keras.random.uniform((tf.shape(real)[0], 1, 1, 1), seed=self.seed_generator)
        interpolated = real + alpha * (fake - real)
        with tf.GradientTape() as gp_tape:
            gp_tape.watch(interpolated)
            score = self.critic(interpolated, training=True)
        grads = gp_tape.gradient(score, interpolated)
        norm = tf.sqrt(tf.reduce_sum(tf.square(grads), axis=[1, 2, 3]) + 1e-12)
        return tf.reduce_mean((norm - 1.0) ** 2)

    def train_step(self, real):
        batch = tf.shape(real)[0]
        for _ in range(self.critic_steps):
            fake = tf.stop_gradient(self.generator(self.noise(batch), training=True))
            with tf.GradientTape() as tape:
                gap = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
                penalty = self.gradient_penalty(real, fake)
                c_loss = gap + self.gp_weight * penalty
            c_vars = self.critic.trainable_variables
            self.c_optimizer.apply_gradients(zip(tape.gradient(c_loss, c_vars), c_vars))
        with tf.GradientTape() as tape:
            fake = self.generator(self.noise(batch), training=True)
            g_loss = -tf.reduce_mean(self.critic(fake))
        g_vars = self.generator.trainable_variables
        self.g_optimizer.apply_gradients(zip(tape.gradient(g_loss, g_vars), g_vars))
        return {"c_loss": c_loss, "g_loss": g_loss, "penalty": penalty}


critic = keras.Sequential(
    [
        keras.Input(SHAPE),
        keras.layers.Conv2D(4, 3, strides=2, padding="same"),
        keras.layers.LeakyReLU(negative_slope=0.2),
        keras.layers.Flatten(),
        keras.layers.Dense(1, use_bias=False),
    ]
)
generator = keras.Sequential(
    [
        keras.Input((LATENT,)),
        keras.layers.Dense(36, activation="tanh"),
        keras.layers.Reshape(SHAPE),
    ]
)


class Monitor(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        samples = self.model.generator(tf.random.normal((3, LATENT)))
        pixels = tf.cast((samples + 1.0) * 127.5, tf.uint8).numpy()
        print("epoch", epoch, "mean pixel", pixels.mean(), "levels", len(np.unique(pixels)))


rng = np.random.default_rng(39)
stripes = np.tile(np.sign(np.sin(np.arange(6))), (32, 6, 1))[..., None]
stripes = (stripes + 0.1 * rng.normal(size=stripes.shape)).astype("float32")
wgan = WGAN(critic, generator)
wgan.compile(
    c_optimizer=keras.optimizers.Adam(2e-4, beta_1=0.5),
    g_optimizer=keras.optimizers.Adam(2e-4, beta_1=0.5),
)
history = wgan.fit(stripes, batch_size=16, epochs=1, verbose=0, callbacks=[Monitor()])
print({name: float(values[-1]) for name, values in history.history.items()})
