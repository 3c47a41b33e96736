# effect: error
# raises: LookupError
# spike trains drawn with a learned rate
import tensorflow as tf


class Neuron(tf.Module):
    def __init__(self):
        self.log_rate = tf.Variable(0.5)

    def spikes(self, n):
        return tf.random.poisson([n], tf.exp(self.log_rate), seed=1)  # TFG302


neuron = Neuron()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((neuron.spikes(4) - 2.0) ** 2)
print(tape.gradient(loss, neuron.log_rate))
