# effect: ok
# beside: TFG412
# a variable counts the calls, and AutoGraph makes the branch a part of the graph
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(1.0)
        self.other = tf.Variable(1.0)
        self.step = tf.Variable(0, dtype=tf.int64, trainable=False)

    @tf.function
    def train(self):
        with tf.GradientTape() as tape:
            loss = self.weight**2
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))
        self.step.assign_add(1)
        if self.step % 3 == 0:
            with tf.GradientTape() as tape:
                loss = self.other**2
            self.other.assign_sub(0.1 * tape.gradient(loss, self.other))


trainer = Trainer()
for _ in range(6):
    trainer.train()
