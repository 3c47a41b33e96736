# effect: none
# a loss re-exported by a package computes its error with NumPy
import tensorflow as tf

from data import noisy_line
from robust import smooth_l1


class Line:
    def __init__(self):
        self.slope = tf.Variable(0.5, name="slope")
        self.intercept = tf.Variable(0.0, name="intercept")

    @property
    def variables(self):
        return [self.slope, self.intercept]

    def __call__(self, x):
        return self.slope * x + self.intercept


def train(model, x, y, epochs=3, rate=0.1):
    for epoch in range(epochs):
        with tf.GradientTape() as tape:
            loss = smooth_l1(y, model(x), beta=0.5)
        gradients = tape.gradient(loss, model.variables)
        for variable, gradient in zip(model.variables, gradients):
            variable.assign_sub(rate * gradient)
        print(f"epoch {epoch}: {float(loss):.4f}")


if __name__ == "__main__":
    train(Line(), *noisy_line(32))
