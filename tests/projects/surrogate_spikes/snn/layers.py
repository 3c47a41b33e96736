import tensorflow as tf

from snn.surrogate import spike


class SpikingLayer(tf.Module):
    """Leaky neurons; a spike resets the potential."""

    def __init__(self, inputs, neurons, leak=0.8, threshold=1.0):
        super().__init__()
        start = tf.reshape(tf.linspace(0.5, 1.5, inputs * neurons), (inputs, neurons))
        self.weights = tf.Variable(start)
        self.leak = leak
        self.threshold = threshold

    def __call__(self, currents):
        potential = tf.zeros(self.weights.shape[1])
        spikes = []
        for current in tf.unstack(currents):
            potential = self.leak * potential + tf.linalg.matvec(self.weights, current, True)
            fired = spike(potential - self.threshold)
            potential = potential * (1.0 - tf.stop_gradient(fired))
            spikes.append(fired)
        return tf.stack(spikes)
