import tensorflow as tf

SHARPNESS = 2.0


@tf.custom_gradient
def spike(excess):
    """A step going forward, a bump going back."""

    def grad(upstream):  # TFG703
        return 1.0 / tf.square(1.0 + SHARPNESS * tf.abs(excess))

    return tf.cast(excess > 0.0, tf.float32), grad
