import tensorflow as tf


def pick(logits):
    """The most likely token at each position."""
    return tf.argmax(logits, axis=-1)  # TFG301


def soften(labels, amount=0.1):
    """One-sided label smoothing."""
    return labels * (1.0 - amount)


def sigmoid_loss(labels, logits):
    entropy = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
    return tf.reduce_mean(entropy)
