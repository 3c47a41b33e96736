# effect: error
# raises: TypeError
# the list is filled inside a graph loop and read after it
import tensorflow as tf


class Integrator(tf.Module):
    def __init__(self, rate):
        self.rate = tf.Variable(rate)

    @tf.function
    def trajectory(self, start, steps):
        points = []
        x = start
        for _ in tf.range(steps):
            x = x - 0.1 * self.rate * x
            points += [x]  # TFG404
        return tf.add_n(points)


model = Integrator(0.7)
with tf.GradientTape() as tape:
    total = model.trajectory(tf.constant(1.0), tf.constant(4))
print(tape.gradient(total, model.rate))
