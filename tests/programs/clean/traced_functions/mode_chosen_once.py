# effect: ok
# beside: TFG412
# a setting decides what the trace contains, and stays
import tensorflow as tf


class Trainer:
    def __init__(self, penalty, epochs):
        self.weight = tf.Variable(1.0)
        self.penalty = penalty
        self.epochs = epochs
        self.rate = 0.1

    @tf.function
    def step(self):
        with tf.GradientTape() as tape:
            loss = (self.weight - 2.0) ** 2
            if self.penalty > 0:
                loss += self.penalty * tf.abs(self.weight)
        gradient = tape.gradient(loss, self.weight)
        self.weight.assign_sub(self.rate * gradient)
        return loss

    def fit(self):
        for epoch in range(self.epochs):
            loss = self.step()
            if epoch % 2 == 0:
                print(epoch, loss.numpy())


Trainer(0.1, 4).fit()
