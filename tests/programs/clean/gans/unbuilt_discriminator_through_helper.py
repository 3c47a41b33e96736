# effect: ok
# an unbuilt Sequential is called through a helper; its variables are read after that
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def discriminator_loss(disc, real, fake):
    r, f = disc(real), disc(fake)
    bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
    return bce(tf.ones_like(r), r) + bce(tf.zeros_like(f), f), f


class InfoMax(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.Sequential([tf.keras.layers.Dense(3)])
        self.discriminator = tf.keras.Sequential(
            [tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)]
        )

    def prior(self, z):
        real = tf.random.uniform(tf.shape(z))
        d_loss, fake = discriminator_loss(self.discriminator, real, z)
        return -tf.reduce_mean(fake), d_loss

    def train(self, x, e_opt, d_opt):
        with tf.GradientTape() as e_tape, tf.GradientTape() as d_tape:
            e_loss, d_loss = self.prior(self.encoder(x))
        e_vars = self.encoder.trainable_variables
        e_grads = e_tape.gradient(e_loss, e_vars)
        d_vars = self.discriminator.trainable_variables
        d_grads = d_tape.gradient(d_loss, d_vars)
        e_opt.apply_gradients(zip(e_grads, e_vars))
        d_opt.apply_gradients(zip(d_grads, d_vars))
        return dict(encoder=e_loss, discriminator=d_loss)


m = InfoMax()
opts = tf.keras.optimizers.Adam(1e-3), tf.keras.optimizers.Adagrad(1e-3)
for _ in range(2):
    print({k: float(v) for k, v in m.train(tf.random.normal((4, 2)), *opts).items()})
