# effect: error
# raises: RuntimeError
# one method uses the tape up, another asks it again
import tensorflow as tf


class Recorder:
    def __init__(self, weight):
        self.weight = weight
        self.tape = None

    def forward(self, x):
        with tf.GradientTape() as self.tape:
            self.loss = tf.square(self.weight * x)
        return self.loss

    def report(self):
        first = self.tape.gradient(self.loss, self.weight)
        again = self.tape.gradient(self.loss, [self.weight])  # TFG105
        return first, again


rec = Recorder(tf.Variable(2.0))
rec.forward(3.0)
rec.report()
