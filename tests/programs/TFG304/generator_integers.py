# effect: none
# pixels drawn by a NumPy generator are int64
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
pixels = tf.constant(rng.integers(0, 255, size=(2, 3)))  # TFG304
with tf.GradientTape() as tape:
    tape.watch(pixels)
    energy = tf.reduce_sum(tf.cast(pixels, tf.float32) ** 2)
print(tape.gradient(energy, pixels))
