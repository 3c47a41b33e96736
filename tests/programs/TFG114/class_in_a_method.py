# effect: error
# raises: TypeError
# the class is entered instead of a tape, in a method of a trainer
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(2.0)

    def step(self, signal):
        with tf.GradientTape as tape:  # TFG114
            loss = tf.square(self.weight * signal)
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))


Trainer().step(3.0)
