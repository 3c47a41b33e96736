# effect: wrong
# truth: eager
# the loop of a trainer class changes the entry of a dict that the traced step reads
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self.settings = {"penalty": 0.0}

    @tf.function
    def step(self, batch):
        with tf.GradientTape() as tape:
            error = tf.reduce_sum(tf.square(self.weight - batch))
            loss = error + self.settings["penalty"] * tf.reduce_sum(self.weight**2)  # TFG412
        gradient = tape.gradient(loss, self.weight)
        self.weight.assign_sub(0.1 * gradient)

    def train(self, batch, epochs):
        for epoch in range(epochs):
            self.settings["penalty"] = 0.1 * epoch
            self.step(batch)


trainer = Trainer()
trainer.train(tf.constant([0.0, 1.0]), 3)
print(trainer.weight.numpy())
