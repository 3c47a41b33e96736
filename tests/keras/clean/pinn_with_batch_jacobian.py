# effect: ok
# a physics-informed network: nested tapes, one value per row, and batch_jacobian
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(32)

VISCOSITY = 0.05


class Swish(keras.layers.Layer):
    def build(self, input_shape):
        self.slope = self.add_weight(shape=(), initializer="ones", name="slope")

    def call(self, inputs):
        return inputs * tf.sigmoid(self.slope * inputs)


network = keras.Sequential(
    [
        keras.Input((2,)),
        keras.layers.Dense(8, activation="tanh"),
        keras.layers.Dense(8),
        Swish(),
        keras.layers.Dense(1),
    ]
)


def residual(points):
    """u_t + u u_x - nu u_xx for Burgers' equation; columns of the input are t and x."""
    t, x = points[:, :1], points[:, 1:]
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch([t, x])
            u = network(tf.concat([t, x], axis=1))
        u_x = inner.gradient(u, x)
    u_t = inner.gradient(u, t)
    del inner
    u_xx = outer.gradient(u_x, x)
    return u_t + u * u_x - VISCOSITY * u_xx


def slopes(points):
    """The same first derivatives, as rows of Jacobians."""
    with tf.GradientTape() as tape:
        tape.watch(points)
        u = network(points)
    return tape.batch_jacobian(u, points)[:, 0]


optimizer = keras.optimizers.Adam(1e-3)


@tf.function
def train_step(inside, start_points, start_values):
    with tf.GradientTape() as tape:
        physics = tf.reduce_mean(tf.square(residual(inside)))
        initial = tf.reduce_mean(tf.square(network(start_points) - start_values))
        loss = physics + 10.0 * initial
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    return physics, initial


rng = np.random.default_rng(33)
inside = tf.constant(rng.uniform([0.0, -1.0], [1.0, 1.0], size=(32, 2)), dtype=tf.float32)
x_start = np.linspace(-1.0, 1.0, 16, dtype="float32")[:, None]
start_points = tf.constant(np.concatenate([np.zeros_like(x_start), x_start], axis=1))
start_values = tf.constant(-np.sin(np.pi * x_start))
for step in range(2):
    physics, initial = train_step(inside, start_points, start_values)
    print(f"step {step}: physics {physics.numpy():.4f}, initial {initial.numpy():.4f}")
steepest = tf.argmax(tf.abs(slopes(inside)[:, 1])).numpy()
print("steepest at", inside[int(steepest)].numpy())
