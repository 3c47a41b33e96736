# effect: none
# the base class opens the tape; the subclass that should watch the input forgot to
import tensorflow as tf


class Explainer:
    def __init__(self, fn):
        self.fn = fn

    def prepare(self, tape, x):
        return None

    def explain(self, x):
        x = tf.convert_to_tensor(x, tf.float32)
        with tf.GradientTape() as tape:
            self.prepare(tape, x)
            y = self.fn(x)
        return tape.gradient(y, x)  # TFG102


class Saliency(Explainer):
    def normalise(self, g):
        return g / (tf.reduce_max(tf.abs(g)) + 1e-8)


print(Saliency(lambda v: tf.reduce_sum(v**3)).explain([1.0, 2.0]))
