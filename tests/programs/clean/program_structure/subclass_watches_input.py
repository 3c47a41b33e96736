# effect: ok
# the same hierarchy, the subclass watches
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
        return tape.gradient(y, x)


class Saliency(Explainer):
    def prepare(self, tape, x):
        tape.watch(x)


print(Saliency(lambda v: tf.reduce_sum(v**3)).explain([1.0, 2.0]))
