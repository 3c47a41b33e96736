import tensorflow as tf


def straight_through(codes, levels):
    """Rounded going forward, untouched going back."""
    rounded = tf.round(codes * levels) / levels
    return codes + tf.stop_gradient(rounded - codes)


def uniform_noise(codes, levels):
    noise = tf.random.stateless_uniform(codes.shape, seed=(3, 3), minval=-0.5, maxval=0.5)
    return codes + noise / levels
