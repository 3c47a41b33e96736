# effect: error
# raises: NotImplementedError
# inside tf.function the value is not there yet
import tensorflow as tf


class Gain(tf.Module):
    def __init__(self):
        self.gain = tf.Variable(1.5)

    @tf.function
    def __call__(self, x):
        return tf.constant(self.gain) * x  # TFG411


m = Gain()
with tf.GradientTape() as tape:
    y = m(tf.constant(2.0))
print(tape.gradient(y, m.gain))
