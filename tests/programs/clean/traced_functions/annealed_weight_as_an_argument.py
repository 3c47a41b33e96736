# effect: ok
# beside: TFG412
# the number is an argument: another number makes another trace
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(3.0)
        self.strength = 0.1

    @tf.function
    def gradient(self, strength):
        with tf.GradientTape() as tape:
            loss = strength * self.weight**2
        return tape.gradient(loss, self.weight)

    def run(self):
        for epoch in range(3):
            self.strength = 0.5 * (epoch + 1)
            print(self.gradient(self.strength))


Trainer().run()
