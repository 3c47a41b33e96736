# effect: none
# GAN inversion: a "Latent" object wraps the tensor in a fresh variable inside the tape
import tensorflow as tf

gen = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])


class Latent:
    def __init__(self, value):
        self.value = tf.Variable(value)  # TFG402

    def image(self):
        return gen(self.value)


class Inverter:
    def __init__(self, target):
        self.z = tf.Variable(tf.zeros((1, 2)))
        self.target = target

    def gradient(self):
        with tf.GradientTape() as tape:
            latent = Latent(tf.tanh(self.z))
            loss = tf.reduce_mean((latent.image() - self.target) ** 2)
        return tape.gradient(loss, self.z)


print(Inverter(tf.ones((1, 3))).gradient())
