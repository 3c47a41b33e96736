# effect: wrong
# truth: [4.59722, 4.59722, 4.59722, 4.59722, 3.79109, 3.79109, 3.79109, 3.79109, 0.560157, 0.560157, 0.560157, 0.560157, 27.4722, 27.4722, 27.4722, 27.4722, 25.3419]
# a network returns a column, and the derivatives for two vectors of coordinates are vectors
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
place = tf.constant([0.1, 0.5, 0.9, 1.4])
time = tf.constant([0.0, 0.2, 0.3, 0.7])
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch([place, time])
        u = network(tf.stack([place, time], axis=1))
    u_x, u_t = inner.gradient(u, [place, time])
    residual = u_t + u * u_x  # TFG510
    loss = tf.reduce_mean(tf.square(residual))
gradients = tape.gradient(loss, network.trainable_variables)
