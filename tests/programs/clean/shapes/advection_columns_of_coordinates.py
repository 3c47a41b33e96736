# effect: ok
# beside: TFG510
# coordinates that are columns have derivatives that are columns
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)
place = tf.constant([[0.1], [0.5], [0.9], [1.4]])
time = tf.constant([[0.0], [0.2], [0.3], [0.7]])
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch([place, time])
        u = network(tf.concat([place, time], axis=1))
    u_x, u_t = inner.gradient(u, [place, time])
    loss = tf.reduce_mean(tf.square(u_t + u * u_x))
gradients = tape.gradient(loss, network.trainable_variables[:2])
