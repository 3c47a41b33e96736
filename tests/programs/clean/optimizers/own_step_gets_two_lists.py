# effect: ok
# beside: TFG115
# the program's own optimizer takes two lists, and pairs them itself
import tensorflow as tf


class Momentum:
    def __init__(self, variables, rate=0.1, decay=0.9):
        self.rate, self.decay = rate, decay
        self.steps = [tf.Variable(tf.zeros_like(variable)) for variable in variables]

    def apply_gradients(self, gradients, variables):
        for gradient, variable, step in zip(gradients, variables, self.steps):
            step.assign(self.decay * step + gradient)
            variable.assign_sub(self.rate * step)


weights = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]
optimizer = Momentum(weights)
with tf.GradientTape() as tape:
    loss = tf.add_n([tf.reduce_sum(weight**2) for weight in weights])
optimizer.apply_gradients(tape.gradient(loss, weights), weights)
