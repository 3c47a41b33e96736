# effect: ok
# beside: TFG412
# the loop counts steps in an attribute that only the log reads
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(2.0)
        self.steps = 0

    @tf.function
    def gradient(self, signal):
        with tf.GradientTape() as tape:
            loss = tf.square(self.weight * signal)
        return tape.gradient(loss, self.weight)

    def train(self):
        for _ in range(3):
            self.steps += 1
            gradient = self.gradient(tf.constant(1.0))
            self.weight.assign_sub(0.1 * gradient)
            print(self.steps, gradient)


Trainer().train()
