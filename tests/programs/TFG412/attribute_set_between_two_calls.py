# effect: wrong
# truth: eager
# the second phase sets another margin, which the trace of the first phase does not see
import tensorflow as tf


class Hinge(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(2.0)
        self.scale = 1.0

    @tf.function
    def gradient(self, signal):
        with tf.GradientTape() as tape:
            loss = self.scale * tf.square(self.weight * signal)  # TFG412
        return tape.gradient(loss, self.weight)


hinge = Hinge()
print(hinge.gradient(tf.constant(1.0)))
hinge.scale = 10.0
print(hinge.gradient(tf.constant(1.0)))
