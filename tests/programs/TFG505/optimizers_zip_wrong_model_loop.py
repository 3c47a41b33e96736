# effect: error
# raises: InvalidArgumentError
# in a loop over players, gradients of one and variables of the other
import tensorflow as tf


def mlp(n):
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(n)])


class Adversarial:
    def __init__(self):
        self.gen, self.disc = mlp(2), mlp(3)
        self.gen_opt = tf.keras.optimizers.SGD(0.1)
        self.disc_opt = tf.keras.optimizers.SGD(0.1)

    def step(self, z):
        with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
            fake = self.disc(self.gen(z))
            g_loss = tf.reduce_mean(fake)
            d_loss = -tf.reduce_mean(fake)
        g = g_tape.gradient(g_loss, self.gen.trainable_variables)
        d = d_tape.gradient(d_loss, self.disc.trainable_variables)
        self._apply(g, self.disc, self.disc_opt)
        self._apply(d, self.gen, self.gen_opt)

    def _apply(self, grads, model, opt):
        opt.apply_gradients(zip(grads, model.trainable_variables))  # TFG505


Adversarial().step(tf.ones((2, 2)))
