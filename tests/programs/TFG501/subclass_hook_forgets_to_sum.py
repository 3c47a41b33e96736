# effect: wrong
# truth: [2.5]
# the subclass overrides the hook that sums the losses, and forgets to sum
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def total(self, batches):
        result = 0.0
        for x, y in batches:
            result += self.loss(x, y)
        return result / len(batches)

    def loss(self, x, y):
        return tf.reduce_mean(tf.square(self.model * x - y))

    def step(self, batches):
        with tf.GradientTape() as tape:
            value = self.total(batches)
        return tape.gradient(value, self.model)


class WeightedTrainer(Trainer):
    def __init__(self, model, weights):
        super().__init__(model)
        self.weights = weights

    def total(self, batches):
        total = 0.0
        for weight, (x, y) in zip(self.weights, batches):
            total = weight * self.loss(x, y)  # TFG501
        return total / sum(self.weights)


trainer = WeightedTrainer(tf.Variable(1.0), weights=[1.0, 2.0])
print(trainer.step([(tf.constant([1.0, 2.0]), 0.5), (tf.constant([3.0, 1.0]), 2.0)]))
