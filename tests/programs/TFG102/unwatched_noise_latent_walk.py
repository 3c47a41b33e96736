# effect: none
# the latent is a tensor drawn before the tape and moved along its gradient
import tensorflow as tf

decoder = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])


class LatentSearch:
    def __init__(self, z):
        self.z = z

    @classmethod
    def random(cls, n):
        return cls(tf.random.stateless_normal((n, 2), seed=(0, 1)))

    def energy(self, target):
        return tf.reduce_mean((decoder(self.z) - target) ** 2)

    def step(self, target, lr=0.1):
        with tf.GradientTape() as tape:
            e = self.energy(target)
        g = tape.gradient(e, self.z)  # TFG102
        if g is not None:
            self.z = self.z - lr * g


search = LatentSearch.random(2)
search.step(tf.ones((2, 3)))
