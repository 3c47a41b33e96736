# effect: wrong
# truth: [3.2768]
# descent in a while loop with the gradient of the starting point
import tensorflow as tf


class Descent:
    def __init__(self, x):
        self.x = tf.Variable(x)

    def f(self):
        return self.x**2

    def grad(self):
        with tf.GradientTape() as tape:
            y = self.f()
        return tape.gradient(y, self.x)

    def run(self, steps):
        g = self.grad()
        while steps > 0:
            self.x.assign_sub(0.1 * g)  # TFG507
            steps -= 1


d = Descent(4.0)
d.run(4)
print(d.grad())
