import tensorflow as tf


def scale_of(bits):
    return float(2**bits - 1)


def quantise(values, bits):
    """The nearest of the levels that so many bits can tell apart."""
    scale = scale_of(bits)
    codes = tf.cast(tf.clip_by_value(values, -1.0, 1.0) * scale, tf.int8)  # TFG305
    return tf.cast(codes, tf.float32) / scale
