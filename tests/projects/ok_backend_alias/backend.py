"""The array library of this project: NumPy's interface, with gradients."""

import tensorflow.experimental.numpy as np

__all__ = ["np", "set_precision"]


def set_precision(name):
    np.experimental_enable_numpy_behavior(prefer_float32=name == "float32")
