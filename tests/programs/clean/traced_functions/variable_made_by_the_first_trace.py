# effect: ok
# beside: TFG414
# an early return keeps later traces from making another variable
import tensorflow as tf


class Cache(tf.Module):
    def __init__(self):
        super().__init__()
        self.gain = None

    def variable(self):
        if self.gain is not None:
            return self.gain
        self.gain = tf.Variable(2.0)
        return self.gain

    @tf.function
    def gradient(self, signal):
        gain = self.variable()
        with tf.GradientTape() as tape:
            output = gain * signal
        return tape.gradient(output, gain)


cache = Cache()
print(cache.gradient(tf.constant(3.0)), cache.gradient(tf.constant(4.0)))
