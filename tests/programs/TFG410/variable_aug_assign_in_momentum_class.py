# effect: error
# raises: RuntimeError
# momentum by hand with -= on the attribute's variable
import tensorflow as tf


class Momentum:
    def __init__(self, variables, lr=0.1, beta=0.9):
        self.variables = variables
        self.velocity = [tf.zeros_like(v) for v in variables]
        self.lr, self.beta = lr, beta

    def step(self, grads):
        for i, g in enumerate(grads):
            self.velocity[i] = self.beta * self.velocity[i] + g
            self.variables[i] -= self.lr * self.velocity[i]  # TFG410


w, b = tf.Variable([1.0, 2.0]), tf.Variable(0.5)
opt = Momentum([w, b])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w**2) + b**2
opt.step(tape.gradient(loss, [w, b]))
