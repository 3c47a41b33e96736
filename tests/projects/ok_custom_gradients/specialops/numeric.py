import numpy as np
import tensorflow as tf

from .counting import counted


def _slope(x):
    angle = np.pi * x
    safe = np.where(np.abs(x) < 1e-3, 1.0, x)
    exact = (np.cos(angle) - np.sinc(x)) / safe
    return np.where(np.abs(x) < 1e-3, -(np.pi**2) * x / 3.0, exact).astype("float32")


@counted
@tf.custom_gradient
def sinc(x):
    """NumPy's normalised sinc."""
    value = tf.numpy_function(lambda array: np.sinc(array).astype("float32"), [x], tf.float32)

    def grad(upstream):
        slope = tf.numpy_function(_slope, [x], tf.float32)
        return upstream * tf.reshape(slope, tf.shape(x))

    return tf.reshape(value, tf.shape(x)), grad
