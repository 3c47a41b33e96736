# effect: ok
# beside: TFG510
# a physics-informed network that keeps every quantity a column
import numpy as np
import tensorflow as tf

x = tf.constant(np.linspace(0.0, 1.0, 9)[:, None], dtype=tf.float32)
network = tf.keras.Sequential(
    [tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(1)]
)
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = network(x)
    slope = inner.gradient(u, x)
    residual = slope + u - tf.sin(x[:, 0:1])
    start = network(tf.zeros((1, 1))) - 1.0
    loss = tf.reduce_mean(residual ** 2) + tf.reduce_mean(start ** 2)
gradients = tape.gradient(loss, network.trainable_variables)
