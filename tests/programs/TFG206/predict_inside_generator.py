# effect: none
# a generator hands out batches that already went through the encoder's predict
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
encoder = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
data = np.ones((4, 3), np.float32)


def batches(size):
    for start in range(0, len(data), size):
        yield encoder.predict_on_batch(data[start : start + size])  # TFG206


with tf.GradientTape() as tape:
    total = tf.constant(0.0)
    for z in batches(2):
        total += tf.reduce_sum(tf.square(z))
print(tape.gradient(total, encoder.trainable_variables))
