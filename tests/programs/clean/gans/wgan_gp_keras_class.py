# effect: ok
# beside: TFG513
# WGAN-GP as keras.Model subclass with several critic steps and a nested tape for the penalty
import tensorflow as tf

tf.keras.utils.set_random_seed(3)


class WGAN(tf.keras.Model):
    def __init__(self, discriminator, generator, latent_dim, d_steps=2, gp_weight=10.0):
        super().__init__()
        self.discriminator = discriminator
        self.generator = generator
        self.latent_dim = latent_dim
        self.d_steps = d_steps
        self.gp_weight = gp_weight

    def compile(self, d_optimizer, g_optimizer):
        super().compile()
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer

    def gradient_penalty(self, real, fake):
        batch = tf.shape(real)[0]
        alpha = tf.random.uniform([batch, 1])
        interpolated = real + alpha * (fake - real)
        with tf.GradientTape() as gp_tape:
            gp_tape.watch(interpolated)
            pred = self.discriminator(interpolated, training=True)
        grads = gp_tape.gradient(pred, [interpolated])[0]
        norm = tf.sqrt(tf.reduce_sum(tf.square(grads), axis=1) + 1e-12)
        return tf.reduce_mean((norm - 1.0) ** 2)

    def train_step(self, real):
        if isinstance(real, tuple):
            real = real[0]
        batch = tf.shape(real)[0]
        for _ in range(self.d_steps):
            z = tf.random.normal((batch, self.latent_dim))
            with tf.GradientTape() as tape:
                fake = self.generator(z, training=True)
                fake_logits = self.discriminator(fake, training=True)
                real_logits = self.discriminator(real, training=True)
                d_cost = tf.reduce_mean(fake_logits) - tf.reduce_mean(real_logits)
                gp = self.gradient_penalty(real, fake)
                d_loss = d_cost + gp * self.gp_weight
            d_grad = tape.gradient(d_loss, self.discriminator.trainable_variables)
            self.d_optimizer.apply_gradients(zip(d_grad, self.discriminator.trainable_variables))
        z = tf.random.normal((batch, self.latent_dim))
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(self.discriminator(self.generator(z, training=True)))
        g_grad = tape.gradient(g_loss, self.generator.trainable_variables)
        self.g_optimizer.apply_gradients(zip(g_grad, self.generator.trainable_variables))
        return {"d_loss": d_loss, "g_loss": g_loss}


critic = tf.keras.Sequential(
    [
        tf.keras.Input((4,)),
        tf.keras.layers.Dense(8, activation="tanh"),
        tf.keras.layers.Dense(1, use_bias=False),
    ]
)
gen = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4)])
wgan = WGAN(critic, gen, 2)
wgan.compile(tf.keras.optimizers.Adam(1e-4), tf.keras.optimizers.Adam(1e-4))
wgan.fit(tf.random.normal((8, 4)), batch_size=4, epochs=1, verbose=0)
