# effect: none
# style grams are gathered into one np.array
import numpy as np
import tensorflow as tf


def gram(f):
    return tf.matmul(f, f, transpose_a=True)


class Style:
    def __init__(self, target):
        self.target = target

    def grams(self, feats):
        return np.array([gram(f) for f in feats])  # TFG204

    def __call__(self, feats):
        return tf.reduce_mean(tf.square(self.grams(feats) - self.target))


canvas = tf.Variable([[1.0, 2.0], [0.5, 0.1]])
style = Style(np.zeros((2, 2, 2), np.float32))
with tf.GradientTape() as tape:
    loss = style([canvas, 2.0 * canvas])
print(tape.gradient(loss, canvas))
