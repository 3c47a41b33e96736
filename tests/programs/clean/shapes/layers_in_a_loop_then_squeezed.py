# effect: ok
# beside: TFG510
# a list of layers in a loop; the last axis is dropped before the comparison
import numpy as np
import tensorflow as tf

layers = [tf.keras.layers.Dense(4, "tanh") for _ in range(3)] + [tf.keras.layers.Dense(1)]
times = np.linspace(0, 1, 6, dtype=np.float32)
measured = np.exp(-times)
variables = [variable for layer in layers for variable in layer.trainable_variables]
with tf.GradientTape() as tape:
    values = times[:, None]
    for layer in layers:
        values = layer(values)
    loss = tf.reduce_mean(tf.square(values[:, 0] - measured))
print(tape.gradient(loss, layers[-1].trainable_variables))
