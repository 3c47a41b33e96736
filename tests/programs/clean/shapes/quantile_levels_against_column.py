# effect: ok
# beside: TFG510
# one output, several quantile levels: the lengths differ and the table is meant
import numpy as np
import tensorflow as tf

levels = tf.constant([0.1, 0.5, 0.9])
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
x = np.random.default_rng(3).random((16, 2)).astype("float32")
y = x.sum(axis=1, keepdims=True)
with tf.GradientTape() as tape:
    error = y - model(x)
    loss = tf.reduce_mean(tf.maximum(levels * error, (levels - 1.0) * error))
gradients = tape.gradient(loss, model.trainable_variables)
