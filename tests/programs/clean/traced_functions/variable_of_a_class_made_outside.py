# effect: ok
# beside: TFG414, TFG805
# the object is made by eager code, and only used in the trace
import tensorflow as tf


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self.gain = tf.Variable(2.0)


def factory():
    scale = Scale()

    @tf.function
    def gradient(signal):
        with tf.GradientTape() as tape:
            output = scale.gain * signal
        return tape.gradient(output, scale.gain)

    return gradient


print(factory()(tf.constant(3.0)))
