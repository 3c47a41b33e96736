# effect: nan
# `tf.where` takes the distance of a row from itself: its label is the same
import numpy as np
import tensorflow as tf

labels = np.array([0, 1, 1, 0])
alike = tf.constant(labels[None, :] == labels[:, None])
encoder = tf.keras.layers.Dense(2)
samples = tf.random.normal((4, 3))
with tf.GradientTape() as tape:
    codes = encoder(samples)
    apart = codes[None, :, :] - codes[:, None, :]
    distance = tf.sqrt(tf.reduce_sum(apart * apart, axis=-1))  # TFG602
    push = tf.maximum(2.0 - distance, 0.0)
    loss = tf.reduce_mean(tf.where(alike, distance, push))
gradients = tape.gradient(loss, encoder.trainable_variables)
print([tf.reduce_any(tf.math.is_nan(g)).numpy() for g in gradients])
