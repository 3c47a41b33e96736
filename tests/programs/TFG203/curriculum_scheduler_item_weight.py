# effect: wrong
# truth: [72.0]
# the adaptive weight is meant to be learned through, float() takes it out
import tensorflow as tf


class Term:
    def __init__(self, name, function):
        self.name = name
        self.function = function

    def value(self, theta):
        return self.function(theta)


class ProductObjective:
    """cost(theta) * risk(theta), as the paper's equation 4."""

    def __init__(self, cost, risk, floor=1e-3):
        self.cost = cost
        self.risk = risk
        self.floor = floor

    def risk_value(self, theta):
        raw = self.risk.value(theta)
        return max(float(raw), self.floor)  # TFG203

    def __call__(self, theta):
        return self.cost.value(theta) * self.risk_value(theta)


class Descent:
    def __init__(self, objective, lr=0.01):
        self.objective = objective
        self.lr = lr
        self.log = []

    def step(self, theta):
        with tf.GradientTape() as tape:
            value = self.objective(theta)
        slope = tape.gradient(value, theta)
        self.log.append((float(value), float(slope)))
        return slope


objective = ProductObjective(
    cost=Term("cost", lambda t: t**2 + 1.0),
    risk=Term("risk", lambda t: 2.0 * t**2),
)
theta = tf.Variable(2.0)
descent = Descent(objective)
slope = descent.step(theta)
print(descent.log)
