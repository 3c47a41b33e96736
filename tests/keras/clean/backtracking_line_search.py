# effect: ok
# full-batch descent: one gradient, several step lengths tried from the same point
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(173)


def make_rows(count):
    rng = np.random.default_rng(46)
    x = rng.normal(size=(count, 3)).astype("float32")
    y = np.tanh(2.0 * x[:, :1] - x[:, 1:2] + 0.5).astype("float32")
    return x, y


class LineSearch:
    """Armijo's rule: halve the step until the loss falls enough."""

    def __init__(self, model, batches, start=1.0, slope_share=0.1):
        self.model = model
        self.batches = batches
        self.start = start
        self.slope_share = slope_share
        self.loss_fn = keras.losses.MeanSquaredError()

    def loss(self):
        total = 0.0
        for x, y in self.batches:
            total += self.loss_fn(y, self.model(x, training=True))
        return total / len(self.batches)

    def gradient(self):
        variables = self.model.trainable_variables
        sums = [np.zeros(variable.shape, dtype="float32") for variable in variables]
        for x, y in self.batches:
            with tf.GradientTape() as tape:
                loss = self.loss_fn(y, self.model(x, training=True))
            for total, gradient in zip(sums, tape.gradient(loss, variables)):
                total += gradient.numpy() / len(self.batches)
        return sums

    def step(self):
        variables = self.model.trainable_variables
        points = [variable.numpy() for variable in variables]
        before = float(self.loss())
        gradients = self.gradient()
        steepness = sum(float(np.sum(g**2)) for g in gradients)
        rate = self.start
        for tries in range(8):
            for variable, point, gradient in zip(variables, points, gradients):
                variable.assign(point - rate * gradient)
            after = float(self.loss())
            if after <= before - self.slope_share * rate * steepness:
                break
            rate *= 0.5
        return before, after, rate, tries


x, y = make_rows(24)
batches = [(tf.constant(x[i : i + 8]), tf.constant(y[i : i + 8])) for i in range(0, 24, 8)]
model = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(6, activation="tanh"), keras.layers.Dense(1)]
)
search = LineSearch(model, batches)
for number in range(2):
    before, after, rate, tries = search.step()
    print(f"step {number}: {before:.4f} -> {after:.4f} with rate {rate} after {tries} tries")
