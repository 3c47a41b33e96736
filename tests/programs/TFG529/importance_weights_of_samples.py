# effect: wrong
# truth: [0.0375, -0.154167]
# the importance weights come from the data, and meet one number
import numpy as np
import tensorflow as tf

importance = np.array([0.2, 2.5, 1.0], dtype="float32")
huber = tf.keras.losses.Huber()
slope = tf.Variable([[1.0], [0.5]])
inputs = tf.constant([[1.0, 2.0], [0.3, 0.1], [0.2, 0.9]])
wanted = tf.constant([[0.5], [0.2], [3.0]])
with tf.GradientTape() as tape:
    error = huber(wanted, tf.matmul(inputs, slope))  # TFG529
    loss = tf.reduce_mean(tf.multiply(importance, error))
print(tape.gradient(loss, slope))
