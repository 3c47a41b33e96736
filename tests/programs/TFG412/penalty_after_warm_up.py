# effect: wrong
# truth: eager
# the first call decides that there is no penalty
import tensorflow as tf


class Fit:
    def __init__(self):
        self.weight = tf.Variable([0.5, 2.0])
        self.epoch = 0

    @tf.function
    def step(self):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight - 1.0))
            if self.epoch >= 2:  # TFG412
                loss += 0.1 * tf.reduce_sum(tf.abs(self.weight))
        gradient = tape.gradient(loss, self.weight)
        self.weight.assign_sub(0.1 * gradient)
        return gradient


fit = Fit()
for epoch in range(5):
    fit.epoch = epoch
    fit.step()
