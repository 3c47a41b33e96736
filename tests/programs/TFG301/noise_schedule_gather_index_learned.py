# effect: none
# diffusion: a learned time is used as an index into the schedule
import tensorflow as tf


class Diffusion(tf.Module):
    def __init__(self, steps=10):
        self.t = tf.Variable(3.4)
        self.alpha = tf.linspace(0.99, 0.1, steps)

    def index(self):
        return tf.cast(tf.floor(self.t), tf.int32)  # TFG301

    def noisy(self, x, eps):
        a = tf.gather(self.alpha, self.index())
        return tf.sqrt(a) * x + tf.sqrt(1.0 - a) * eps


d = Diffusion()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(d.noisy(tf.constant([1.0, 2.0]), tf.constant([0.1, 0.2])) ** 2)
print(tape.gradient(loss, d.t))
