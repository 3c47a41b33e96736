# effect: error
# raises: RuntimeError
# GAN class: one tape, two queries through a shared helper method
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class GAN:
    def __init__(self):
        self.g = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
        self.d = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
        self.opt = tf.keras.optimizers.SGD(0.1)

    def step(self, real):
        noise = tf.ones_like(real)
        with tf.GradientTape() as tape:
            fake_score = self.d(self.g(noise))
            d_loss = tf.reduce_mean(fake_score) - tf.reduce_mean(self.d(real))
            g_loss = -tf.reduce_mean(fake_score)
        pairs = [(d_loss, self.d), (g_loss, self.g)]
        for loss, net in pairs:
            grads = tape.gradient(loss, net.trainable_variables)  # TFG105
            self.opt.build(net.trainable_variables)
            self.opt.apply_gradients(zip(grads, net.trainable_variables))


GAN().step(tf.zeros((3, 2)))
