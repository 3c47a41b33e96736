# effect: ok
# beside: TFG412
# the loop counts, and calls one of two traced functions
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(1.0)
        self.other = tf.Variable(1.0)
        self.step = 0

    @tf.function
    def train_weight(self):
        with tf.GradientTape() as tape:
            loss = self.weight**2
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))

    @tf.function
    def train_other(self):
        with tf.GradientTape() as tape:
            loss = self.other**2
        self.other.assign_sub(0.1 * tape.gradient(loss, self.other))

    def train(self):
        self.train_weight()
        self.step += 1
        if self.step % 3 == 0:
            self.train_other()


trainer = Trainer()
for _ in range(6):
    trainer.train()
