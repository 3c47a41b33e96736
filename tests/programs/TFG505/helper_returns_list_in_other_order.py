# effect: wrong
# truth: [-7.82667, -3.5]
# a function collects the parameters in another order than the query
import tensorflow as tf


class Line:
    def __init__(self):
        self.slope = tf.Variable(0.5)
        self.intercept = tf.Variable(0.1)

    def __call__(self, x):
        return self.slope * x + self.intercept

    def parameters(self):
        return [self.intercept, self.slope]


def update(variables, gradients, rate):
    for variable, gradient in zip(variables, gradients):
        variable.assign(variable - rate * gradient)  # TFG505


line = Line()
x, y = tf.constant([1.0, 2.0, 3.0]), tf.constant([3.0, 5.0, 7.0])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(line(x) - y))
    gradients = tape.gradient(loss, [line.slope, line.intercept])
    update(line.parameters(), gradients, 0.05)
print(gradients)
