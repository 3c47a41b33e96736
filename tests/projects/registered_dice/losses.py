import tensorflow as tf

from registry import register


@register("bce")
def binary_crossentropy(masks, probabilities):
    return tf.reduce_mean(tf.keras.losses.binary_crossentropy(masks, probabilities))


@register("dice")
def dice(masks, probabilities, threshold=0.5):
    """One minus the overlap of the regions."""
    regions = tf.cast(probabilities > threshold, tf.float32)  # TFG306
    overlap = tf.reduce_sum(masks * regions)
    return 1.0 - 2.0 * overlap / (tf.reduce_sum(masks) + tf.reduce_sum(regions) + 1e-6)
