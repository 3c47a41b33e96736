"""One place to choose the array library."""

import numpy as tnp
import tensorflow as tf

float_type = tf.float32
pi = tnp.pi


def as_tensor(value):
    return tf.convert_to_tensor(value, dtype=float_type)


__all__ = ["as_tensor", "float_type", "pi", "tnp"]
