# effect: wrong
# truth: [1.63254, 1.63254, 1.63254, 1.63254, 1.63254, 1.63254, 2.4325, 2.4325, 2.4325, 2.4325, 2.4325, 2.4325, 2.42363, 2.42363, 2.42363, 2.42363, 2.42363, 2.42363, 4.00108]
# a physics-informed network: the exact solution is computed from a slice of the inputs
import numpy as np
import tensorflow as tf

points = tf.constant(np.linspace(0.0, 1.0, 10)[:, None], dtype=tf.float32)
network = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(6, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
with tf.GradientTape() as tape:
    u = network(points)
    exact = tf.sin(np.pi * points[:, 0])
    data_loss = tf.reduce_mean((u - exact) ** 2)  # TFG510
gradients = tape.gradient(data_loss, network.trainable_variables)
