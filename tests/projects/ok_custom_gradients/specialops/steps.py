import tensorflow as tf

from .counting import counted


@counted
@tf.custom_gradient
def hard_step(signal):
    """One above zero; going back, the slope of a sigmoid."""

    def grad(upstream):
        soft = tf.sigmoid(4.0 * signal)
        return upstream * 4.0 * soft * (1.0 - soft)

    return tf.cast(signal > 0.0, tf.float32), grad
