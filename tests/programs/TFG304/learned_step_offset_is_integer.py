# effect: none
# learnable step offset as an integer variable through a helper with a default
import tensorflow as tf


def parameter(init=1, name=None):
    return tf.Variable(init, name=name)  # TFG304


class Schedule:
    def __init__(self):
        self.offset = parameter(name="offset")

    def lr(self, step):
        return tf.exp(-tf.cast(self.offset, tf.float32) * step)


s = Schedule()
with tf.GradientTape() as tape:
    y = s.lr(0.5)
print(tape.gradient(y, s.offset))
