# effect: none
# the generator has batch normalisation; its .weights are asked for
import tensorflow as tf
from tensorflow.keras import layers


def make_generator():
    m = tf.keras.Sequential([tf.keras.Input((2,))])
    m.add(layers.Dense(3))
    m.add(layers.BatchNormalization())
    return m


class GAN:
    def __init__(self):
        self.g = make_generator()
        self.d = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1)])

    def g_grads(self, z):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.d(self.g(z, training=True)))
        return tape.gradient(loss, self.g.weights)  # TFG801


print(GAN().g_grads(tf.random.stateless_normal((4, 2), seed=(1, 2))))
