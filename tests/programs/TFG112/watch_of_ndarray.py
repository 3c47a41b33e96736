# effect: error
# raises: ValueError
# the image is still an ndarray when it is watched
import numpy as np
import tensorflow as tf

filters = tf.ones((2, 2, 1, 1))


def feature_gradient(picture):
    picture = np.expand_dims(picture, axis=(0, -1)).astype(np.float32)
    with tf.GradientTape() as tape:
        tape.watch(picture)  # TFG112
        act = tf.nn.conv2d(picture, filters, strides=1, padding="VALID")
        peak = tf.reduce_max(act)
    return tape.gradient(peak, picture)


feature_gradient(np.eye(3))
