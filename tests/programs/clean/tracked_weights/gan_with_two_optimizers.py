# effect: ok
# beside: TFG805
# each network of a GAN is trained by its own list
import tensorflow as tf


class Discr(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a = tf.keras.layers.Dense(4, activation="relu")
        self.b = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.b(self.a(x))


class GAN(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = Discr()
        self.g = tf.keras.Sequential([tf.keras.layers.Dense(3)])

    def compile(self, d_opt, g_opt):
        super().compile()
        self.d_opt, self.g_opt = d_opt, g_opt

    def train_step(self, real):
        z = tf.random.normal((4, 2))
        with tf.GradientTape() as t:
            ld = tf.reduce_mean(self.d(self.g(z))) - tf.reduce_mean(self.d(real))
        self.d_opt.apply_gradients(
            zip(t.gradient(ld, self.d.trainable_variables), self.d.trainable_variables)
        )
        with tf.GradientTape() as t:
            lg = -tf.reduce_mean(self.d(self.g(z)))
        self.g_opt.apply_gradients(
            zip(t.gradient(lg, self.g.trainable_variables), self.g.trainable_variables)
        )
        return {"d": ld, "g": lg}

    def call(self, z):
        return self.g(z)


gan = GAN()
gan.compile(tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam())
gan.fit(tf.random.normal((8, 3)), batch_size=4, verbose=0)
