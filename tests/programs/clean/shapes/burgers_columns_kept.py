# effect: ok
# beside: TFG510
# slices of length one keep the derivatives columns, like the output of the network
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
points = tf.reshape(tf.linspace(0.1, 1.2, 10), (5, 2))
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch(points)
        u = network(points)
    slope = inner.gradient(u, points)
    residual = slope[:, 1:2] + u * slope[:, 0:1]
    loss = tf.reduce_mean(tf.square(residual))
gradients = tape.gradient(loss, network.trainable_variables[:2])
