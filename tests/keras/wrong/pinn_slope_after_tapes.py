# effect: none
# a physics-informed network: the first derivative is taken when the outer tape has closed
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(73)
keras.backend.set_floatx("float32")

POINTS = 24


def build_network():
    return keras.Sequential(
        [
            keras.Input((1,)),
            keras.layers.Dense(10, activation="tanh"),
            keras.layers.Dense(10, activation="tanh"),
            keras.layers.Dense(1),
        ]
    )


class Poisson1D:
    """u'' = f on (0, 1) with u(0) = u(1) = 0; the solution is sin(pi x)."""

    def __init__(self, network, rate=1e-3):
        self.network = network
        self.optimizer = keras.optimizers.Adam(rate)
        self.inner_points = tf.reshape(tf.linspace(0.0, 1.0, POINTS)[1:-1], (-1, 1))
        self.boundary = tf.constant([[0.0], [1.0]])

    def source(self, x):
        return -np.float32(np.pi**2) * tf.sin(np.float32(np.pi) * x)

    def derivatives(self, x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                u = self.network(x)
        u_x = inner.gradient(u, x)  # TFG106
        u_xx = outer.gradient(u_x, x)
        return u, u_x, u_xx

    def losses(self):
        _, _, u_xx = self.derivatives(self.inner_points)
        residual = u_xx - self.source(self.inner_points)
        boundary = self.network(self.boundary)
        return tf.reduce_mean(tf.square(residual)), tf.reduce_mean(tf.square(boundary))

    def train_step(self):
        with tf.GradientTape() as tape:
            physics, boundary = self.losses()
            loss = physics + 10.0 * boundary
        variables = self.network.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


problem = Poisson1D(build_network())
for step in range(3):
    loss = problem.train_step()
    print(f"step {step}: loss {loss.numpy():.4f}")
grid = np.linspace(0.0, 1.0, 11, dtype="float32")[:, None]
error = np.abs(problem.network.predict(grid, verbose=0) - np.sin(np.pi * grid)).max()
print("largest error", float(error))
