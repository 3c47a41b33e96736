import tensorflow as tf


def straight_through(function, values):
    """The function's values, the identity's gradient."""
    return values + tf.stop_gradient(function(values) - values)
