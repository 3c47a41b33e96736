# effect: none
# the squared error is computed one level too far left, after the tape stopped recording
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
xs = rng.normal(size=(20, 1)).astype("float32")
ys = 3.0 * xs + 1.0

slope = tf.Variable([[0.0]])
offset = tf.Variable([0.0])


def predict(batch):
    return tf.matmul(batch, slope) + offset


for epoch in range(2):
    with tf.GradientTape() as tape:
        guess = predict(xs)
    error = tf.reduce_mean(tf.square(guess - ys))  # TFG101
    d_slope, d_offset = tape.gradient(error, [slope, offset])
    if d_slope is not None:
        slope.assign_sub(0.1 * d_slope)
        offset.assign_sub(0.1 * d_offset)
