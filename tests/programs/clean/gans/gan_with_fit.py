# effect: ok
# beside: TFG514, TFG808
# a GAN as a Keras model with two optimizers, trained with fit
import tensorflow as tf


class GAN(tf.keras.Model):
    def __init__(self, generator, discriminator, latent_dim):
        super().__init__()
        self.generator = generator
        self.discriminator = discriminator
        self.latent_dim = latent_dim
        self.d_tracker = tf.keras.metrics.Mean(name="d_loss")
        self.g_tracker = tf.keras.metrics.Mean(name="g_loss")

    def compile(self, g_optimizer, d_optimizer, loss_fn):
        super().compile()
        self.g_optimizer = g_optimizer
        self.d_optimizer = d_optimizer
        self.loss_fn = loss_fn

    @property
    def metrics(self):
        return [self.d_tracker, self.g_tracker]

    def train_step(self, real):
        batch = tf.shape(real)[0]
        noise = tf.random.normal((batch, self.latent_dim))
        fake = self.generator(noise)
        both = tf.concat([fake, real], axis=0)
        labels = tf.concat([tf.ones((batch, 1)), tf.zeros((batch, 1))], axis=0)
        with tf.GradientTape() as tape:
            d_loss = self.loss_fn(labels, self.discriminator(both))
        grads = tape.gradient(d_loss, self.discriminator.trainable_weights)
        self.d_optimizer.apply_gradients(zip(grads, self.discriminator.trainable_weights))
        misleading = tf.zeros((batch, 1))
        with tf.GradientTape() as tape:
            g_loss = self.loss_fn(misleading, self.discriminator(self.generator(noise)))
        grads = tape.gradient(g_loss, self.generator.trainable_weights)
        self.g_optimizer.apply_gradients(zip(grads, self.generator.trainable_weights))
        self.d_tracker.update_state(d_loss)
        self.g_tracker.update_state(g_loss)
        return {"d_loss": self.d_tracker.result(), "g_loss": self.g_tracker.result()}


gan = GAN(
    tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)]),
    tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)]),
    latent_dim=2,
)
gan.compile(
    g_optimizer=tf.keras.optimizers.Adam(1e-3),
    d_optimizer=tf.keras.optimizers.Adam(1e-3),
    loss_fn=tf.keras.losses.BinaryCrossentropy(from_logits=True),
)
gan.fit(tf.ones((4, 3)), batch_size=2, epochs=1, verbose=0)
