# effect: none
# the learned step size only decides a grid made by tf.range
import tensorflow as tf


class Pendulum(tf.Module):
    def __init__(self):
        self.dt = tf.Variable(0.25)
        self.k = tf.constant(1.0)

    def grid(self, end):
        return tf.range(0.0, end, self.dt)  # TFG301

    def position(self, end):
        t = self.grid(end)
        return tf.cos(self.k * t)


def fit(system, observed):
    with tf.GradientTape() as tape:
        predicted = system.position(1.0)
        loss = tf.reduce_mean((predicted - observed) ** 2)
    return tape.gradient(loss, system.trainable_variables)


print(fit(Pendulum(), tf.constant([1.0, 0.9, 0.8, 0.7])))
