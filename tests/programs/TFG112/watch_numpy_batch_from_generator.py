# effect: error
# raises: ValueError
# the batches are NumPy arrays, and the tape is asked to watch one
import numpy as np
import tensorflow as tf


def batches():
    data = np.linspace(0.0, 1.0, 8, dtype=np.float32).reshape(4, 2)
    for i in range(0, 4, 2):
        yield data[i : i + 2]


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
for x in batches():
    with tf.GradientTape() as tape:
        tape.watch(x)  # TFG112
        y = tf.reduce_sum(model(x))
    print(tape.gradient(y, x))
