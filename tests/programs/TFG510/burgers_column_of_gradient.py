# effect: wrong
# truth: [6.81718, 6.81718, 6.81718, 6.81718, 1.37003, 1.37003, 1.37003, 1.37003, -2.38869, -2.38869, -2.38869, -2.38869, 26.1726, 26.1726, 26.1726, 26.1726, 21.1496]
# one derivative is taken out of the gradient as a vector, and the network returns a column
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
points = tf.reshape(tf.linspace(0.1, 1.2, 10), (5, 2))


def residual(points):
    with tf.GradientTape() as tape:
        tape.watch(points)
        u = network(points)
    slope = tape.gradient(u, points)
    return slope[:, 1] + u * slope[:, 0]  # TFG510


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(residual(points)))
gradients = tape.gradient(loss, network.trainable_variables)
