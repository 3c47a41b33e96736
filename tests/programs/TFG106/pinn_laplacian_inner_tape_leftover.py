# effect: none
# u_xx: the first derivative is taken below the outer with
import tensorflow as tf


class Poisson(tf.Module):
    def __init__(self):
        self.net = tf.keras.Sequential(
            [tf.keras.Input((1,)), tf.keras.layers.Dense(4, "tanh"), tf.keras.layers.Dense(1)]
        )

    def second_derivative(self, x):
        with tf.GradientTape() as t2:
            t2.watch(x)
            u, u_x = self.first(x, t2)
        del u
        return t2.gradient(u_x(), x)

    def first(self, x, _):
        with tf.GradientTape() as t1:
            t1.watch(x)
            u = self.net(x)
        return u, lambda: t1.gradient(u, x)  # TFG106


print(Poisson().second_derivative(tf.constant([[0.1], [0.2]])))
