import tensorflow as tf


class Mixture:
    def __init__(self, components):
        self.logits = tf.Variable(tf.zeros(components))
        self.means = tf.Variable(tf.linspace(-1.0, 1.0, components))
        self.log_scales = tf.Variable(tf.zeros(components))

    @property
    def variables(self):
        return [self.logits, self.means, self.log_scales]

    def log_density(self, data, log_component):
        parts = log_component(data[:, tf.newaxis], self.means, self.log_scales)
        return tf.reduce_logsumexp(tf.nn.log_softmax(self.logits) + parts, axis=1)
