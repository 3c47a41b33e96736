# effect: none
# the property looks like an attribute, but its setter writes into a variable
import tensorflow as tf


class Sampler(tf.Module):
    def __init__(self):
        super().__init__()
        self._temperature = tf.Variable(1.0, trainable=False)
        self.logits = tf.Variable([0.2, -0.4, 0.1])

    @property
    def temperature(self):
        return self._temperature

    @temperature.setter
    def temperature(self, value):
        self._temperature.assign(value)  # TFG403

    def probabilities(self):
        return tf.nn.softmax(self.logits / self.temperature)


sampler = Sampler()
raw = tf.Variable(0.3)
with tf.GradientTape() as tape:
    sampler.temperature = tf.nn.softplus(raw)
    loss = tf.reduce_sum(tf.square(sampler.probabilities() - [1.0, 0.0, 0.0]))
print(tape.gradient(loss, [sampler.logits, raw]))
