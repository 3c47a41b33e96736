import tensorflow as tf

from audio import features


class Detector(tf.Module):
    def __init__(self, length):
        super().__init__()
        self.gain = tf.Variable(1.0, name="gain")
        start = tf.random.stateless_normal((length, 1), seed=(1, 2), stddev=0.1)
        self.readout = tf.Variable(start, name="readout")

    def __call__(self, waves):
        return features.loudness(waves * self.gain) @ self.readout
