# effect: error
# raises: LookupError
# a Poisson sample is not reparameterised
import tensorflow as tf


class Counts(tf.Module):
    def __init__(self):
        super().__init__()
        self.log_rate = tf.Variable([0.1, 1.0])

    def sample(self):
        rate = tf.exp(self.log_rate)
        return tf.random.poisson([3], rate, seed=1)  # TFG302


c = Counts()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(c.sample())
tape.gradient(loss, c.log_rate)
