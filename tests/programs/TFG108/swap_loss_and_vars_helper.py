# effect: none
# a helper with (sources, target) order forwards positionally
import tensorflow as tf


def compute_gradients(tape, loss, variables):
    return tape.gradient(variables, loss)  # TFG108


class Trainer:
    def __init__(self):
        self.w = tf.Variable([1.0, 2.0])

    def step(self):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.w**2)
        return compute_gradients(tape, loss, self.w)


print(Trainer().step())
