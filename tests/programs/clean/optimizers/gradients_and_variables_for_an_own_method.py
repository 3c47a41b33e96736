# effect: ok
# beside: TFG115
# a class of the program takes two lists
import tensorflow as tf


class Descent:
    def apply_gradients(self, lists):
        for gradient, variable in zip(*lists):
            variable.assign_sub(0.1 * gradient)


weights = [tf.Variable(1.0), tf.Variable(2.0)]
with tf.GradientTape() as tape:
    loss = weights[0] ** 2 + weights[1] ** 2
Descent().apply_gradients((tape.gradient(loss, weights), weights))
