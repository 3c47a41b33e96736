import tensorflow as tf


class Dense(tf.Module):
    """An affine map followed by whatever the class squashes with."""

    squash = staticmethod(tf.identity)

    def __init__(self, inputs, units, seed=0):
        super().__init__()
        start = tf.random.stateless_normal((inputs, units), seed=(seed, 1), stddev=0.5)
        self.kernel = tf.Variable(start)
        self.bias = tf.Variable(tf.zeros(units))

    def __call__(self, inputs):
        return self.squash(tf.matmul(inputs, self.kernel) + self.bias)  # TFG303
