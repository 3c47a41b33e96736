# effect: wrong
# truth: eager
# a dropout mask of NumPy: the comparison and the cast do not make it a new one
import numpy as np
import tensorflow as tf

kernel = tf.Variable(tf.ones((8, 2)))


def drop(features):
    mask = (np.random.rand(8) > 0.5).astype("float32")  # TFG413
    return features * mask


@tf.function
def gradient(features):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(drop(features) @ kernel))
    return tape.gradient(loss, kernel)


for _ in range(5):
    print(gradient(tf.ones((3, 8))))
