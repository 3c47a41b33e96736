# effect: wrong
# truth: eager
# the loop halves the weight of the penalty after each traced step
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.sparsity = 1.0

    @tf.function
    def step(self, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight - target))
            loss += self.sparsity * tf.reduce_sum(tf.abs(self.weight))  # TFG412
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))

    def train(self, target):
        for _ in range(4):
            self.step(target)
            self.sparsity *= 0.5


Trainer().train(tf.constant([3.0, 4.0]))
